// Picks, of all forces that make the same accelerations (or velocities), those that do not depend
// on the order of the lines.
#pragma once

#include "solve/impact/touch_problem.h"

namespace mbs {

// Where many forces give the accelerations and the joint loads of `solution`, takes those with the
// least sum of squares of the normal forces, and with these the least sum of W T^2 / (sqrt(W) mu N)
// of the friction T of standing rubs: rubs that hold one motion together then have the same part of
// their bounds. Where a normal would pull or a rub break away by its share, the step towards these
// forces is cut at the bound. True if there are many such forces. `open`: for each line, whether
// its normal force is not unique; with `open`, friction is shared only under such a normal force.
bool share_evenly(const TouchProblem& problem, TouchSolution& solution,
                  std::vector<char>* open = nullptr);

}  // namespace mbs
