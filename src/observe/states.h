// The states of the deck (ODE): a table of values and rates, channels "name" and "name.rate".
#pragma once

#include "model/model.h"
#include "model/state.h"
#include "observe/layout.h"

namespace mbs {

// Adds nothing without states.
void lay_out_states(const Model& model, Layout& layout);
// Two numbers for each state: its value, and its rate of the last acceleration.
void observe_states(const Model& model, const State& state, double* out);

}  // namespace mbs
