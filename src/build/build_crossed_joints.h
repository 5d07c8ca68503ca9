// Which joints the lengths between bodies reach over that muscles lie over.
#pragma once

#include "model/model.h"

namespace mbs {

struct Tables;

// Fills muscle_crossings and shared_crossings and appends the names of joints that a muscle crosses
// without naming them to its arms in Parts, which are made.
void find_crossed_joints(const Tables& tables, Model& model);

}  // namespace mbs
