// Accelerations, stresses and reactions at a state, from the two lines
//   M a + De^T S = f + r - h        De a - edd = -D2e(v, v)
// in one of two forms, each the other's test:
//   reduced  transfer functions DF, unknowns the accelerations of the degrees of freedom,
//            (DF^T M DF) qdd = DF^T (g - M a0)   (van Soest 1992 (A16)), then stresses; with many
//            degrees of freedom that all carry mass the joint forces first (solve/joint_forces.h)
//   full     the two lines as one system for all free accelerations and constraint stresses
//            (solve/two_lines.h); the automatic form takes it too where there are many degrees of
//            freedom and joint forces cannot be eliminated
// or, for a choice of known and unknown variables that no classes say, by solve/balance.h.
// A state is kept on the constraints by place(): degrees of freedom stay, the rest follows.
#pragma once

#include <memory>
#include <optional>

#include "assembly/loads.h"
#include "assembly/state_rates.h"
#include "linalg/cholesky.h"
#include "plan/method.h"
#include "solve/balance.h"
#include "solve/joint_forces.h"
#include "solve/kinematics.h"
#include "solve/two_lines.h"

namespace mbs {

class Dynamics {
 public:
  // named: the degrees of freedom the user named; they are kept unless may_choose. Without names
  // they are chosen by pivoting at the first place().
  Dynamics(const Model& model, const Phase& phase, const Options& options, Form form,
           bool may_choose);

  // First position from estimates, then velocities, 0 for what is fixed; sets the scales. Chooses
  // degrees of freedom where none are named. `singular` with a column where the partition cannot be
  // used.
  SolveStatus start(State& state);

  // Goes on from a state whose positions fulfil the constraints: in a new phase of the same motion.
  // Velocities are left alone. Chooses degrees of freedom where those named do not suffice;
  // `singular` where the constraints have not full rank.
  SolveStatus resume(const State& state);

  // Brings x and v onto the constraints, degrees of freedom kept; factors the Jacobian. With
  // between_steps it chooses the degrees of freedom again where their choice has turned bad; inside
  // a step only where nothing else helps, since two choices agree on the constraints only.
  SolveStatus place(State& state, bool between_steps);
  // a, e, ed, edd and everything below, at a state just placed. In a nearly singular position all
  // of it is interpolated from well conditioned neighbours along the motion.
  SolveStatus accelerate(State& state);
  // Only what an integrator needs of accelerate(): a, e, ed, stresses, and the reactions of
  // prescribed motions, which do work. Everything else keeps its old values.
  SolveStatus accelerate_briefly(State& state);
  // Computes what accelerate_briefly() has left out. Only directly after it.
  void complete(State& state);
  // Stresses and reactions at a state just positioned, as they are while no degree of freedom
  // accelerates; needs no mass. Loads and prestress count load_factor times. Writes what is left
  // unbalanced on each degree of freedom, R = DF^T (g - M a), and leaves it in the stresses of free
  // deformations.
  void find_imbalance(State& state, double load_factor, Vector R);
  // After place() of a state that an integrator has accepted: whether the degrees of freedom named
  // by the user have just passed a position where they do not determine the motion.
  SolveStatus accept(const State& state);
  // Whether degrees of freedom that the user has named are all there are, and are kept.
  bool keeps_names() const { return !may_choose_ && partition().freedom_count() > 0; }

  // Empty as long as none has been found.
  const Partition& partition() const;
  Kinematics& kinematics() { return *kinematics_; }
  const Kinematics& kinematics() const { return *kinematics_; }
  double length() const { return kinematics_->length(); }  // the longest lever arm [m]
  const Loads& loads() const { return loads_; }
  const Inertia& inertia() const { return inertia_; }
  // All stresses (ne): laws of the free deformations, constraint and driving stresses.
  ConstVector stresses() const { return S_; }
  // Reactions and driving forces (nx): zero where the coordinate is free.
  ConstVector reactions() const { return r_; }
  // The rates of the states, which every acceleration leaves in the state.
  StateRates& state_rates() { return rates_; }
  const StateRates& state_rates() const { return rates_; }
  // First-order transfer functions at the last accelerate() or find_imbalance(): nx x freedoms.
  Matrix transfer();
  // DF^T M DF of the last accelerate() that used it.
  Matrix reduced_mass() { return {reduced_.data(), freedoms_, freedoms_, freedoms_}; }
  // Name of a motion without mass after accelerate() said `singular`: its largest coordinate.
  int massless_coordinate() const { return massless_; }
  // Of a model with a choice: the equations of the last accelerate(), else null; whether the given
  // numbers of the deck were finite.
  Balance* balance() { return balance_ ? &*balance_ : nullptr; }
  const Balance* balance() const { return balance_ ? &*balance_ : nullptr; }
  bool given_are_finite() const { return given_are_finite_; }
  // Makes them ready for solve_jump() at a state just placed or positioned.
  SolveStatus factor_choice(const State& state);
  // How often the degrees of freedom were chosen again, and states were interpolated.
  long long choices() const { return choices_; }
  long long interpolated() const { return interpolated_; }

 private:
  void use(const Partition& partition);
  SolveStatus begin(const Partition& partition, State& state);
  SolveStatus place_directly(State& state);
  SolveStatus accelerate_directly(State& state);
  SolveStatus solve_accelerations(State& state);
  bool choose_again(State& state);
  bool interpolate(State& state);
  bool place_neighbours(const State& state, double spacing);
  double constraint_pivot(const State& state) const;
  SolveStatus solve_form(State& state);
  SolveStatus solve_sliding(State& state);
  bool find_sliding_friction();
  double reduced_operations() const;
  bool use_joint_forces() const;
  bool two_lines_pay() const;
  void claim_reduced();
  bool solve_joint_forces(State& state);
  SolveStatus solve_reduced(State& state);
  SolveStatus solve_full(State& state);
  SolveStatus solve_choice(State& state);
  SolveStatus factor_balance(double t);
  void finish(State& state);
  void find_state_rates(State& state);
  std::size_t nx() const { return static_cast<std::size_t>(model_.nx); }

  const Model& model_;
  const Phase& phase_;
  const Options& options_;
  Form form_;
  bool may_choose_;
  std::unique_ptr<Kinematics> kinematics_;
  Inertia inertia_;
  Loads loads_;
  StateRates rates_;
  int freedoms_ = 0;
  int massless_ = -1;
  double fresh_pivot_ = 0;  // when the partition was chosen
  double best_pivot_ = 0;   // of any partition so far
  bool was_brief_ = false;  // accelerate_briefly() was last: complete() has not been called
  bool weak_ = false;       // the last place() ended in a nearly singular position
  long long choices_ = 0, interpolated_ = 0;
  int accepted_sign_ = 0;
  std::vector<double> accepted_x_;
  std::vector<double> given_x_, given_v_;  // of the state to be placed
  // Results at the neighbours of a singular position, one column each.
  struct Snapshot {
    State state;
    std::vector<double> S, r, f, h, law;
    double gravity_power = 0;
  };
  std::vector<Snapshot> around_;
  std::optional<JointForces> joint_forces_;
  std::optional<TwoLines> two_lines_;
  std::optional<Balance> balance_;
  bool given_are_finite_ = true;
  bool transfer_is_fresh_ = false;
  Cholesky mass_factor_;
  Lu sliding_factor_;
  std::vector<double> sliding_friction_, sliding_law_, sliding_g_, sliding_change_, unit_;
  // Stresses that press the sliding contacts: without friction, and (one column for each of them)
  // by a unit of its friction.
  std::vector<double> pressing_, pressing_by_;
  std::vector<int> free_;         // coordinates
  std::vector<int> position_of_;  // nx: index into free_, or -1
  std::vector<double> DF_, MDF_, reduced_, qdd_, force_, S_, r_;
};

}  // namespace mbs
