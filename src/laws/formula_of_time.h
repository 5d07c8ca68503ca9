// An expression of an element that reads t.
#pragma once

#include "text/compiled_expression.h"

namespace mbs {

struct FormulaOfTime {
  Expression expression;
  int t = 0;            // slot of t
  int deformation = 0;  // deformation of the element
};

}  // namespace mbs
