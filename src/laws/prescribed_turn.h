// The motion of an orientation that moves as prescribed.
#pragma once

#include "plan/prescribed_turn.h"

namespace mbs {

// q, w and wd from the angles, or from q1 q2 q3 and q0, each with its two rates.
struct TurnMotion {
  double q[4], w[3], wd[3];
};
TurnMotion turn_as_prescribed(const PrescribedTurn& turn, const double given[4][3]);

}  // namespace mbs
