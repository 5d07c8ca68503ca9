// Views of memory somebody else owns. Matrices are column-major, as LAPACK wants them.
#pragma once

#include <cassert>
#include <cstddef>
#include <span>

namespace mbs {

using Vector = std::span<double>;
using ConstVector = std::span<const double>;

// In four sums side by side, so that no addition waits for the one before.
inline double dot(ConstVector a, ConstVector b) {
  const std::size_t n = a.size();
  double sum[4] = {0, 0, 0, 0};
  std::size_t i = 0;
  for (; i + 4 <= n; i += 4)
    for (std::size_t k = 0; k < 4; ++k) sum[k] += a[i + k] * b[i + k];
  for (; i < n; ++i) sum[0] += a[i] * b[i];
  return (sum[0] + sum[1]) + (sum[2] + sum[3]);
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
