// A crank-driven four-bar in closed form: ground pivots (0, 0) and (0.25, 0), crank 0.1, coupler
// 0.25, rocker 0.2, crank angle 2 pi t, upper assembly. Angles, rates and accelerations of coupler
// and rocker; the angles come from one intersection of two circles.
#pragma once

#include <array>
#include <cmath>

namespace mbs::bench {

// coupler q, w, a, then rocker q, w, a.
inline std::array<double, 6> four_bar(double t) {
  constexpr double kCrank = 0.1, kCoupler = 0.25, kRocker = 0.2, kGround = 0.25;
  constexpr double kRate = 2 * 3.14159265358979323846;
  const double ax = kCrank * std::cos(kRate * t), ay = kCrank * std::sin(kRate * t);
  const double dx = kGround - ax, dy = -ay, d2 = dx * dx + dy * dy;
  // Along and across the line from the crank pin to the rocker's pivot.
  const double along = (d2 + kCoupler * kCoupler - kRocker * kRocker) / (2 * d2);
  const double across = std::sqrt(kCoupler * kCoupler / d2 - along * along);
  const double bx = along * dx - across * dy, by = along * dy + across * dx;  // coupler
  const double cx = bx - dx, cy = by - dy;                                    // rocker
  const double turn = 1 / (bx * cy - by * cx);
  // w_b b' - w_c c' = -v_a with x' = x turned by 90 degrees.
  const double vx = -kRate * ay, vy = kRate * ax;
  const double wb = -(vx * cx + vy * cy) * turn, wc = -(vx * bx + vy * by) * turn;
  const double gx = kRate * kRate * ax + wb * wb * bx - wc * wc * cx;
  const double gy = kRate * kRate * ay + wb * wb * by - wc * wc * cy;
  return {std::atan2(by, bx), wb, (gx * cx + gy * cy) * turn,
          std::atan2(cy, cx), wc, (gx * bx + gy * by) * turn};
}

}  // namespace mbs::bench
