// The error that an expression has no value.
#pragma once

#include "base/diagnostics.h"
#include "text/compiled_expression.h"

namespace mbs {

// The expression has no value at time t.
void report_missing_value(const MissingValue& left, double t, Diagnostics& diagnostics);

}  // namespace mbs
