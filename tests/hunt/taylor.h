// f(s) to second order in s: a number that carries its first two derivatives along one line.
#pragma once

#include <cmath>

namespace hunt {

struct Taylor {
  double f = 0, d = 0, dd = 0;  // value, first and second derivative
  Taylor() = default;
  Taylor(double value, double first = 0, double second = 0) : f(value), d(first), dd(second) {}
};

inline Taylor operator+(Taylor a, Taylor b) { return {a.f + b.f, a.d + b.d, a.dd + b.dd}; }
inline Taylor operator-(Taylor a, Taylor b) { return {a.f - b.f, a.d - b.d, a.dd - b.dd}; }
inline Taylor operator-(Taylor a) { return {-a.f, -a.d, -a.dd}; }
inline Taylor operator*(Taylor a, Taylor b) {
  return {a.f * b.f, a.d * b.f + a.f * b.d, a.dd * b.f + 2 * a.d * b.d + a.f * b.dd};
}
// g(a) from g and its derivatives at a.f.
inline Taylor compose(Taylor a, double g, double g1, double g2) {
  return {g, g1 * a.d, g1 * a.dd + g2 * a.d * a.d};
}
inline Taylor operator/(Taylor a, Taylor b) {
  return a * compose(b, 1 / b.f, -1 / (b.f * b.f), 2 / (b.f * b.f * b.f));
}
inline Taylor sin(Taylor a) { return compose(a, std::sin(a.f), std::cos(a.f), -std::sin(a.f)); }
inline Taylor cos(Taylor a) { return compose(a, std::cos(a.f), -std::sin(a.f), -std::cos(a.f)); }
inline Taylor sqrt(Taylor a) {
  const double r = std::sqrt(a.f);
  return compose(a, r, 0.5 / r, -0.25 / (r * a.f));
}
// The angle of (x, y). Its derivative does not need the branch.
inline Taylor angle_of(Taylor y, Taylor x) {
  const double n = x.f * x.f + y.f * y.f;
  const double d = (x.f * y.d - y.f * x.d) / n;
  const double dd = (x.f * y.dd - y.f * x.dd) / n - 2 * d * (x.f * x.d + y.f * y.d) / n;
  return {std::atan2(y.f, x.f), d, dd};
}

}  // namespace hunt
