// The channels of a kinematic run, in the order of its CSV.
#pragma once

#include "observe/forces.h"
#include "observe/joint_places.h"
#include "observe/names.h"
#include "observe/states.h"
#include "plan/plan.h"

namespace mbs {

struct KinematicLayout {
  KinematicLayout(const Plan& plan, const Model& model, const Phase& phase)
      : motion(model, plan.vocabulary.rows), joints(model) {
    motion.lay_out(phase, layout);
    joints_first = layout.count();
    joints.lay_out(layout);
    states_first = layout.count();
    lay_out_states(model, layout);
    add_names(plan, model, layout);
  }

  Layout layout;
  MotionObserver motion;
  JointPlaces joints;
  int joints_first = 0, states_first = 0;
};

}  // namespace mbs
