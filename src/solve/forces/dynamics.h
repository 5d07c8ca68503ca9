// The motion of a mechanism under forces. place() brings a state onto the constraints, with
// solve/place/placement.h; accelerations, stresses and reactions there follow from accelerate(),
// with solve/forces/equations_of_motion.h. Each asks for the handle that the one before has made
// (solve/place/placed.h).
#pragma once

#include <functional>

#include "assembly/state_rates.h"
#include "solve/forces/equations_of_motion.h"
#include "solve/place/neighbours.h"
#include "solve/place/placement.h"

namespace mbs {

// Contacts and joints that rub and are not held: the friction of a slip is a coefficient times a
// load, and the load depends on stresses that are unknowns of the equations. A slip that stands
// still with a leader (model/phase.h) has the same part of its friction bound as the leader.
class SlidingFriction {
 public:
  SlidingFriction(const Model& model, const Phase& phase, const Options& options)
      : model_(model), phase_(phase), factor_(0, step_elimination(options)) {}

  // Whether anything rubs and is not held.
  bool acts() const { return !phase_.sliding.empty() || !model_.forces.smooth_frictions.empty(); }
  // Finds a and S with friction, after EquationsOfMotion::evaluate(); the loads then contain the
  // friction. `singular` where friction jams, so that no friction force exists.
  SolveStatus solve(EquationsOfMotion& equations, const Placed& at, const Evaluation& here,
                    Loads& loads, State& state, Vector S);

 private:
  // The part of its friction bound that a leader has, and each slip that shares its friction, with
  // the sign of the leader's friction.
  struct Part {
    double value = 0;
    std::vector<double> by;  // its derivatives by all friction forces
  };

  void gather(const Loads& loads);
  void claim(std::size_t stresses);
  void find_loads();
  void find_part(std::size_t leader);
  bool find_friction();
  bool iterate(bool shares);
  bool is_within_bounds() const;
  bool pulls() const;
  bool find_parts();
  struct Tried {
    double part, excess;
  };
  bool halve_parts(std::size_t leader, Tried low, Tried high);
  bool find_part_by_steps(std::size_t leader);
  double excess(std::size_t leader, double part);
  double excess_near(std::size_t leader, double part);
  // Change of the stress of a leader's slip by a unit of friction j. Its negative is the rate of
  // slip j per rate of the leader's slip.
  double leading_by(std::size_t leader, std::size_t j) const {
    return pressing_by_[j * pressing_.size() + own_[leader]];
  }
  // Direction of slip j where the leader's slip grows: 1, -1, or 0 where slip j does not move.
  double way(std::size_t j) const;
  static double bound(const FrictionBounds& bounds, double sign) {
    return sign > 0 ? bounds.up : bounds.down;
  }

  const Model& model_;
  const Phase& phase_;
  Lu factor_;
  // The slips of the phase, then those of frictions with a direction.
  std::vector<Sliding> sliding_;
  // For each slip: friction force, and its change in an iteration.
  std::vector<double> friction_, change_;
  std::vector<double> near_;  // friction forces that excess() found last; empty: none
  std::vector<double> g_;     // nx: g of the loads without friction
  std::vector<double> unit_;  // ne
  // The stresses that press each sliding slip, then for each leader the stresses that press it and
  // the stress of its own slip. pressing_: without friction; pressing_by_: the change by a unit of
  // each friction force (one column for each).
  std::vector<double> pressing_, pressing_by_;
  std::vector<std::size_t> own_;  // where in pressing_ the stress of each leader's slip is
  // For each sliding slip, then for each leader: the load, and its derivatives by all friction
  // forces.
  std::vector<double> load_, load_by_;
  std::vector<Part> parts_;
};

// Dynamics in positions where the constraints themselves lose rank although the motion goes on
// smoothly. No choice of degrees of freedom is regular there, so everything is interpolated, as a
// function of "the state at s", from states on either side along a path through the position.

// Results of the equations of motion at a state: stresses, reactions, loads, velocity forces,
// stresses by laws, the power of gravity.
struct Solved {
  State state;
  std::vector<double> S, r, f, h, law;
  double gravity_power = 0;
};

class SingularPassage {
 public:
  explicit SingularPassage(const Model& model) : model_(model) {}

  // The state at time state.t + s on a smooth path through the state, which is equal to it at s = 0
  // in position and velocity. On entry `out` has a prediction. False where it cannot be solved.
  using StateAt = std::function<bool(double s, Solved& out)>;

  // Solves the neighbours of a state. speed: see motion_speed(). False where the neighbours on one
  // side cannot be solved. `like` has the sizes of the results.
  bool find(const State& state, double speed, const Solved& like, const StateAt& state_at);
  // out := the vector that `member` takes from each neighbour, interpolated at the state.
  template <class Member>
  void blend(Member member, std::vector<double>& out) const {
    between_.blend(around_, member, out);
  }
  double gravity_power() const;

 private:
  bool solve_neighbours(const State& state, double spacing, const StateAt& state_at);

  const Model& model_;
  Neighbours between_{Neighbours::even()};
  std::vector<Solved> around_;  // allocated at the first passage, which few motions have
};

// An equilibrium with at least so many degrees of freedom is solved on the bordered tangent
// (solve/statics/bordered_tangent.h), without transfer functions.
inline constexpr int kManyForEquilibrium = 30;

class Dynamics {
 public:
  // The degrees of freedom that the user named are kept unless may_choose.
  Dynamics(const Model& model, const Phase& phase, const Options& options, Form form,
           bool may_choose);

  // See Placement, whose partition the equations follow.
  Placed start(State& state);
  SolveStatus resume(const State& state);
  // In a nearly singular position x, v and all that accelerate() gives are interpolated from well
  // conditioned neighbours along the motion.
  Placed place(State& state, bool between_steps);
  SolveStatus accept(const State& state) { return placement_.accept(state); }

  // Finds a, e, ed, edd and all results below at the state of the handle. Returns the status of the
  // handle where the state could not be placed.
  SolveStatus accelerate(const Placed& at, State& state);
  // Only the results of accelerate() that an integrator needs: a, e, ed, stresses, and the
  // reactions of prescribed motions, which do work. All other results keep their old values until
  // complete().
  Accelerated accelerate_briefly(const Placed& at, State& state);
  void complete(const Accelerated& at, State& state);
  // Stresses and reactions while no degree of freedom accelerates; needs no mass. Loads and
  // prestress are multiplied by load_factor. Writes the imbalance of each degree of freedom, R =
  // DF^T (g - M a); the stresses of free deformations include it.
  void find_imbalance(const Placed& at, State& state, double load_factor, Vector R);

  const Options& options() const { return options_; }
  const Placement& placement() const { return placement_; }
  Kinematics& kinematics() { return placement_.kinematics(); }
  const Kinematics& kinematics() const { return placement_.kinematics(); }
  // Null as long as there is no partition.
  EquationsOfMotion* equations() { return equations_ ? &*equations_ : nullptr; }
  const EquationsOfMotion* equations() const { return equations_ ? &*equations_ : nullptr; }
  const Loads& loads() const { return loads_; }
  const Inertia& inertia() const { return inertia_; }
  // All stresses (ne): the sum of laws, constraints, drives and friction.
  ConstVector stresses() const { return S_; }
  // The stress of deformation r without the laws that act beside it: the stress of its constraint
  // or drive, of its friction, or of a penalty contact.
  double own_stress(std::size_t r) const { return S_[r] - loads_.beside()[r]; }
  // Reactions and driving forces (nx): zero where the coordinate is free.
  ConstVector reactions() const { return r_; }
  // Swaps the stresses and reactions with others, so that impulses are read as forces are.
  void exchange_efforts(std::vector<double>& stresses, std::vector<double>& reactions) {
    S_.swap(stresses);
    r_.swap(reactions);
  }
  // The rates of the states, which every acceleration leaves in the state.
  StateRates& state_rates() { return rates_; }
  const StateRates& state_rates() const { return rates_; }
  // How often states were interpolated.
  long long interpolated() const { return interpolated_; }

 private:
  class Interpolation;
  void follow_partition();
  Placed interpolate(const Placed& direct, State& state);
  SolveStatus solve(const Placed& at, State& state);
  void add_laws_beside();
  void finish(const Placed& at, State& state);

  const Model& model_;
  const Phase& phase_;
  const Options& options_;
  Form form_;
  Placement placement_;
  Inertia inertia_;
  Loads loads_;
  StateRates rates_;
  std::optional<EquationsOfMotion> equations_;
  long long renewals_ = 0;  // of the placement, when the equations were made
  SlidingFriction sliding_;
  SingularPassage passage_;
  // Weak positions that were no passages, less other positions since, and the pivot of the last
  // one.
  int refusals_ = 0;
  double refused_pivot_ = 0;
  long long interpolated_ = 0;
  long long solutions_ = 0;  // an Accelerated holds until the next solution
  std::vector<double> force_, S_, r_;
  std::vector<int> beside_;  // deformations that are held beside their laws
};

// Evaluates the rates of the states at loads that have just been evaluated; `interpolated`: those
// loads belong to a neighbour. The loads note a table that has been left.
void find_state_rates(const Model& model, bool interpolated, State& state, StateRates& rates,
                      Loads& loads);

}  // namespace mbs
