// Where a law changes most between two states.
#pragma once

#include "laws/inputs.h"
#include "text/compiled_expression.h"

namespace mbs {

// A part of the way between two states, and the change of a law along it. The ends of the part are
// parts of the way: 0 the state before, 1 the state behind.
struct LawChange {
  double low = 0, high = 1;
  double change = 0;  // its size
};

// Halves the way so many times and keeps the half in which the law changes more. before, behind:
// the inputs of the law at the two states; its values there are `from` and `to`. between: room for
// a state on the way, with the live parameters of the run.
LawChange steepest_part(const Expression& law, const LawInputs& inputs, const Slots& before,
                        const Slots& behind, double from, double to, int halvings, Slots& between);

}  // namespace mbs
