#include "linalg/cholesky.h"

#include <algorithm>

#include "linalg/lapack.h"

namespace mbs {

void Cholesky::resize(int n) {
  n_ = n;
  a_.assign(static_cast<std::size_t>(n) * static_cast<std::size_t>(n), 0.0);
}

void Cholesky::set_zero() { std::fill(a_.begin(), a_.end(), 0.0); }

int Cholesky::factor() {
  int info = 0;
  if (n_ > 0) dpotrf_("L", &n_, a_.data(), &n_, &info, 1);
  return info > 0 ? info - 1 : -1;
}

void Cholesky::solve(double* b, int nrhs) const {
  int info = 0;
  if (n_ > 0) dpotrs_("L", &n_, &nrhs, a_.data(), &n_, b, &n_, &info, 1);
}

}  // namespace mbs
