#include "linalg/cholesky.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "linalg/lapack.h"

namespace mbs {

void Cholesky::resize(int n) {
  n_ = n;
  factored_ = n == 0;
  a_.assign(static_cast<std::size_t>(n) * static_cast<std::size_t>(n), 0.0);
}

void Cholesky::set_zero() { std::fill(a_.begin(), a_.end(), 0.0); }

// potrf accepts infinite pivots, so that these are looked for here.
int Cholesky::factor_by_lapack() {
  int info = 0;
  dpotrf_("L", &n_, a_.data(), &n_, &info, 1);
  if (info > 0) return info - 1;
  for (int k = 0; k < n_; ++k)
    if (!std::isfinite(matrix()(k, k))) return k;
  factored_ = true;
  return -1;
}

int Cholesky::factor() {
  const std::size_t n = n_;
  factored_ = false;
  if (by_ == Elimination::lapack && n_ > 0) return factor_by_lapack();
  for (std::size_t k = 0; k < n; ++k) {
    double* column = a_.data() + k * n;
    if (!(column[k] > 0 && std::isfinite(column[k]))) return static_cast<int>(k);
    column[k] = std::sqrt(column[k]);
    const double inverse = 1 / column[k];
    for (std::size_t i = k + 1; i < n; ++i) column[i] *= inverse;
    for (std::size_t j = k + 1; j < n; ++j) {
      if (column[j] == 0) continue;
      double* target = a_.data() + j * n;
      for (std::size_t i = j; i < n; ++i) target[i] -= column[i] * column[j];
    }
  }
  factored_ = true;
  return -1;
}

void Cholesky::solve(double* b, int nrhs) const {
  const std::size_t n = n_;
  if (!factored_) {
    std::fill_n(b, n * static_cast<std::size_t>(nrhs), std::numeric_limits<double>::quiet_NaN());
    return;
  }
  if (by_ == Elimination::lapack && n_ > 0) {
    int info = 0;
    dpotrs_("L", &n_, &nrhs, a_.data(), &n_, b, &n_, &info, 1);
    return;
  }
  for (int c = 0; c < nrhs; ++c, b += n) {
    for (std::size_t k = 0; k < n; ++k) {
      const double* column = a_.data() + k * n;
      b[k] /= column[k];
      for (std::size_t i = k + 1; i < n; ++i) b[i] -= column[i] * b[k];
    }
    for (std::size_t k = n; k-- > 0;) {
      const double* column = a_.data() + k * n;
      double sum = b[k];
      for (std::size_t i = k + 1; i < n; ++i) sum -= column[i] * b[i];
      b[k] = sum / column[k];
    }
  }
}

}  // namespace mbs
