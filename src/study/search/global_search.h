// The global search of mbsim optimise: CMA-ES (study/search/cma.h) with bounds and conditions,
// restarted elsewhere when a descent has come to rest, until the runs are used up. A large
// population passes over more local optima (Auger and Hansen 2005, "A restart CMA evolution
// strategy with increasing population size"), a small one allows more descents. Descent k has 2^z
// times the usual population, where z is how often 2 divides k, so that each size has its share of
// the runs.
//
// Bounds mirror: a point drawn beyond a bound is reflected to the same distance inside. A missed
// condition adds its excess times a weight to the rank value (an exact penalty). The weight grows
// while most of a generation misses the condition and falls while most fulfil it. Failed runs rank
// last.
#pragma once

#include "study/search/search_log.h"

namespace mbs {

void search_globally(const PreparedOptimise& prepared, SearchLog& log);

// The first step of each parameter is its SPREAD, else this part of the width of its bounds.
inline constexpr double kUsualSpread = 0.3;

}  // namespace mbs
