// Vectors of the plane, for elements that have a row of their own.
#pragma once

#include <array>

namespace mbs {

using Vec2 = std::array<double, 2>;

inline double dot(const Vec2& a, const Vec2& b) { return a[0] * b[0] + a[1] * b[1]; }
inline double cross(const Vec2& a, const Vec2& b) { return a[0] * b[1] - a[1] * b[0]; }
inline Vec2 minus(const Vec2& a, const Vec2& b) { return {a[0] - b[0], a[1] - b[1]}; }
// Turned by +90 degrees.
inline Vec2 left(const Vec2& a) { return {-a[1], a[0]}; }
// Turned by the angle of cosine c and sine s.
inline Vec2 turned(const Vec2& a, double c, double s) {
  return {c * a[0] - s * a[1], s * a[0] + c * a[1]};
}

}  // namespace mbs
