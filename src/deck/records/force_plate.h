// What a force plate measures while nobody stands on it.
#pragma once

#include <memory>

#include "text/time_table.h"

namespace mbs {

// A table of fx fy x y. Rows whose force is below the threshold, and those whose force is 0, are
// unloaded: their force is 0, and their place is that of the last loaded row before, or, of the row
// just before the foot comes down again, that of the next one. So force and moment go straight to 0
// and from it, and the place is never interpolated between two contacts. A row alone between two
// loaded ones keeps the place of the first. What changed is said in the head.
std::shared_ptr<const TimeTable> without_unloaded(std::shared_ptr<const TimeTable> table,
                                                  double threshold);

}  // namespace mbs
