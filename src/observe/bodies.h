// Bodies and points of interest: position, velocity, acceleration (Flores 2010 chapter 6).
#pragma once

#include "base/views.h"
#include "model/model.h"
#include "model/state.h"
#include "observe/layout.h"

namespace mbs {

// Appends body2.x .y .phi .xd ... .phidd of every body and point1.x .y .xd .yd .xdd .ydd, and the
// two tables of a KABIOS report; in space body2.x .y .z .xd ... .zdd and the same of points.
void lay_out_bodies(const Model& model, Layout& layout);
// The number of channels that lay_out_bodies() appends.
int count_of_bodies(const Model& model);

// Fills the numbers of lay_out_bodies(), bodies first.
void observe_bodies(const Model& model, const State& state, Vector values);

}  // namespace mbs
