// Reasons in the deck why a run cannot go on: its numbers are too large for their rounding, or a
// law has no value.
#pragma once

#include "assembly/loads.h"
#include "run/frame/run.h"
#include "solve/place/kinematics.h"

namespace mbs {

// Whether a prescribed coordinate or deformation is so large that its rounding moves the mechanism.
bool any_is_far(const Phase& phase, Kinematics& kinematics, const State& at);

// Reports an error and returns true if report times lie closer than their rounding, or if a
// prescribed motion is so large at time t that its rounding or its square allows no position.
bool report_rounding(const Plan& plan, const Model& model, const Phase& phase,
                     Kinematics& kinematics, const State& good, double t, Diagnostics& diagnostics);

// Reports an error and returns true if a negative damping or stiffness may have made the motion
// grow beyond all bounds. loads: of an earlier state. when: "stopped at t = ...".
bool report_growth(const Model& model, const Loads& loads, const std::string& when,
                   Diagnostics& diagnostics);

// Reports an error and returns true if a force of the loads at time t is not finite.
bool report_no_force(const Model& model, const Loads& loads, double t, Diagnostics& diagnostics);

}  // namespace mbs
