// An expression of an element that reads the time.
#pragma once

#include "text/compiled_expression.h"

namespace mbs {

struct FormulaOfTime {
  Expression expression;
  int t = 0;            // its slot
  int deformation = 0;  // that it gives
};

}  // namespace mbs
