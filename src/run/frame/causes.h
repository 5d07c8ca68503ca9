// Why a run cannot go on, where the numbers of the deck themselves are the cause: they are too
// large for their rounding, or a law has no value.
#pragma once

#include "assembly/loads.h"
#include "run/frame/run.h"
#include "solve/place/kinematics.h"

namespace mbs {

// Whether a coordinate or deformation is prescribed so far away that its rounding moves the
// mechanism.
bool any_is_far(const Phase& phase, Kinematics& kinematics, const State& at);

// True, with an error, where report times lie closer than their rounding, or what is prescribed has
// at time t become so large that its rounding, or its square, leaves no position to be found.
bool report_rounding(const Plan& plan, const Model& model, const Phase& phase,
                     Kinematics& kinematics, const State& good, double t, Diagnostics& diagnostics);

// True, with an error, where a damping or a stiffness is negative by which a motion may have grown
// beyond all bounds; the loads are those of a state before. when: "stopped at t = ...".
bool report_growth(const Model& model, const Loads& loads, const std::string& when,
                   Diagnostics& diagnostics);

// True, with an error, where a force of these loads, which are those of time t, is no number.
bool report_no_force(const Model& model, const Loads& loads, double t, Diagnostics& diagnostics);

}  // namespace mbs
