// The rows of a batch of formulas in groups of one shape (elements/formula.h), and what is asked of
// their expressions.
#pragma once

#include <cstddef>
#include <vector>

#include "elements/formula.h"

namespace mbs {

// Puts the last row of the batch, whose columns are complete, into the group of its shape among the
// formulas of that batch, or into a new one. first_slot: of the first input; angles: the
// coordinates that are angles, ascending.
void add_to_group(const Expression& expression, const std::vector<FormulaInput>& inputs,
                  int first_slot, const std::vector<int>& angles, const ElementBatch& batch,
                  FormulaRows& formulas);

// Whether the slopes of an expression by `inputs` variables are the same at four places: those of a
// linear one are so everywhere.
bool has_constant_slopes(const Expression& expression, int first_slot, std::size_t inputs);

}  // namespace mbs
