// Random directions, places and orientations of the hunt of space.
#pragma once

#include <array>
#include <cmath>

#include "space.h"

namespace hunt {

inline Vector3 random_direction(Random& random) {
  for (;;) {
    const Vector3 v{random.uniform(-1, 1), random.uniform(-1, 1), random.uniform(-1, 1)};
    const double n = std::sqrt(dot(v, v));
    if (n > 0.2 && n < 1) return {v[0] / n, v[1] / n, v[2] / n};
  }
}

inline Vector3 random_place(Random& random, double size) {
  return {random.rough(-size, size), random.rough(-size, size), random.rough(-size, size)};
}

inline std::array<double, 4> random_orientation(Random& random) {
  if (random.chance(0.1)) return {1, 0, 0, 0};
  const Vector3 n = random_direction(random);
  const double a = random.uniform(-3, 3), s = std::sin(a / 2);
  return {std::cos(a / 2), s * n[0], s * n[1], s * n[2]};
}

// v made perpendicular to u, of length 1, and u x v.
inline Matrix3 axes_of(const Vector3& u, Vector3 v) {
  const double along = dot(u, v);
  for (std::size_t k = 0; k < 3; ++k) v[k] -= along * u[k];
  const double n = std::sqrt(dot(v, v));
  for (double& c : v) c /= n;
  return {u, v, cross(u, v)};
}

}  // namespace hunt
