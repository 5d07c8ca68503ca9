// Contacts and joints that slide: their friction is a coefficient times a load, and the load
// depends on the stresses that are the unknowns of the equations.
#pragma once

#include "solve/equations_of_motion.h"

namespace mbs {

class SlidingFriction {
 public:
  SlidingFriction(const Model& model, const Phase& phase, const Options& options)
      : model_(model), phase_(phase), factor_(0, step_elimination(options)) {}

  // Whether the phase has anything that slides.
  bool acts() const { return !phase_.sliding.empty(); }
  // a and S with the friction of all that slides, after EquationsOfMotion::evaluate(). The loads
  // then contain that friction. `singular` where friction jams, so that no friction force exists.
  SolveStatus solve(EquationsOfMotion& equations, const Placed& at, const Evaluation& here,
                    Loads& loads, State& state, Vector S);

 private:
  void claim(std::size_t stresses);
  bool find_friction();

  const Model& model_;
  const Phase& phase_;
  Lu factor_;
  // Of each slip: friction force, stress by a law besides, change of the friction in an iteration.
  std::vector<double> friction_, law_, change_;
  std::vector<double> g_;     // nx: of the loads without friction
  std::vector<double> unit_;  // ne
  // Stresses that press the sliding contacts: without friction, and (one column for each of them)
  // by a unit of its friction.
  std::vector<double> pressing_, pressing_by_;
};

}  // namespace mbs
