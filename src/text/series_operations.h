// Arithmetic of ranges along a stretch (text/series.h): operations that have no switches. Private
// to text/.
#pragma once

#include <algorithm>

#include "text/expression_program.h"
#include "text/series.h"

namespace mbs {

inline const Bound kZero = Bound::of(0), kOne = Bound::of(1);
inline const Series kAnything{Bound::all(), Bound::all(), Bound::all(), Lack::somewhere};
inline const Series kNothing{Bound::all(), Bound::all(), Bound::all(), Lack::everywhere};

// f(u) from the ranges of f, f' and f'' over the range of u.
inline Series chained(const Series& u, Bound f, Bound slope, Bound curvature) {
  return {f, slope * u.first, curvature * square(u.first) + slope * u.second};
}

inline Series hull_of(const Series& a, const Series& b) {
  return {hull(a.value, b.value), hull(a.first, b.first), hull(a.second, b.second),
          a.lack == b.lack ? a.lack : Lack::somewhere};
}

// Lack of an operation that is defined for x from `least` to `most`.
inline Lack lack_outside(Bound x, double least, double most) {
  if (x.hi < least || x.lo > most) return Lack::everywhere;
  return x.lo < least || x.hi > most ? Lack::somewhere : Lack::none;
}
inline Series lacking(Series s, Lack lack) {
  if (lack == Lack::everywhere) return kNothing;
  s.lack = std::max(s.lack, lack);
  return s;
}

inline Series sum(const Series& a, const Series& b) {
  return {a.value + b.value, a.first + b.first, a.second + b.second};
}
inline Series negated(const Series& a) { return {-a.value, -a.first, -a.second}; }
inline Series product(const Series& a, const Series& b) {
  return {a.value * b.value, a.first * b.value + a.value * b.first,
          a.second * b.value + Bound::of(2) * (a.first * b.first) + a.value * b.second};
}

// The result of an operation without switches.
Series smooth(Operation operation, const Series& a, const Series& b);
// The result of a rise; its switches are added elsewhere.
Series rise(Operation which, const Series& u);

}  // namespace mbs
