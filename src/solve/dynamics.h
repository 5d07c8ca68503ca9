// Accelerations, stresses and reactions at a state, from the two lines
//   M a + De^T S = f + r - h        De a - edd = -D2e(v, v)
// in one of two forms, each the other's test:
//   reduced  transfer functions DF, unknowns the accelerations of the degrees of freedom,
//            (DF^T M DF) qdd = DF^T (g - M a0)   (van Soest 1992 (A16)), then stresses
//   full     the two lines as one system for all free accelerations and constraint stresses
//            (Otten 2003 Appendix A, Casius 2004)
// A state is kept on the constraints by place(): degrees of freedom stay, the rest follows.
#pragma once

#include <memory>

#include "assembly/loads.h"
#include "deck/tables.h"
#include "linalg/cholesky.h"
#include "solve/kinematics.h"

namespace mbs {

class Dynamics {
 public:
  // named: the degrees of freedom the user named; they are kept unless may_choose. Without names
  // they are chosen by pivoting at the first place().
  Dynamics(const Model& model, const Phase& phase, const Options& options, Form form,
           bool may_choose);

  // First position from estimates, then velocities; sets the scales. Chooses degrees of freedom
  // where none are named. `singular` with a column where the partition cannot be used.
  SolveStatus start(State& state);

  // Brings x and v onto the constraints, degrees of freedom kept; factors the Jacobian.
  SolveStatus place(State& state);
  // a, e, ed, edd and everything below, at a state just placed.
  SolveStatus accelerate(State& state);

  // A new choice of degrees of freedom where the present one has turned bad; true if changed.
  bool choose_again(State& state);
  bool partition_is_weak() const;

  const Partition& partition() const { return kinematics_->partition(); }
  Kinematics& kinematics() { return *kinematics_; }
  const Loads& loads() const { return loads_; }
  const Inertia& inertia() const { return inertia_; }
  // All stresses (ne): laws of the free deformations, constraint and driving stresses.
  ConstVector stresses() const { return S_; }
  // Reactions and driving forces (nx): zero where the coordinate is free.
  ConstVector reactions() const { return r_; }
  // First-order transfer functions of the last accelerate() in reduced form: nx x freedoms.
  Matrix transfer() { return {DF_.data(), model_.nx, partition().freedom_count(), model_.nx}; }
  Matrix reduced_mass() { return {reduced_.data(), freedoms_, freedoms_, freedoms_}; }
  // Name of a motion without mass after accelerate() said `singular`: its largest coordinate.
  int massless_coordinate() const { return massless_; }

 private:
  void use(const Partition& partition);
  SolveStatus begin(const Partition& partition, State& state);
  SolveStatus solve_reduced(State& state);
  SolveStatus solve_full(State& state);
  void finish(State& state);
  std::size_t nx() const { return static_cast<std::size_t>(model_.nx); }

  const Model& model_;
  const Phase& phase_;
  const Options& options_;
  Form form_;
  bool may_choose_;
  std::unique_ptr<Kinematics> kinematics_;
  Inertia inertia_;
  Loads loads_;
  int freedoms_ = 0;
  int massless_ = -1;
  double best_pivot_ = 0;
  Cholesky mass_factor_;
  Lu full_factor_;
  std::vector<int> free_;         // coordinates of the full form, in its order
  std::vector<int> position_of_;  // nx: index into free_, or -1
  std::vector<double> DF_, MDF_, reduced_, qdd_, force_, S_, r_, full_rhs_;
};

}  // namespace mbs
