// The channels of a kinematic run, in the order of its CSV.
#pragma once

#include "observe/forces.h"
#include "observe/joint_places.h"
#include "observe/names.h"
#include "observe/rotations.h"
#include "observe/states.h"
#include "plan/plan.h"

namespace mbs {

struct KinematicLayout {
  KinematicLayout(const Plan& plan, const Model& model, const Phase& phase)
      : motion(model, plan.vocabulary.rows), joints(model), rotations(plan, model) {
    motion.lay_out(phase, layout);
    joints_first = layout.count();
    joints.lay_out(layout);
    states_first = layout.count();
    lay_out_states(model, layout);
    rotations_first = layout.count();
    rotations.lay_out(layout);
    add_names(plan, model, layout);
  }

  // The numbers of the row at time t, without those of OUT lines. Returns what the report says of
  // them.
  std::string observe(const Model& model, const State& state, double t, Vector values) {
    motion.observe(state, values);
    joints.observe(state, values.data() + joints_first);
    observe_states(model, state, values.data() + states_first);
    double* const of_rotations = values.data() + rotations_first;
    rotations.observe(state, of_rotations);
    return rotations.keep(t, of_rotations);
  }

  Layout layout;
  MotionObserver motion;
  JointPlaces joints;
  RotationObserver rotations;
  int joints_first = 0, states_first = 0, rotations_first = 0;
};

}  // namespace mbs
