// One step of Gragg's modified midpoint rule with extrapolation, up to order 18.
#pragma once

#include <functional>

#include "dense.h"

namespace hunt {

using Rate = std::function<Numbers(double t, const Numbers& y)>;

// y at t + h; false if it is not found to the tolerance (relative to 1 + |y|). h is then made
// smaller; after success it is the step that should be tried next.
bool gragg_step(const Rate& rate, double t, double& h, double tolerance, Numbers& y);

}  // namespace hunt
