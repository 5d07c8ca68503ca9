// The error that an expression has left a table.
#pragma once

#include "base/diagnostics.h"
#include "text/compiled_expression.h"

namespace mbs {

// The expression has no value at time t.
void report_left_table(const LeftTable& left, double t, Diagnostics& diagnostics);

}  // namespace mbs
