// The deformations that have a part in a balance of forces.
#pragma once

#include <vector>

#include "model/model.h"
#include "model/phase.h"

namespace mbs {

// Of each deformation whether it is held or a degree of freedom, has a stress or mass, or is read
// by a law (Model::ranged knows most of these). All others only measure.
std::vector<char> acting_rows(const Model& model, const Phase& phase);

}  // namespace mbs
