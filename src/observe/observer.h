// Everything a dynamic report shows at one time, in the order of its tables.
#pragma once

#include <algorithm>
#include <limits>
#include <optional>
#include <span>

#include "observe/bodies.h"
#include "observe/energy.h"
#include "observe/forces.h"
#include "observe/joint_places.h"
#include "observe/muscles.h"
#include "observe/observers.h"
#include "observe/out_channels.h"
#include "observe/rotations.h"
#include "observe/space_joints.h"
#include "observe/space_net_joints.h"
#include "observe/states.h"
#include "observe/static_optimisation.h"

namespace mbs {

class Observer {
 public:
  Observer(const Plan& plan, const Model& model, const Phase& phase);

  const Layout& layout() const { return layout_; }
  const std::vector<ChainObserver::Meter>& meters() const { return chain_.meters(); }
  // The numbers of a row from the first number of the chain on.
  ConstVector of_chain(ConstVector values) const {
    return values.subspan(static_cast<std::size_t>(reactions_first_));
  }
  // Adds the channels of OUT lines, then the channels of STATICOPT, after all others. Errors go to
  // `diagnostics`.
  void add_outs(const Plan& plan, Diagnostics& diagnostics) {
    outs_.emplace(plan, layout_, diagnostics);
    sharing_.emplace(plan, model_, phase_, layout_, diagnostics);
  }
  // Fills the channels of OUT lines and STATICOPT from all others; observe() and probe() do not.
  void observe_outs(const State& state, Vector values) {
    if (outs_) outs_->observe(state.t, phase_.parameters, values);
    if (sharing_) sharing_->observe(state, phase_, values);
  }
  // values: layout().count() numbers, at a state after Dynamics::accelerate(). The first call sets
  // the energy that the balance counts from. work: of DynamicSystem, to which muscles contribute by
  // their tensions; adding the energy of tendons gives the work of the fibres.
  void observe(const State& state, const Dynamics& dynamics, double work, Vector values);
  // The row of observe() at time t is shown: angles of rotations go on from it. Returns what the
  // report says of them.
  // Rotations that go on from the end of the step before (observe/rotations.h).
  bool follows_turns() const { return rotations_.goes_on(); }
  void follow_turns(const State& state) { rotations_.follow(state); }
  double longest_turn() const { return rotations_.longest_step(); }
  // Whether one of these channels may be of a rotation that goes on.
  bool reads_turns(const std::vector<int>& channels) const {
    return follows_turns() && std::any_of(channels.begin(), channels.end(), [this](int k) {
             const Of of = layout_.channels[static_cast<std::size_t>(k)].what.of;
             return of == Of::rotation || of == Of::out;
           });
  }
  std::string show_rotations(double t, ConstVector values) {
    return rotations_.keep(t, values.data() + rotations_first_);
  }
  // The numbers of observe() at a trial state, for an event function; the figures of the audit do
  // not change.
  void probe(const State& state, const Dynamics& dynamics, double work, Vector values);
  // The groups that contain the given channels. A channel of an OUT line may read all groups.
  struct Parts {
    bool forces = false, net_joints = false, contacts = false, powers = false, muscles = false,
         joints = false, totals = false;
  };
  Parts parts_with(std::span<const int> channels) const;
  // probe() of these groups only; other channels may keep any finite value.
  void probe(const State& state, const Dynamics& dynamics, double work, Vector values,
             const Parts& parts);
  // Kinetic plus potential energy at a state after accelerate(), without the energy of tendons and
  // parallel elements [J].
  double energy(const State& state, const Dynamics& dynamics);
  // Updates the class letters in the tables after an event has changed classes.
  void relabel();
  // Adds the impulses of an event (solve/impact/impulse.h) to the channels of impulses.
  void add_impulses(const std::vector<double>& R, const std::vector<double>& L) {
    impulses_.add(R, L);
  }
  // kinetic + potential - work - start of the last observation, and the largest energy seen.
  double balance() const { return balance_; }
  double energy_scale() const { return energy_scale_; }
  // Largest gap in the rates of momentum so far, over the largest term of all times and axes
  // (moments over the longest lever arm). The terms of one time or axis may all be rounding.
  double momentum_gap() const;
  // Largest slopes of the energy so far, of lengths and of angles.
  const std::array<double, 2>& velocity_slope() const { return velocity_slope_; }
  const std::array<double, 2>& position_slope() const { return position_slope_; }
  // Kinetic energy of the last call of energy().
  double kinetic() const { return kinetic_; }

 private:
  void fill_forces(const State& state, const Dynamics& dynamics, double* out);
  void fill(const State& state, const Dynamics& dynamics, const Parts& parts, Vector values);
  Totals fill_totals(const State& state, const Dynamics& dynamics, double work, Vector values,
                     bool audited);

  const Model& model_;
  const Phase& phase_;
  bool bodies_;  // tables of bodies and joints rather than of nodes and elements
  Layout layout_;
  std::vector<int> open_;  // channels that nothing determines
  ChainObserver chain_;    // of a SEGDYN deck
  ReactionObserver reactions_;
  NetJointObserver net_joints_;
  SpaceNetJointObserver space_net_joints_;
  RecordedObserver recorded_;
  ContactObserver contacts_;
  WheelObserver wheels_;
  PowerObserver powers_;
  MuscleObserver muscles_;
  TotalsObserver totals_;
  bool spatial_;  // three numbers of each vector
  ImpulseObserver impulses_;
  JointPlaces joints_;
  SpaceJointObserver space_joints_;
  RotationObserver rotations_;
  std::optional<OutChannels> outs_;
  std::optional<StaticOptimisation> sharing_;
  int reactions_first_ = 0, elements_first_ = 0, space_joints_first_ = 0, net_joints_first_ = 0,
      space_net_joints_first_ = 0, recorded_first_ = 0, contacts_first_ = 0, wheels_first_ = 0,
      powers_first_ = 0, muscles_first_ = 0, states_first_ = 0, totals_first_ = 0,
      impulses_first_ = 0, joints_first_ = 0, rotations_first_ = 0;
  bool started_ = false;
  double start_energy_ = 0, balance_ = 0, energy_scale_ = 0;
  std::array<double, 6> momentum_gaps_{}, momentum_terms_{};
  double length_ = std::numeric_limits<double>::min();  // longest lever arm so far
  double largest_effort_ = 0;                           // stress or law of a load, so far
  double largest_terms_ = 0;  // stiffness of a spring times the terms of its deformation, so far
  std::array<double, 2> velocity_slope_{}, position_slope_{};
  double kinetic_ = 0;
};

}  // namespace mbs
