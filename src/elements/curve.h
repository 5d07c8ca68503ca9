// A curve of a body, by expressions of u: c(u) = (X, Y)(u) or R(u) (cos u, sin u), in the frame of
// that body, from u = `from` to u = `to`. The body lies to its left where u grows.
#pragma once

#include <array>
#include <cmath>
#include <optional>

#include "text/compiled_expression.h"

namespace mbs {

struct Curve {
  Expression x;                 // or the radius at the polar angle u
  std::optional<Expression> y;  // empty: a radius
  int slot = 0;                 // of u, behind the parameters
  double from = 0, to = 0;
  bool closed = false;  // it is given once round; u may go on beyond its ends
};
inline constexpr int kMostCurveSlots = 64;

// A point of the curve with its derivatives by u.
struct CurvePoint {
  std::array<double, 2> c, first, second;
  double speed() const { return std::hypot(first[0], first[1]); }
  // Curvature [1/m], positive where the curve turns left, so that the body bulges.
  double curvature() const {
    const double v = speed();
    return (first[0] * second[1] - first[1] * second[0]) / (v * v * v);
  }
  // Whether the curve is smooth there: finite and not at rest.
  bool is_smooth() const;
};
CurvePoint curve_at(const Curve& curve, double u);

// Whether two points are the same, for a curve whose pieces are as long as `piece`.
bool curve_closes(const CurvePoint& first, const CurvePoint& last, double piece);
// Whether the curve goes on without a corner from its last point, which is its first point again.
bool goes_on_smoothly(const CurvePoint& first, const CurvePoint& last);

}  // namespace mbs
