// How the gap of a contact follows from the place of one body seen from the other: what bounds it
// between two looks.
#pragma once

#include <array>
#include <cstdint>

namespace mbs {

enum class GapForm : std::uint8_t {
  smooth,   // of the coordinates
  convex,   // of the place q of a point of a in the frame of b: it lies above its tangent planes
  distance  // it changes by no more than q moves, and what a turns times a size besides
};

struct Approach {
  GapForm form = GapForm::smooth;
  std::array<int, 6> coordinates = {};  // x, y, phi of bodies a and b
  double xi = 0, eta = 0;               // the point of a
  double size = 0;                      // [m/rad]
  bool size_grows = false;              // by the distance of q from the origin of b
};

}  // namespace mbs
