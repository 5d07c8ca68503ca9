// Positions of the joints of a dyad in the plane.
#pragma once

#include <array>
#include <cmath>
#include <vector>

#include "base/index.h"
#include "program/dyads.h"

namespace mbs {

using DyadPoint = std::array<double, 2>;

inline DyadPoint place(const DyadPlace& p, const std::vector<double>& x) {
  const double phi = p.angle < 0 ? 0 : x[at(p.angle)];
  return {x[at(p.point)] + p.xi * std::cos(phi) - p.eta * std::sin(phi),
          x[at(p.point + 1)] + p.xi * std::sin(phi) + p.eta * std::cos(phi)};
}

inline double direction(const DyadPoint& from, const DyadPoint& to) {
  return std::atan2(to[1] - from[1], to[0] - from[0]);
}
inline double distance(const DyadPoint& a, const DyadPoint& b) {
  return std::hypot(a[0] - b[0], a[1] - b[1]);
}

}  // namespace mbs
