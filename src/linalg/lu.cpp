#include "linalg/lu.h"

#include <algorithm>
#include <cmath>

#include "linalg/lapack.h"

namespace mbs {

void Lu::resize(int n) {
  const auto size = static_cast<std::size_t>(n);
  n_ = n;
  a_.assign(size * size, 0.0);
  column_max_.assign(size, 0.0);
  work_.assign(4 * size, 0.0);
  pivots_.assign(size, 0);
  iwork_.assign(size, 0);
}

void Lu::set_zero() { std::fill(a_.begin(), a_.end(), 0.0); }

int Lu::factor() {
  norm1_ = 0;
  for (int j = 0; j < n_; ++j) {
    const double* col = a_.data() + static_cast<std::ptrdiff_t>(j) * n_;
    double sum = 0, largest = 0;
    for (int i = 0; i < n_; ++i) {
      sum += std::fabs(col[i]);
      largest = std::max(largest, std::fabs(col[i]));
    }
    if (!std::isfinite(sum)) return pivot_ratio_ = 0, weakest_ = j;
    norm1_ = std::max(norm1_, sum);
    column_max_[static_cast<std::size_t>(j)] = largest;
  }
  int info = 0;
  if (n_ > 0) dgetrf_(&n_, &n_, a_.data(), &n_, pivots_.data(), &info);
  if (info > 0) return pivot_ratio_ = 0, weakest_ = info - 1;
  pivot_ratio_ = 1;
  weakest_ = 0;
  for (int j = 0; j < n_; ++j) {
    const double u = a_[static_cast<std::size_t>(j) * static_cast<std::size_t>(n_ + 1)];
    const double ratio = std::fabs(u) / column_max_[static_cast<std::size_t>(j)];
    if (!(ratio >= pivot_ratio_)) pivot_ratio_ = std::isfinite(ratio) ? ratio : 0, weakest_ = j;
  }
  return -1;
}

double Lu::smallest_pivot() const {
  if (pivot_ratio_ == 0) return 0;
  double smallest = 1;
  for (int j = 0; j < n_; ++j)
    smallest = std::min(
        smallest, std::fabs(a_[static_cast<std::size_t>(j) * static_cast<std::size_t>(n_ + 1)]));
  return smallest;
}

int Lu::determinant_sign() const {
  int sign = 1;
  for (int i = 0; i < n_; ++i) {
    if (a_[static_cast<std::size_t>(i) * static_cast<std::size_t>(n_ + 1)] < 0) sign = -sign;
    if (pivots_[static_cast<std::size_t>(i)] != i + 1) sign = -sign;
  }
  return sign;
}

double Lu::rcond() {
  if (n_ == 0) return 1;
  if (pivot_ratio_ == 0) return 0;
  double rcond = 0;
  int info = 0;
  dgecon_("1", &n_, a_.data(), &n_, &norm1_, &rcond, work_.data(), iwork_.data(), &info, 1);
  return rcond;
}

void Lu::solve(double* b, int nrhs) const {
  int info = 0;
  if (n_ > 0) dgetrs_("N", &n_, &nrhs, a_.data(), &n_, pivots_.data(), b, &n_, &info, 1);
}

void Lu::solve_transposed(double* b, int nrhs) const {
  int info = 0;
  if (n_ > 0) dgetrs_("T", &n_, &nrhs, a_.data(), &n_, pivots_.data(), b, &n_, &info, 1);
}

}  // namespace mbs
