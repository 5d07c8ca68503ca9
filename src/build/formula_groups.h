// Groups the rows of a batch of formulas by their shape (elements/formula.h).
#pragma once

#include <cstddef>
#include <vector>

#include "elements/formula.h"

namespace mbs {

// Puts the last row of the batch, whose columns are complete, into the group of its shape, or into
// a new group. first_slot: slot of the first input. angles: the angle coordinates, ascending.
void add_to_group(const Expression& expression, const std::vector<FormulaInput>& inputs,
                  int first_slot, const std::vector<int>& angles, const ElementBatch& batch,
                  FormulaRows& formulas);

// Whether the derivatives of an expression by its `inputs` variables are equal at four points; for
// a linear expression they are.
bool has_constant_slopes(const Expression& expression, int first_slot, std::size_t inputs);

}  // namespace mbs
