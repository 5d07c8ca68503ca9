// Whether an expression reads numbers of a file.
#pragma once

#include "text/expression.h"

namespace mbs {

// Whether it calls table(), spline() or another function that reads the rows of a file.
bool reads_table(const Expression& expression);

}  // namespace mbs
