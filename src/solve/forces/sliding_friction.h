// Contacts and joints that rub and are not held: the friction of what slides is a coefficient times
// a load, and the load depends on the stresses that are the unknowns of the equations. What stands
// still with a leader (model/phase.h) has the same part of its bound as that.
#pragma once

#include "solve/forces/equations_of_motion.h"

namespace mbs {

class SlidingFriction {
 public:
  SlidingFriction(const Model& model, const Phase& phase, const Options& options)
      : model_(model), phase_(phase), factor_(0, step_elimination(options)) {}

  // Whether the phase has anything that rubs and is not held.
  bool acts() const { return !phase_.sliding.empty(); }
  // a and S with that friction, after EquationsOfMotion::evaluate(). The loads
  // then contain that friction. `singular` where friction jams, so that no friction force exists.
  SolveStatus solve(EquationsOfMotion& equations, const Placed& at, const Evaluation& here,
                    Loads& loads, State& state, Vector S);

 private:
  // Of a leader, and of those that share its friction: the part of its bound that each has, with
  // the sign of the leader's friction.
  struct Part {
    double value = 0;
    std::vector<double> by;  // its derivatives by all friction forces
  };

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
  // Stress of the slip of a leader by a unit of friction j; its own change, negative, is the ratio
  // of the slips.
  double leading_by(std::size_t leader, std::size_t j) const {
    return pressing_by_[j * pressing_.size() + own_[leader]];
  }
  // How slip j goes where that of its leader grows: 1, -1, or 0 where it does not.
  double way(std::size_t j) const;
  static double bound(const FrictionBounds& bounds, double sign) {
    return sign > 0 ? bounds.up : bounds.down;
  }

  const Model& model_;
  const Phase& phase_;
  Lu factor_;
  // Of each slip: friction force, change of the friction in an iteration.
  std::vector<double> friction_, change_;
  std::vector<double> g_;     // nx: of the loads without friction
  std::vector<double> unit_;  // ne
  // Stresses that press what slides, and of each leader those that press it and its own: without
  // friction, and (one column for each friction force) by a unit of it.
  std::vector<double> pressing_, pressing_by_;
  std::vector<std::size_t> own_;  // where in pressing_ the stress of each leader's slip is
  // Of all that slides and after it of the leaders: the load, and its derivatives by all friction
  // forces.
  std::vector<double> load_, load_by_;
  std::vector<Part> parts_;
};

}  // namespace mbs
