// ITERSTEP ... ARC: the equilibrium is reached along the path of equilibria, through limit points.
// A method keeps that as a negative number of load steps.
#pragma once

#include <cstdlib>

#include "plan/method.h"

namespace mbs {

inline bool follows_path(const Method& method) { return method.load_steps < 0; }
inline int load_steps_of(const Method& method) { return std::abs(method.load_steps); }

}  // namespace mbs
