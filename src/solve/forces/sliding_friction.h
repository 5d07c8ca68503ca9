// Contacts and joints that rub and are not held: the friction of a slip is a coefficient times a
// load, and the load depends on stresses that are unknowns of the equations. A slip that stands
// still with a leader (model/phase.h) has the same part of its friction bound as the leader.
#pragma once

#include "solve/forces/equations_of_motion.h"

namespace mbs {

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
  bool find_part_by_steps(std::size_t leader);
  double excess(std::size_t leader, double part);
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

}  // namespace mbs
