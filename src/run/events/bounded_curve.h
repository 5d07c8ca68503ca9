// Bounds of a polynomial in Bernstein form, and of the function that it interpolates, on a part of
// its stretch.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>

#include "integrate/quintic.h"
#include "text/bound.h"

namespace mbs {

// The derivative along a stretch of length 1.
template <std::size_t n>
std::array<double, n - 1> slope_of(const std::array<double, n>& p) {
  std::array<double, n - 1> out{};
  for (std::size_t k = 0; k + 1 < n; ++k) out[k] = (n - 1) * (p[k + 1] - p[k]);
  return out;
}

// Bounds of p on the part s0 to s1: its least and largest Bernstein coefficient there (de
// Casteljau).
template <std::size_t n>
Bound range_of(std::array<double, n> p, double s0, double s1) {
  if (s1 < 1)
    for (std::size_t order = 1; order < n; ++order)
      for (std::size_t k = n - 1; k >= order; --k) p[k] = p[k - 1] + s1 * (p[k] - p[k - 1]);
  if (s0 > 0) {
    const double s = s1 > 0 ? s0 / s1 : 0;
    for (std::size_t order = 1; order < n; ++order)
      for (std::size_t k = 0; k + order < n; ++k) p[k] = p[k] + s * (p[k + 1] - p[k]);
  }
  const auto [least, most] = std::minmax_element(p.begin(), p.end());
  return {*least, *most};
}

// The error of a Hermite quintic goes as 64 s^3 (1 - s)^3. Along a stretch of length 1 its first
// and second derivative are at most kSlopeError and kBendError times the largest error.
inline constexpr double kSlopeError = 3.5, kBendError = 24;
inline double largest_share(double s0, double s1) {
  return s0 <= 0.5 && s1 >= 0.5 ? 1 : error_share(s1 < 0.5 ? s1 : s0);
}

inline Bound widened_by(Bound b, double error) { return {b.lo - error, b.hi + error}; }
// widened_by(b, error) divided by the length of the stretch, which may be negative.
inline Bound over(Bound b, double error, double length) {
  const Bound wide = widened_by(b, error);
  return length > 0 ? Bound{wide.lo / length, wide.hi / length}
                    : Bound{wide.hi / length, wide.lo / length};
}

// A length that has its least value between two looks, a time h apart, may bend there within no
// time, unseen by a quintic; it lies above its tangents at both looks. One that has its largest
// value lies below. Widens the bound on the part s0 to s1.
inline void widen_to_tangents(const Jet& a, const Jet& b, double h, double s0, double s1,
                              Bound& value) {
  const double bend = h * (b.rate - a.rate);
  const auto take = [&](double s) {
    const double from_a = a.value + s * h * a.rate, from_b = b.value - (1 - s) * h * b.rate;
    if (bend > 0)
      value.lo = std::min(value.lo, std::max(from_a, from_b));
    else
      value.hi = std::max(value.hi, std::min(from_a, from_b));
  };
  take(s0), take(s1);
  const double crossing = bend != 0 ? (h * b.rate - (b.value - a.value)) / bend : -1;
  if (crossing > s0 && crossing < s1) take(crossing);
}

}  // namespace mbs
