// The rotation vector d as coordinates of an orientation near another one, q = q_0 o exp(d / 2):
// its rates dd, ddd and the angular velocity w along the axes of the body,
//   w = T dd,   T = 1 - A d x + B d x d x
//   A = (1 - cos f) / f^2,   B = (f - sin f) / f^3,   f = |d|
// d is a good set of coordinates up to about half a turn; T is singular at a whole one.
#pragma once

#include "base/space_vector.h"

namespace mbs {

// A, B, their derivatives over f divided by f, and D of T^-1 = 1 + d x / 2 + D d x d x.
struct TurnChart {
  double A, B, slope_of_A, slope_of_B, D;
};

inline TurnChart turn_chart(double f) {
  constexpr double kSmall = 0.15;  // below, the series are exact to rounding
  const double u = f * f;
  if (f < kSmall)
    return {1. / 2 - u * (1. / 24 - u * (1. / 720 - u * (1. / 40320 - u / 3628800))),
            1. / 6 - u * (1. / 120 - u * (1. / 5040 - u / 362880)),
            -1. / 12 + u * (1. / 180 - u * (1. / 6720 - u / 453600)),
            -1. / 60 + u * (1. / 1260 - u * (1. / 60480 - u / 4989600)),
            1. / 12 + u * (1. / 720 + u * (1. / 30240 + u / 1209600))};
  const double s = std::sin(f), c = std::cos(f), half = std::sin(f / 2);
  const double rest = 2 * half * half;  // 1 - cos f
  return {rest / u, (f - s) / (u * f), (f * s - 2 * rest) / (u * u),
          (f * rest - 3 * (f - s)) / (u * u * f), 1 / u - (1 + c) / (2 * f * s)};
}

// w at d and dd.
inline void turn_velocity(const double* turn, const double* rate, double* w) {
  const Vec3 d = vec3(turn), dd = vec3(rate), across = cross(d, dd);
  const TurnChart c = turn_chart(std::sqrt(dot(d, d)));
  const Vec3 out = dd - c.A * across + c.B * cross(d, across);
  w[0] = out.x, w[1] = out.y, w[2] = out.z;
}

// dd and ddd at d, w and wd.
inline void turn_rates(const double* turn, const double* w, const double* wd, double* rate,
                       double* second) {
  const Vec3 d = vec3(turn);
  const TurnChart c = turn_chart(std::sqrt(dot(d, d)));
  const auto inverse = [&](Vec3 v) {
    const Vec3 across = cross(d, v);
    return v + 0.5 * across + c.D * cross(d, across);
  };
  const Vec3 dd = inverse(vec3(w)), across = cross(d, dd);
  const double along = dot(d, dd);
  const Vec3 turning = -(c.slope_of_A * along) * across + c.slope_of_B * along * cross(d, across) +
                       c.B * cross(dd, across);
  const Vec3 ddd = inverse(vec3(wd) - turning);
  rate[0] = dd.x, rate[1] = dd.y, rate[2] = dd.z;
  second[0] = ddd.x, second[1] = ddd.y, second[2] = ddd.z;
}

}  // namespace mbs
