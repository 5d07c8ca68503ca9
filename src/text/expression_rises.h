// The standard rises of cams and drives (Norton, Cam Design and Manufacturing Handbook, chapters 2
// and 3): from 0 at u = 0 to 1 at u = 1, at rest before and after. Private to text/.
#pragma once

#include "text/expression_program.h"

namespace mbs {

struct Rise {
  double value, slope, curvature;
};
// Whether it is one of Operation::rise_...
bool is_rise(Operation operation);
// Value, slope and curvature of a rise at u.
Rise evaluate_rise(Operation rise, double u);

}  // namespace mbs
