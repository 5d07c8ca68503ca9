// Prescribed angles that an expression reads from files: if the rows lie within one turn, they are
// moved by whole turns to a continuous angle, as for MOTION and INPUTX.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "deck/tables/tables.h"
#include "text/expression.h"

namespace mbs {

struct UnwrappedMotion {
  std::optional<Expression> expression;  // empty: no table was unwrapped
  std::vector<std::string> said;         // lines for the head of the report
};

// Unwraps motion k of the deck, which has this expression. A table is unwrapped if the expression
// is a constant times the table, plus terms that do not read the table. Tables of smooth()
// stay as they are, because their rows are smoothed when they are read.
UnwrappedMotion unwrap_motion(const Tables& tables, int k, const Expression& expression);
// The lines of all motions of the deck.
std::string describe_unwrapped(const Tables& tables);

}  // namespace mbs
