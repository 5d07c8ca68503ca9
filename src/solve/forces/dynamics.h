// The motion of a mechanism under forces. place() brings a state onto the constraints, with
// solve/place/placement.h; accelerations, stresses and reactions there follow from accelerate(),
// with solve/forces/equations_of_motion.h. Each asks for the handle that the one before has made
// (solve/place/placed.h).
#pragma once

#include "assembly/state_rates.h"
#include "solve/forces/equations_of_motion.h"
#include "solve/forces/singular_passage.h"
#include "solve/forces/sliding_friction.h"
#include "solve/place/placement.h"

namespace mbs {

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
  SolveStatus accept(const Placed& at, const State& state) { return placement_.accept(at, state); }

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
