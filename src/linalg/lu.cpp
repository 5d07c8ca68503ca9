#include "linalg/lu.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "linalg/kept_pivots.h"
#include "linalg/lapack.h"

namespace mbs {

namespace {

// Right-looking elimination; the factors and 1-based row exchanges are stored as getrf stores them.
// With `kept` the earlier exchanges are used again. Returns -1, or the column without a pivot that
// serves.
int eliminate_columns(double* a, int n, int* pivots, bool kept) {
  for (int k = 0; k < n; ++k) {
    double* pivot_column = a + static_cast<std::ptrdiff_t>(k) * n;
    int p = k;
    double largest = std::fabs(pivot_column[k]);
    int last = k;  // last row that is not zero below the pivot
    for (int i = k + 1; i < n; ++i) {
      const double size = std::fabs(pivot_column[i]);
      if (size > largest) largest = size, p = i;
      if (size > 0) last = i;
    }
    if (kept) {
      p = pivots[k] - 1;
      if (!(std::fabs(pivot_column[p]) >= kKeptPivot * largest)) return k;
    }
    pivots[k] = p + 1;
    if (!(largest > 0)) return k;
    if (p != k) {
      double* row = a;
      for (int j = 0; j < n; ++j, row += n) std::swap(row[k], row[p]);
      if (p == last)
        while (last > k && pivot_column[last] == 0) --last;
    }
    const double inverse = 1 / pivot_column[k];
    for (int i = k + 1; i <= last; ++i) pivot_column[i] *= inverse;
    for (int j = k + 1; j < n; ++j) {
      double* column = a + static_cast<std::ptrdiff_t>(j) * n;
      const double factor = column[k];
      if (factor == 0) continue;  // a mechanism has few entries in a row
      for (int i = k + 1; i <= last; ++i) column[i] -= pivot_column[i] * factor;
    }
  }
  return -1;
}

}  // namespace

void Lu::resize(int n) {
  const std::size_t size = n;
  n_ = n;
  factored_ = n == 0;
  const bool keeps = by_ == Elimination::loops && n >= kKeepsPivotsFrom;
  // the matrix, and a copy in case other pivots are needed
  a_.assign((keeps ? 2 : 1) * size * size, 0.0);
  column_max_.assign(size, 0.0);
  work_.assign(4 * size, 0.0);
  pivots_.assign(size, 0);
  iwork_.assign(size, 0);
}

int Lu::eliminate() {
  if (factored_ && by_ == Elimination::loops && n_ >= kKeepsPivotsFrom) {
    const auto spare = a_.begin() + static_cast<std::ptrdiff_t>(n_) * n_;
    std::copy(a_.begin(), spare, spare);
    if (eliminate_columns(a_.data(), n_, pivots_.data(), true) < 0) return -1;
    std::copy(spare, a_.end(), a_.begin());
  }
  return eliminate_columns(a_.data(), n_, pivots_.data(), false);
}

int Lu::eliminate_by_lapack() {
  int info = 0;
  dgetrf_(&n_, &n_, a_.data(), &n_, pivots_.data(), &info);
  return info - 1;
}

void Lu::solve_by_lapack(const char* transposed, double* b, int nrhs) const {
  int info = 0;
  dgetrs_(transposed, &n_, &nrhs, a_.data(), &n_, pivots_.data(), b, &n_, &info, 1);
}

void Lu::set_zero() { std::fill_n(a_.begin(), static_cast<std::ptrdiff_t>(n_) * n_, 0.0); }

int Lu::fail(int column) {
  factored_ = false;
  pivot_ratio_ = 0;
  return weakest_ = column;
}

int Lu::factor() {
  norm1_ = 0;
  for (int j = 0; j < n_; ++j) {
    const double* col = a_.data() + static_cast<std::ptrdiff_t>(j) * n_;
    double sum = 0, largest = 0;
    for (int i = 0; i < n_; ++i) {
      sum += std::fabs(col[i]);
      largest = std::max(largest, std::fabs(col[i]));
    }
    if (!std::isfinite(sum)) return fail(j);
    norm1_ = std::max(norm1_, sum);
    column_max_[j] = largest;
  }
  const int zero = by_ == Elimination::lapack && n_ > 0 ? eliminate_by_lapack() : eliminate();
  if (zero >= 0) return fail(zero);
  factored_ = true;
  pivot_ratio_ = 1;
  weakest_ = 0;
  for (int j = 0; j < n_; ++j) {
    const double u = a_[j * (n_ + 1)];
    const double ratio = std::fabs(u) / column_max_[j];
    if (!(ratio >= pivot_ratio_)) pivot_ratio_ = std::isfinite(ratio) ? ratio : 0, weakest_ = j;
  }
  return -1;
}

double Lu::smallest_pivot() const {
  if (pivot_ratio_ == 0) return 0;
  double smallest = 1;
  for (int j = 0; j < n_; ++j) smallest = std::min(smallest, std::fabs(a_[j * (n_ + 1)]));
  return smallest;
}

int Lu::determinant_sign() const {
  if (!factored_) return 0;
  int sign = 1;
  for (int i = 0; i < n_; ++i) {
    if (a_[i * (n_ + 1)] < 0) sign = -sign;
    if (pivots_[i] != i + 1) sign = -sign;
  }
  return sign;
}

double Lu::log_determinant() const {
  double sum = 0;
  for (int i = 0; i < n_; ++i) sum += std::log2(std::fabs(a_[i * (n_ + 1)]));
  return sum;
}

double Lu::rcond() {
  if (n_ == 0) return 1;
  if (pivot_ratio_ == 0) return 0;
  double rcond = 0;
  int info = 0;
  dgecon_("1", &n_, a_.data(), &n_, &norm1_, &rcond, work_.data(), iwork_.data(), &info, 1);
  return rcond;
}

// Fills b with NaN where there are no factors: the pivots of a failed factorisation are no row
// numbers.
bool Lu::no_factors(double* b, int nrhs) const {
  if (factored_) return false;
  std::fill_n(b, static_cast<std::ptrdiff_t>(n_) * nrhs, std::numeric_limits<double>::quiet_NaN());
  return true;
}

void Lu::solve(double* b, int nrhs) const {
  if (no_factors(b, nrhs) || n_ == 0) return;
  if (by_ == Elimination::lapack) return solve_by_lapack("N", b, nrhs);
  const int n = n_;
  for (int c = 0; c < nrhs; ++c, b += n) {
    for (int k = 0; k < n; ++k) {
      const int p = pivots_[k] - 1;
      if (p != k) std::swap(b[k], b[p]);
    }
    for (int k = 0; k < n; ++k) {
      if (b[k] == 0) continue;
      const double* column = a_.data() + static_cast<std::ptrdiff_t>(k) * n;
      for (int i = k + 1; i < n; ++i) b[i] -= column[i] * b[k];
    }
    for (int k = n; k-- > 0;) {
      if (b[k] == 0) continue;
      const double* column = a_.data() + static_cast<std::ptrdiff_t>(k) * n;
      b[k] /= column[k];
      for (int i = 0; i < k; ++i) b[i] -= column[i] * b[k];
    }
  }
}

void Lu::solve_transposed(double* b, int nrhs) const {
  if (no_factors(b, nrhs) || n_ == 0) return;
  if (by_ == Elimination::lapack) return solve_by_lapack("T", b, nrhs);
  const int n = n_;
  for (int c = 0; c < nrhs; ++c, b += n) {
    for (int k = 0; k < n; ++k) {
      const double* column = a_.data() + static_cast<std::ptrdiff_t>(k) * n;
      double sum = b[k];
      for (int i = 0; i < k; ++i) sum -= column[i] * b[i];
      b[k] = sum / column[k];
    }
    for (int k = n; k-- > 0;) {
      const double* column = a_.data() + static_cast<std::ptrdiff_t>(k) * n;
      double sum = b[k];
      for (int i = k + 1; i < n; ++i) sum -= column[i] * b[i];
      b[k] = sum;
    }
    for (int k = n; k-- > 0;) {
      const int p = pivots_[k] - 1;
      if (p != k) std::swap(b[k], b[p]);
    }
  }
}

}  // namespace mbs
