// The natural cubic spline through a table, by dense elimination.
#pragma once

#include <cstddef>

#include "dense.h"

namespace hunt {

// Second derivatives at the knots.
inline Numbers natural_curvatures(const Numbers& t, const Numbers& y) {
  const int n = static_cast<int>(t.size());
  Matrix A(n, n);
  Numbers b(t.size(), 0);
  A(0, 0) = A(n - 1, n - 1) = 1;
  for (int i = 1; i + 1 < n; ++i) {
    const std::size_t k = static_cast<std::size_t>(i);
    const double h = t[k] - t[k - 1], g = t[k + 1] - t[k];
    A(i, i - 1) = h / 6;
    A(i, i) = (h + g) / 3;
    A(i, i + 1) = g / 6;
    b[k] = (y[k + 1] - y[k]) / g - (y[k] - y[k - 1]) / h;
  }
  return Elimination(A).solve(b);
}

struct SplineValue {
  double p, v, a;
};
inline SplineValue spline_at(const Numbers& t, const Numbers& y, const Numbers& bend, double at) {
  std::size_t k = 1;
  while (k + 1 < t.size() && at > t[k]) ++k;
  const double h = t[k] - t[k - 1], l = (t[k] - at) / h, r = (at - t[k - 1]) / h;
  const double m0 = bend[k - 1], m1 = bend[k];
  return {l * y[k - 1] + r * y[k] + ((l * l * l - l) * m0 + (r * r * r - r) * m1) * h * h / 6,
          (y[k] - y[k - 1]) / h + ((3 * r * r - 1) * m1 - (3 * l * l - 1) * m0) * h / 6,
          l * m0 + r * m1};
}

}  // namespace hunt
