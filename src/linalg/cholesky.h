// Cholesky factors of a symmetric positive definite matrix: by potrf and potrs of LAPACK, or by
// loops of our own.
#pragma once

#include <vector>

#include "base/views.h"
#include "linalg/elimination.h"

namespace mbs {

class Cholesky {
 public:
  explicit Cholesky(int n = 0, Elimination by = Elimination::lapack) : by_(by) { resize(n); }
  void resize(int n);
  int size() const { return n_; }
  // Where the caller writes the matrix; only the lower triangle is read.
  Matrix matrix() { return {a_.data(), n_, n_, n_}; }
  void set_zero();
  // Returns -1, or the first row whose pivot is not positive and finite; then there are no factors.
  [[nodiscard]] int factor();
  // B := A^-1 B, nrhs columns of n numbers; NaN without factors.
  void solve(double* b, int nrhs = 1) const;

 private:
  int factor_by_lapack();

  Elimination by_;
  int n_ = 0;
  bool factored_ = false;
  std::vector<double> a_;
};

}  // namespace mbs
