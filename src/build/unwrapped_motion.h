// Prescribed angles that an expression reads from files: rows that were taken to lie within one
// turn are moved by whole turns, as those of MOTION and INPUTX are.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "deck/tables/tables.h"
#include "text/expression.h"

namespace mbs {

struct UnwrappedMotion {
  std::optional<Expression> expression;  // where a table was unwrapped
  std::vector<std::string> said;         // for the head of a report, one line each
};

// Of motion k of the deck, whose expression is given. A table counts where the expression is a
// constant times the table at t and something that does not read it. Those of smooth() are left as
// they are: their rows are smoothed when they are read.
UnwrappedMotion unwrap_motion(const Tables& tables, int k, const Expression& expression);
// What is said of all motions of the deck, each in a line.
std::string describe_unwrapped(const Tables& tables);

}  // namespace mbs
