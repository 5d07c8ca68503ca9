// Ranges of real numbers. Each operation gives a range that contains all its results and their
// rounding; if no such range is known, all numbers.
#pragma once

#include <algorithm>
#include <cmath>
#include <limits>

namespace mbs {

struct Bound {
  double lo = 0, hi = 0;

  static constexpr double kInfinity = std::numeric_limits<double>::infinity();
  static constexpr Bound all() { return {-kInfinity, kInfinity}; }
  static constexpr Bound of(double x) { return {x, x}; }

  bool contains(double x) const { return lo <= x && x <= hi; }
  bool is_point() const { return lo == hi; }
  bool is_finite() const { return lo > -kInfinity && hi < kInfinity; }
  double width() const { return hi - lo; }
  // The largest |x| of the range.
  double size() const { return std::max(std::fabs(lo), std::fabs(hi)); }
};

// ulps: possible error of the ends, in units of their rounding.
inline Bound widened(double lo, double hi, double ulps = 2) {
  constexpr double kTiny = std::numeric_limits<double>::denorm_min(),
                   kMost = std::numeric_limits<double>::max();
  if (!(lo <= hi)) return Bound::all();  // not a number
  // An overflow gives an infinite end; the true number may be any one beyond kMost.
  lo = std::min(lo, kMost), hi = std::max(hi, -kMost);
  const double part = ulps * std::numeric_limits<double>::epsilon();
  if (lo != 0) lo -= part * std::fabs(lo) + kTiny;
  if (hi != 0) hi += part * std::fabs(hi) + kTiny;
  return {lo, hi};
}

inline Bound hull(Bound a, Bound b) { return {std::min(a.lo, b.lo), std::max(a.hi, b.hi)}; }
inline Bound operator-(Bound a) { return {-a.hi, -a.lo}; }
inline Bound operator+(Bound a, Bound b) {
  if (a.is_point() && b.is_point() && (a.lo == 0 || b.lo == 0)) return Bound::of(a.lo + b.lo);
  return widened(a.lo + b.lo, a.hi + b.hi);
}
inline Bound operator-(Bound a, Bound b) { return a + -b; }

inline Bound operator*(Bound a, Bound b) {
  if ((a.is_point() && a.lo == 0) || (b.is_point() && b.lo == 0)) return Bound::of(0);
  // 0 times infinity is 0: an infinite end is no number of the range.
  const auto product = [](double x, double y) { return x == 0 || y == 0 ? 0.0 : x * y; };
  const double p = product(a.lo, b.lo), q = product(a.lo, b.hi), r = product(a.hi, b.lo),
               s = product(a.hi, b.hi);
  return widened(std::min({p, q, r, s}), std::max({p, q, r, s}));
}

inline Bound square(Bound a) {
  const double least = a.contains(0) ? 0 : std::min(std::fabs(a.lo), std::fabs(a.hi));
  return widened(least * least, a.size() * a.size());
}

// 1 / a.
inline Bound inverse(Bound a) { return a.contains(0) ? Bound::all() : widened(1 / a.hi, 1 / a.lo); }
inline Bound operator/(Bound a, Bound b) { return a * inverse(b); }

}  // namespace mbs
