// Finds the joints between the bodies of a path or spring that a muscle lies over.
#pragma once

#include "model/model.h"

namespace mbs {

struct Tables;

// Fills muscle_crossings and shared_crossings. Joints that a muscle crosses without naming them are
// appended to its arms in Parts, which must exist.
void find_crossed_joints(const Tables& tables, Model& model);

}  // namespace mbs
