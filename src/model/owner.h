// The owners of coordinates and deformations of a model: which turn, which belong to what.
#pragma once

#include <algorithm>
#include <vector>

#include "model/model.h"

namespace mbs {

// Whether the velocity of this coordinate is angular: of an angle or an orientation.
inline bool turns(const Model& model, int coordinate) {
  return std::find(model.turning.begin(), model.turning.end(), coordinate) != model.turning.end();
}

// turns() of every coordinate.
inline std::vector<char> turning_flags(const Model& model) {
  std::vector<char> out(model.nx, 0);
  for (const int i : model.turning) out[i] = 1;
  return out;
}

// Whether a node is the ground of space, which no table shows.
inline bool is_ground(const Node& node) { return node.number == 0; }

inline bool has_deformation(const ElementRange& element, int r) {
  return r >= element.first && r < element.first + element.type->ne;
}

// The element of deformation r. Elements stand batch by batch, not in the order of the
// deformations.
inline const ElementRange& owner_of(const Model& model, int r) {
  return *std::find_if(model.elements.begin(), model.elements.end(),
                       [r](const ElementRange& element) { return has_deformation(element, r); });
}

// Whether deformation r is an angle.
inline bool is_angle_of(const Model& model, int r) {
  const ElementRange& element = owner_of(model, r);
  return element.type->spec.deformations[static_cast<std::size_t>(r - element.first)].unit ==
         unit::radian;
}

}  // namespace mbs
