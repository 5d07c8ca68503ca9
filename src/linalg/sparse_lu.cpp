#include "linalg/sparse_lu.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "linalg/lapack.h"

namespace mbs {

namespace {

// Largest sum of a column; not finite where an entry is not.
double norm1(const SparsePattern& pattern, const std::vector<double>& values) {
  double norm = 0;
  for (int j = 0; j < pattern.columns(); ++j) {
    double sum = 0;
    for (int s = pattern.start[j]; s < pattern.start[j + 1]; ++s) sum += std::fabs(values[s]);
    norm = std::max(norm, sum);
  }
  return norm;
}

}  // namespace

SparseLu::SparseLu(SparsePattern pattern)
    : elimination_(std::move(pattern)), n_(elimination_.pattern().columns()) {
  work_.assign(n_, 0.0);
  estimate_ = work_;
  signs_.assign(n_, 0);
  factored_ = n_ == 0;
}

// The first column with an entry that is not finite, or without a pivot; -1 where all is well.
int SparseLu::unusable_column() const {
  const SparsePattern& pattern = elimination_.pattern();
  for (int j = 0; j < n_; ++j)
    for (int s = pattern.start[j]; s < pattern.start[j + 1]; ++s)
      if (!std::isfinite(elimination_.values()[s])) return j;
  return elimination_.dependent().empty() ? -1 : elimination_.dependent().front();
}

int SparseLu::factor_within(double most_work) {
  pivot_ratio_ = smallest_ = 0;
  const bool again = std::exchange(factored_, false) && elimination_.repeat();
  if (!again) {
    elimination_.choose(0, 0, most_work);
    ++choices_;
    const int unusable = unusable_column();
    if (unusable >= 0) return weakest_ = unusable;
  }
  factored_ = true;
  pivot_ratio_ = smallest_ = 1;
  weakest_ = 0;
  const SparseFactors& factors = elimination_.factors();
  for (int j = 0; j < n_; ++j) {
    const double size = std::fabs(factors.pivot[j]);
    const double ratio = size / factors.column_max[j];
    if (!(ratio >= pivot_ratio_)) pivot_ratio_ = std::isfinite(ratio) ? ratio : 0, weakest_ = j;
    smallest_ = std::min(smallest_, size);
  }
  if (pivot_ratio_ == 0) smallest_ = 0;
  return -1;
}

int SparseLu::determinant_sign() const {
  if (!factored_) return 0;
  bool negative = elimination_.factors().odd;
  for (const double pivot : elimination_.factors().pivot)
    if (pivot < 0) negative = !negative;
  return negative ? -1 : 1;
}

double SparseLu::log_determinant() const {
  double sum = 0;
  for (const double pivot : elimination_.factors().pivot) sum += std::log2(std::fabs(pivot));
  return sum;
}

double SparseLu::rcond() {
  if (n_ == 0) return 1;
  if (pivot_ratio_ == 0) return 0;
  double inverse_norm = 0;
  int request = 0, state[3] = {0, 0, 0};
  for (;;) {
    dlacn2_(&n_, estimate_.data(), work_.data(), signs_.data(), &inverse_norm, &request, state);
    if (request == 0) break;
    if (request == 1)
      elimination_.factors().substitute(work_.data());
    else
      elimination_.factors().substitute_transposed(work_.data());
  }
  const double rcond = 1 / inverse_norm / norm1(elimination_.pattern(), elimination_.values());
  return std::isfinite(rcond) ? rcond : 0;
}

bool SparseLu::no_factors(double* b, int nrhs) const {
  if (factored_) return false;
  std::fill_n(b, static_cast<std::ptrdiff_t>(n_) * nrhs, std::numeric_limits<double>::quiet_NaN());
  return true;
}

void SparseLu::solve(double* b, int nrhs) {
  if (no_factors(b, nrhs)) return;
  const SparseFactors& factors = elimination_.factors();
  for (int c = 0; c < nrhs; ++c, b += n_) {
    for (int k = 0; k < n_; ++k) work_[k] = b[factors.row_at[k]];
    factors.substitute(work_.data());
    std::copy(work_.begin(), work_.end(), b);
  }
}

void SparseLu::solve_transposed(double* b, int nrhs) {
  if (no_factors(b, nrhs)) return;
  const SparseFactors& factors = elimination_.factors();
  for (int c = 0; c < nrhs; ++c, b += n_) {
    std::copy(b, b + n_, work_.begin());
    factors.substitute_transposed(work_.data());
    for (int k = 0; k < n_; ++k) b[factors.row_at[k]] = work_[k];
  }
}

}  // namespace mbs
