// The rate of the fastest motion near a state, whether it moves or not: the largest modulus of the
// eigenvalues of df/dy, by power iteration with differences.
#pragma once

#include "integrate/system.h"

namespace mbs {

// [1/unit of time], to a few per cent where one motion is faster than the others; 0 where f cannot
// be evaluated.
double fastest_rate(const OdeSystem& system, double t, ConstVector y);

}  // namespace mbs
