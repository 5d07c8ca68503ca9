// The motion of a place of body a against body b, for elements between two bodies that touch.
// arm, w: the way from the origin of a, and of b, to the place, in ground [m]. Coordinates and
// velocities are in the order x y phi of body a, then of body b.
#pragma once

#include <cmath>
#include <cstddef>

#include "elements/curve_samples.h"
#include "elements/element.h"
#include "elements/plane_vector.h"
#include "text/number.h"

namespace mbs {

// The derivatives of a length whose rate is n.(velocity of the place relative to b).
inline std::array<double, 6> slopes_along(const Vec2& n, const Vec2& arm, const Vec2& w) {
  return {n[0], n[1], dot(n, left(arm)), -n[0], -n[1], -dot(n, left(w))};
}

// With q the place in the frame of b: qd = R_b^T (wd - phid_b left(w)), and its rate without
// accelerations, both turned to ground.
struct PlaceMotion {
  Vec2 rate, second;  // [m/s], [m/s^2]
};

// v: all velocities; g: indices of the velocities of the two bodies.
inline PlaceMotion place_motion(const double* v, const std::array<std::size_t, 6>& g,
                                const Vec2& arm, const Vec2& w) {
  const double wa = v[g[2]], wb = v[g[5]];
  const Vec2 wd = {v[g[0]] - v[g[3]] - wa * arm[1], v[g[1]] - v[g[4]] + wa * arm[0]};
  const Vec2 lw = left(w), lwd = left(wd);
  PlaceMotion out{{wd[0] - wb * lw[0], wd[1] - wb * lw[1]}, {}};
  for (std::size_t i = 0; i < 2; ++i)
    out.second[i] = -wa * wa * arm[i] - 2 * wb * lwd[i] - wb * wb * w[i];
  return out;
}

// Index of the slip of the initial position among the parameters of an element that has a slip; the
// reference values follow it.
inline constexpr int kInitialSlip = 0;

// The periods of a way round closed curves that its winding counts; 0: it is not counted.
inline double periods_counted(const ElementBatch& batch, const Coordinates& at,
                              const Round& round) {
  return batch.first_winding < 0 ? 0 : round.periods_to(at.x + batch.first_winding);
}

// How often the place u has gone round a closed curve whose tangent has this angle there [rad].
inline double rounds_of_angle(const CurveSamples& curve, double u, double angle) {
  return curve.turns() * std::round((angle - curve.angle(u)) / (2 * kPi));
}

}  // namespace mbs
