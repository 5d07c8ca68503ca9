// Bodies and points of interest: position, velocity, acceleration (Flores 2010 chapter 6).
#pragma once

#include "base/views.h"
#include "model/model.h"
#include "model/state.h"
#include "observe/layout.h"

namespace mbs {

// Appends body2.x .y .phi .xd ... .phidd of every body and point1.x .y .xd .yd .xdd .ydd, and the
// two tables of a KABIOS report.
void lay_out_bodies(const Model& model, Layout& layout);

// Fills 9 numbers per body and 6 per point, in that order.
void observe_bodies(const Model& model, const State& state, Vector values);

}  // namespace mbs
