// Joints of muscles that depend on one another.
#pragma once

#include <string>

#include "model/built.h"

namespace mbs {

struct Tables;

// Lines of the head: the muscles that cross joints which depend on one another by a loop of bodies,
// so that no arm is that of virtual work alone.
std::string describe_dependent_joints(const Tables& tables, const Built& built);

}  // namespace mbs
