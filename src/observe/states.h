// The states of the deck (ODE): a table of values and rates, channels "name" and "name.rate".
#pragma once

#include "model/model.h"
#include "model/state.h"
#include "observe/layout.h"

namespace mbs {

// Nothing where there are none.
void lay_out_states(const Model& model, Layout& layout);
// Two numbers for each; rates are those of the last acceleration.
void observe_states(const Model& model, const State& state, double* out);

}  // namespace mbs
