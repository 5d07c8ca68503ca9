// LU factors of a square matrix with row pivoting: by getrf and getrs of LAPACK, or by loops of our
// own that skip zeros and keep earlier pivots (linalg/kept_pivots.h). The condition estimate is
// LAPACK's gecon.
#pragma once

#include <span>
#include <vector>

#include "base/views.h"
#include "linalg/elimination.h"

namespace mbs {

class Lu {
 public:
  explicit Lu(int n = 0, Elimination by = Elimination::lapack) : by_(by) { resize(n); }
  // The only call that allocates.
  void resize(int n);
  int size() const { return n_; }

  // Where the caller writes the matrix, n x n column-major; factor() overwrites it.
  Matrix matrix() { return {a_.data(), n_, n_, n_}; }
  void set_zero();

  // Factors the numbers in matrix(). Returns -1, or the column of the first pivot that is exactly
  // zero (or not finite); then there are no factors, and solve() gives NaN.
  [[nodiscard]] int factor();
  // Smallest |pivot| divided by the largest entry of its column before elimination: cheap, 1 at
  // best, 0 when singular. A small value is a suspicion, not a proof: ask rcond() then.
  double pivot_ratio() const { return pivot_ratio_; }
  // Smallest |pivot|, without the division: for matrices scaled to entries of about 1, where a
  // column that vanishes as a whole must not count as well determined.
  double smallest_pivot() const;
  // Column of the pivot of pivot_ratio().
  int weakest_column() const { return weakest_; }
  // +1 or -1: sign of the determinant, from the factors; 0 without factors.
  int determinant_sign() const;
  // log2 of the magnitude of the determinant; only with factors.
  double log_determinant() const;
  // Estimate of 1 / (|A| |A^-1|) in the one-norm (gecon), from the factors.
  double rcond();

  // B := A^-1 B (or A^-T B), nrhs columns of n numbers; NaN without factors.
  void solve(double* b, int nrhs = 1) const;
  void solve_transposed(double* b, int nrhs = 1) const;

 private:
  int eliminate();
  int eliminate_by_lapack();
  void solve_by_lapack(const char* transposed, double* b, int nrhs) const;
  int fail(int column);
  bool no_factors(double* b, int nrhs) const;

  Elimination by_;
  int n_ = 0;
  bool factored_ = false;
  double norm1_ = 0;
  double pivot_ratio_ = 0;
  int weakest_ = 0;
  std::vector<double> a_, column_max_, work_;
  std::vector<int> pivots_, iwork_;
};

}  // namespace mbs
