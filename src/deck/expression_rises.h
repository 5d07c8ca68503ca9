// The standard rises of cams and drives (Norton, Cam Design and Manufacturing Handbook, chapters 2
// and 3): from 0 at u = 0 to 1 at u = 1, at rest before and after. Private to deck/.
#pragma once

#include "deck/expression_program.h"

namespace mbs {

// out = {value, first and second derivative} at u, of one of Operation::rise_...
void evaluate_rise(Operation rise, double u, double out[3]);

}  // namespace mbs
