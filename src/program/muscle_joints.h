// Joints of muscles that depend on one another.
#pragma once

#include <string>

#include "model/built.h"

namespace mbs {

struct Tables;

// Head lines that name muscles across joints which a loop of bodies makes dependent: the arm of
// such a muscle does not follow from virtual work alone.
std::string describe_dependent_joints(const Tables& tables, const Built& built);

}  // namespace mbs
