// How the gap of a contact depends on the place of one body seen from the other. The form gives
// bounds of the gap between two evaluations.
#pragma once

#include <array>
#include <cstdint>

namespace mbs {

enum class GapForm : std::uint8_t {
  smooth,   // a smooth function of the coordinates
  convex,   // a convex function of q, the place of a point of a in the frame of b
  distance  // changes at most by the way of q plus the turn of a times `size`
};

struct Approach {
  GapForm form = GapForm::smooth;
  std::array<int, 6> coordinates = {};  // x, y, phi of bodies a and b
  double xi = 0, eta = 0;               // the point of a
  double size = 0;                      // [m/rad]
  bool size_grows = false;              // `size` grows by the distance of q from the origin of b
};

}  // namespace mbs
