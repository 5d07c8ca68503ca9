#include "elements/curve.h"

namespace mbs {

namespace {

// A closed curve has a corner if the angle between its end tangents is larger than this [rad].
constexpr double kCorner = 1e-4;

// A curve is closed if the distance of its ends is at most this part of the length of a piece.
constexpr double kClosedCurve = 1e-6;

}  // namespace

bool CurvePoint::is_smooth() const {
  return std::isfinite(c[0]) && std::isfinite(c[1]) && speed() > 0 && std::isfinite(second[0]) &&
         std::isfinite(second[1]);
}

CurvePoint curve_at(const Curve& curve, double u) {
  double slots[kMostCurveSlots] = {}, along[kMostCurveSlots] = {};
  if (curve.closed)
    u -= (curve.to - curve.from) * std::floor((u - curve.from) / (curve.to - curve.from));
  slots[curve.slot] = u;
  along[curve.slot] = 1;
  const DerivativesAlong x = curve.x.along(slots, along);
  if (curve.y) {
    const DerivativesAlong y = curve.y->along(slots, along);
    return {{x.value, y.value}, {x.first, y.first}, {x.second, y.second}};
  }
  // R (cos u, sin u)
  const double c = std::cos(u), s = std::sin(u);
  const double a = x.second - x.value, b = 2 * x.first;
  return {{x.value * c, x.value * s},
          {x.first * c - x.value * s, x.first * s + x.value * c},
          {a * c - b * s, a * s + b * c}};
}

bool curve_closes(const CurvePoint& first, const CurvePoint& last, double piece) {
  return std::hypot(first.c[0] - last.c[0], first.c[1] - last.c[1]) <= kClosedCurve * piece;
}

bool goes_on_smoothly(const CurvePoint& first, const CurvePoint& last) {
  const std::array<double, 2>&a = first.first, &b = last.first;
  const double along = a[0] * b[0] + a[1] * b[1], across = a[0] * b[1] - a[1] * b[0];
  return along > 0 && std::fabs(across) <= kCorner * first.speed() * last.speed();
}

}  // namespace mbs
