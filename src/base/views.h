// Views of memory somebody else owns. Matrices are column-major, as LAPACK wants them.
#pragma once

#include <cassert>
#include <cstddef>
#include <span>

namespace mbs {

using Vector = std::span<double>;
using ConstVector = std::span<const double>;

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
