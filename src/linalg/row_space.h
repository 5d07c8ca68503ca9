// The span of rows of a small dense matrix, as an orthonormal basis that grows row by row.
#pragma once

#include <cmath>
#include <vector>

#include "base/views.h"

namespace mbs {

class RowSpace {
 public:
  explicit RowSpace(int n) : n_(n) {}

  // Removes from a row its part in the span. Twice, so that no rounding stays.
  void reduce(std::vector<double>& row) const {
    for (const int pass : {1, 2}) {
      static_cast<void>(pass);
      for (const std::vector<double>& one : basis_) {
        const double along = dot(one, row);
        for (int i = 0; i < n_; ++i) row[i] -= along * one[i];
      }
    }
  }

  // Adds a row to the span. False where at most kDependent of its size is left outside the span,
  // which then stays unchanged.
  bool add(std::vector<double> row, double size) {
    reduce(row);
    const double left = std::sqrt(dot(row, row));
    if (!(left > kDependent * size)) return false;
    for (double& one : row) one /= left;
    basis_.push_back(std::move(row));
    return true;
  }

 private:
  // part of the size of a row
  static constexpr double kDependent = 1e-9;

  int n_;
  std::vector<std::vector<double>> basis_;
};

}  // namespace mbs
