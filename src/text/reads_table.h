// Whether numbers of a file stand in an expression.
#pragma once

#include "text/expression.h"

namespace mbs {

// Whether it calls table(), spline() or another function that reads the rows of a file.
bool reads_table(const Expression& expression);

}  // namespace mbs
