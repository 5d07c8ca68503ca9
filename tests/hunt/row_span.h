// Rows that are independent of those before them, by Gram and Schmidt twice over.
#pragma once

#include <cmath>
#include <utility>
#include <vector>

#include "dense.h"

namespace hunt {

class RowSpan {
 public:
  // Whether more than this share of the row is new; it belongs to the span then.
  bool takes(Numbers row, double share) {
    const double size = square(row);
    for (int pass = 0; pass < 2; ++pass)
      for (const Numbers& b : basis_) {
        double sum = 0;
        for (std::size_t k = 0; k < row.size(); ++k) sum += row[k] * b[k];
        for (std::size_t k = 0; k < row.size(); ++k) row[k] -= sum * b[k];
      }
    const double left = square(row);
    if (!(left > share * share * size)) return false;
    for (double& x : row) x /= std::sqrt(left);
    basis_.push_back(std::move(row));
    return true;
  }
  int size() const { return static_cast<int>(basis_.size()); }

 private:
  static double square(const Numbers& row) {
    double sum = 0;
    for (const double x : row) sum += x * x;
    return sum;
  }

  std::vector<Numbers> basis_;
};

}  // namespace hunt
