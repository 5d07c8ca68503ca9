// From where a picture of space is seen.
#pragma once

#include <array>
#include <string>

#include "base/space_vector.h"
#include "draw/scene/vec.h"

namespace mbs {

// The directions of a view: to the right, up, and towards the eye.
struct Eye {
  std::string name;
  Vec3 right, up, towards;
  Vec flat(Vec3 p) const { return {dot(right, p), dot(up, p)}; }
};

// Which way is up: along an axis of space, 0 to 2, or against it.
struct Upright {
  int axis = 2, sign = 1;
};
// Against the axis that gravity is nearest to; z without gravity.
Upright upright_against(const std::array<double, 3>& gravity);

// The axonometric view, without a name, then those from the front, from the top and from the right.
// The axonometric one looks down by 25 degrees; with z upwards from the right of -y.
std::array<Eye, 4> views_of(Upright upright);

}  // namespace mbs
