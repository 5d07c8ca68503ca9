// Cholesky factors of a symmetric positive definite matrix, by loops of our own:
// the systems are as small as the number of degrees of freedom.
#pragma once

#include <vector>

#include "base/views.h"

namespace mbs {

class Cholesky {
 public:
  explicit Cholesky(int n = 0) { resize(n); }
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
  int n_ = 0;
  bool factored_ = false;
  std::vector<double> a_;
};

}  // namespace mbs
