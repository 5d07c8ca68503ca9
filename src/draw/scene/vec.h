// Points and directions of the plane, y upwards.
#pragma once

#include <algorithm>
#include <cmath>

namespace mbs {

struct Vec {
  double x = 0, y = 0;
};

inline Vec operator+(Vec a, Vec b) { return {a.x + b.x, a.y + b.y}; }
inline Vec operator-(Vec a, Vec b) { return {a.x - b.x, a.y - b.y}; }
inline Vec operator*(double s, Vec a) { return {s * a.x, s * a.y}; }
inline double dot(Vec a, Vec b) { return a.x * b.x + a.y * b.y; }
inline double cross(Vec a, Vec b) { return a.x * b.y - a.y * b.x; }
inline double length(Vec a) { return std::hypot(a.x, a.y); }
inline Vec left_of(Vec a) { return {-a.y, a.x}; }
// The direction of `a`; (1, 0) for a zero vector.
inline Vec normalised(Vec a) {
  const double l = length(a);
  return l > 0 ? Vec{a.x / l, a.y / l} : Vec{1, 0};
}
inline Vec turned(Vec a, double angle) {
  const double c = std::cos(angle), s = std::sin(angle);
  return {c * a.x - s * a.y, s * a.x + c * a.y};
}

// The smallest rectangle around the points given to it.
struct Box {
  Vec low{1, 1}, high{-1, -1};
  bool empty() const { return low.x > high.x; }
  void add(Vec p, double radius = 0) {
    if (empty()) low = high = p;
    low = {std::min(low.x, p.x - radius), std::min(low.y, p.y - radius)};
    high = {std::max(high.x, p.x + radius), std::max(high.y, p.y + radius)};
  }
  void add(const Box& other) {
    if (!other.empty()) add(other.low), add(other.high);
  }
  double width() const { return empty() ? 0 : high.x - low.x; }
  double height() const { return empty() ? 0 : high.y - low.y; }
  double diagonal() const { return std::hypot(width(), height()); }
};

}  // namespace mbs
