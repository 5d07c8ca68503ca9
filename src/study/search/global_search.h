// The global search of mbsim optimise: CMA-ES (study/search/cma.h) with bounds and conditions,
// begun again elsewhere when it has come to rest, until the runs are used up. More points pass over
// more local optima (Auger and Hansen 2005, "A restart CMA evolution strategy with increasing
// population size"), fewer points are more descents: descent k has 2^z times the usual number, z
// being how often 2 divides k, so that each size has its share of the runs.
//
// Bounds mirror: a point that is drawn beyond one is taken as far before it. Conditions count by
// what they are missed by times a weight (an exact penalty), which grows while most of a generation
// misses them and falls while most fulfil them. Runs that fail come last.
#pragma once

#include "study/search/search_log.h"

namespace mbs {

void search_globally(const PreparedOptimise& prepared, SearchLog& log);

// The step that a first generation takes in each parameter: SPREAD, or this part of the bounds.
inline constexpr double kUsualSpread = 0.3;

}  // namespace mbs
