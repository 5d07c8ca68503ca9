// Newton's method may lead the strain of a tendon to where no muscle is: a fibre longer than its
// path, or shorter than nothing. The rates there grow with the square of the length, and the
// iteration comes back from there slowly or never.
#pragma once

#include "base/views.h"
#include "model/model.h"
#include "model/state.h"

namespace mbs {

// Takes the strain at which fibre and tendon are in balance (laws/muscle_balance.h) for those that
// have left the range of fibres; all: for the others, too. Of a state whose position has the
// deformations e (ne). A strain that is no state named EQUILIBRIUM stays.
void keep_muscles_in_range(const Model& model, ConstVector e, bool all, State& state);

}  // namespace mbs
