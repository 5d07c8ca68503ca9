// Prescribed motions that are expressions read parameters, which an event may set. Their velocities
// may jump then, their positions not.
#pragma once

#include "plan/events.h"
#include "run/motion/dynamic_site.h"

namespace mbs {

// Checks the prescribed motions after parameters have new values: sets `switches` where a velocity
// jumps. False, with an error at the row, where a position would jump.
bool motions_go_on(const DynamicSite& site, const EventRow& row, bool& switches);

}  // namespace mbs
