// Accelerations and stresses at a placed state, from the two lines
//   M a + De^T S = f + r - h        De a - edd = -D2e(v, v)
// in one of two forms, which test each other:
//   reduced  transfer functions DF, unknowns the accelerations of the degrees of freedom,
//            (DF^T M DF) qdd = DF^T (g - M a0)   (van Soest 1992 (A16)), then stresses; with many
//            degrees of freedom that all carry mass the joint forces first
//            (solve/forces/joint_forces.h; trees of bodies of space: solve/forces/tree_forces.h)
//   full     the two lines as one system for all free accelerations and constraint stresses
//            (solve/forces/two_lines.h); the automatic form takes it too where there are many
//            degrees of freedom and joint forces cannot be eliminated
// or, for a choice of known and unknown variables that classes cannot express, by
// solve/forces/balance.h.
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "assembly/loads.h"
#include "linalg/cholesky.h"
#include "plan/method.h"
#include "solve/forces/balance.h"
#include "solve/forces/joint_forces.h"
#include "solve/forces/two_lines.h"
#include "solve/place/kinematics.h"
#include "solve/place/rate_solver.h"

namespace mbs {

class TreeForces;

// REDUNDANT LEAST: how joints share the stresses that equilibrium does not determine
// (model/redundancy.h). Of all stresses in equilibrium those with the least sum of squares, where a
// moment counts as a force at the arm Phase::least_length. Joints that give way as springs do, k
// along each axis and k times the square of that arm about each, share so where k grows.
class LeastShares {
 public:
  LeastShares(const Model& model, const Phase& phase);

  bool acts() const { return !shed_.empty(); }
  // Finds the stresses that balance each other, at the position that `solver` has factored.
  void find(RateSolver& solver, const Evaluation& here);
  // Changes stresses, or impulses, in which what was let go has none, to the least ones.
  void share(Vector S) const;

 private:
  const Model& model_;
  std::vector<int> shed_;       // deformations that were let go
  std::vector<char> is_held_;   // ne, these among them
  std::vector<double> weight_;  // ne
  // For each of shed_: weighted stresses (ne) with De^T n = 0, orthonormal.
  std::vector<std::vector<double>> balanced_;
  std::vector<double> force_;  // nx
};

class EquationsOfMotion {
 public:
  // For the partition of the kinematics. The caller keeps inertia and loads.
  EquationsOfMotion(const Model& model, const Phase& phase, const Options& options, Form form,
                    Kinematics& kinematics, Inertia& inertia, Loads& loads);
  ~EquationsOfMotion();

  // Evaluates inertia and loads at the state of the handle.
  void evaluate(const Placed& at, const State& state);
  // Finds a and S (ne) at the state of the handle. `singular` with massless_coordinate() where a
  // motion has no mass.
  SolveStatus solve(const Placed& at, State& state, Vector S);
  // The stresses S (ne) of accelerations that were found otherwise, at the state last evaluated.
  void find_stresses(ConstVector a, Vector S);
  // For a model with a choice: factors the equations of balance(), after evaluate().
  SolveStatus factor_choice(double t);

  // How redundant joints share the stresses, at the last state that was evaluated.
  const LeastShares& least_shares() const { return least_shares_; }

  // First-order transfer functions (nx x freedoms) at the last state that was solved, or evaluated.
  Matrix transfer();
  // DF^T M DF of the last solve() that used it.
  Matrix reduced_mass() { return {reduced_.data(), freedoms_, freedoms_, freedoms_}; }
  // The largest coordinate of the motion without mass, which names that motion.
  int massless_coordinate() const { return massless_; }
  // The equations of a model with a choice at the last state, else null; whether the given numbers
  // of the deck were finite.
  Balance* balance() { return balance_ ? &*balance_ : nullptr; }
  const Balance* balance() const { return balance_ ? &*balance_ : nullptr; }
  bool given_are_finite() const { return given_are_finite_; }
  // False for a coordinate that is not free: its row gives its reaction.
  bool is_free(std::size_t i) const { return is_free_[i] != 0; }

 private:
  SolveStatus solve_anyhow(const Placed& at, State& state, Vector S);
  double reduced_operations() const;
  bool takes_tree();
  bool joint_forces_pay() const;
  bool two_lines_pay() const;
  void claim_reduced();
  bool solve_joint_forces(State& state, Vector S);
  SolveStatus solve_reduced(const Placed& at, State& state, Vector S);
  SolveStatus solve_full(const Placed& at, State& state, Vector S);
  SolveStatus solve_choice(State& state, Vector S);
  void take_laws(Vector S) const;
  void balance_stresses(ConstVector a, Vector S);
  const Partition& partition() const { return kinematics_.partition(); }
  std::size_t nx() const { return static_cast<std::size_t>(model_.nx); }

  const Model& model_;
  const Phase& phase_;
  const Options& options_;
  Form form_;
  Kinematics& kinematics_;
  Inertia& inertia_;
  Loads& loads_;
  int freedoms_;
  int massless_ = -1;
  std::unique_ptr<TreeForces> tree_forces_;
  std::optional<JointForces> joint_forces_;
  std::optional<TwoLines> two_lines_;
  std::optional<Balance> balance_;
  LeastShares least_shares_;
  bool given_are_finite_ = true;
  bool transfer_is_fresh_ = false;
  Cholesky mass_factor_;
  int free_count_ = 0;
  std::vector<char> is_free_;  // nx
  std::vector<double> DF_, MDF_, reduced_, qdd_, force_;
};

}  // namespace mbs
