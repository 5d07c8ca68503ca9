// Of all forces that make the same accelerations (velocities) the ones that do not depend on the
// order of the lines.
#pragma once

#include "solve/impact/touch_problem.h"

namespace mbs {

// Where many forces give what `solution` gives, and press the joints as it does: those with the
// least squares of the normal forces, and with these the least sum of W T^2 / (sqrt(W) mu N) of
// the friction T of what stands: what holds one motion together has the same part of its bound.
// Where one would pull or break away by its share, as near to that as none does. True if there are
// many. `open`: of each line, whether its normal force has no single value; with it friction is
// shared only where its normal force is.
bool share_evenly(const TouchProblem& problem, TouchSolution& solution,
                  std::vector<char>* open = nullptr);

}  // namespace mbs
