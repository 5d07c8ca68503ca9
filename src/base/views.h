// Views of memory; they do not own it. Matrices are column-major, as in LAPACK.
#pragma once

#include <algorithm>
#include <cassert>
#include <cmath>
#include <cstddef>
#include <span>

namespace mbs {

using Vector = std::span<double>;
using ConstVector = std::span<const double>;

// Four separate sums, so that no addition waits for the previous one.
inline double dot(ConstVector a, ConstVector b) {
  const double *p = a.data(), *const end = p + a.size(), *q = b.data();
  double s0 = 0, s1 = 0, s2 = 0, s3 = 0;
  for (; end - p >= 4; p += 4, q += 4) {
    s0 += p[0] * q[0];
    s1 += p[1] * q[1];
    s2 += p[2] * q[2];
    s3 += p[3] * q[3];
  }
  for (; p != end; ++p, ++q) s0 += *p * *q;
  return (s0 + s1) + (s2 + s3);
}

// The largest |x|; 0 if there is no number.
inline double largest(ConstVector x) {
  double out = 0;
  for (double one : x) out = std::max(out, std::fabs(one));
  return out;
}

struct Matrix {
  double* data = nullptr;
  int rows = 0;
  int cols = 0;
  int ld = 0;  // distance between columns, at least rows

  double& operator()(int i, int j) const {
    assert(i >= 0 && i < rows && j >= 0 && j < cols);
    return data[static_cast<std::ptrdiff_t>(j) * ld + i];
  }
  double* column(int j) const { return data + static_cast<std::ptrdiff_t>(j) * ld; }
};

}  // namespace mbs
