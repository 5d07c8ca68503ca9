// From where a picture of space is seen.
#pragma once

#include <cmath>
#include <string_view>

#include "base/space_vector.h"
#include "draw/scene/vec.h"

namespace mbs {

// The directions of a view: to the right, up, and towards the eye.
struct Eye {
  std::string_view name;
  Vec3 right, up, towards;
  Vec flat(Vec3 p) const { return {dot(right, p), dot(up, p)}; }
};

// The axonometric view looks down by 25 degrees, from the right of -y.
inline const Eye& axonometric() {
  static const Eye eye = [] {
    constexpr double kTurn = -0.96, kDown = 0.44;  // rad
    const double c = std::cos(kTurn), s = std::sin(kTurn);
    const double cd = std::cos(kDown), sd = std::sin(kDown);
    return Eye{"", {-s, c, 0}, {-c * sd, -s * sd, cd}, {c * cd, s * cd, sd}};
  }();
  return eye;
}

}  // namespace mbs
