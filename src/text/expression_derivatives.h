// First and second derivatives of the operations of expressions. Private to text/.
//
// At a kink or a jump of an operation the branch that gives the value also gives the derivatives:
// abs(x) is x from 0 on, min and max take their first argument where two are equal, a comparison,
// sign, step, floor and ceil are constant, mod(x, y) is x - n y with its n. At (0, 0) hypot has
// slope 0. Where a derivative does not exist (sqrt and log at 0) it is infinite or nan.
#pragma once

#include "text/expression_program.h"

namespace mbs {

// First derivatives of f(a, b).
struct Slopes {
  double a = 0, b = 0;
};
struct Curvatures {
  double aa = 0, ab = 0, bb = 0;
};

// f is apply(operation, a, b). `in_b`: whether b is no constant; if it is one, derivatives by b may
// stay 0.
Slopes slopes(Operation operation, double a, double b, double f, bool in_b);
Curvatures curvatures(Operation operation, double a, double b, double f, bool in_b);

}  // namespace mbs
