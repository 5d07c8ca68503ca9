// Vectors and matrices of Taylor numbers.
#pragma once

#include <array>
#include <cstddef>

#include "space.h"
#include "taylor.h"

namespace hunt {

using TaylorVector = std::array<Taylor, 3>;
using TaylorMatrix = std::array<TaylorVector, 3>;  // rows

inline TaylorVector turned_by(const TaylorMatrix& R, const TaylorVector& v) {
  TaylorVector out;
  for (std::size_t r = 0; r < 3; ++r) out[r] = R[r][0] * v[0] + R[r][1] * v[1] + R[r][2] * v[2];
  return out;
}

inline TaylorVector turned_back(const TaylorMatrix& R, const TaylorVector& v) {
  TaylorVector out;
  for (std::size_t c = 0; c < 3; ++c) out[c] = R[0][c] * v[0] + R[1][c] * v[1] + R[2][c] * v[2];
  return out;
}

inline TaylorVector constant(const Vector3& v) {
  return {Taylor(v[0]), Taylor(v[1]), Taylor(v[2])};
}

inline TaylorVector scaled(const Taylor& s, const TaylorVector& v) {
  return {s * v[0], s * v[1], s * v[2]};
}

inline TaylorVector sum(const TaylorVector& a, const TaylorVector& b) {
  return {a[0] + b[0], a[1] + b[1], a[2] + b[2]};
}

inline TaylorVector minus(const TaylorVector& a, const TaylorVector& b) {
  return {a[0] - b[0], a[1] - b[1], a[2] - b[2]};
}

inline TaylorVector product(const TaylorVector& a, const TaylorVector& b) {
  return {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
}

inline Taylor dot(const TaylorVector& a, const TaylorVector& b) {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

}  // namespace hunt
