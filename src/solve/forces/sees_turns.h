// Which deformations belong to the shape of a mechanism, whatever way it is turned.
#pragma once

#include <vector>

#include "model/model.h"

namespace mbs {

// Whether each deformation (ne) changes while the whole mechanism turns, drawn at x (nq): those
// that stand along the axes of space do, such as the gaps of an elastic pin. In a frame that turns
// they are no measure of the shape.
std::vector<char> sees_turns(const Model& model, ConstVector x);

}  // namespace mbs
