// LU factors of a sparse square matrix with row pivoting. Columns are eliminated in the order
// given. The pivot is the largest entry or, from some size on, the last pivot while it serves
// (linalg/kept_pivots.h). The terms of a sum are taken in the same order as in Lu: both classes
// give the same factors to the last bit (zeros may differ in sign), so that pivots mean the same
// and a run takes the same decisions with either. The condition estimate is LAPACK's lacn2 with
// these factors, as in gecon.
#pragma once

#include "linalg/sparse_elimination.h"

namespace mbs {

class SparseLu {
 public:
  explicit SparseLu(SparsePattern pattern = {});
  int size() const { return n_; }
  // Keeps the pivots of a small matrix, too, as long as they serve (linalg/kept_pivots.h).
  void keep_pivots() { elimination_.keep_pivots(); }

  // Where the caller writes the entries, in the order of the pattern; factor() keeps them.
  std::vector<double>& values() { return elimination_.values(); }

  // All functions below do what they do in Lu. They allocate only where other pivots leave far more
  // entries than ever before.
  [[nodiscard]] int factor() { return factor_within(HUGE_VAL); }
  // A choice of pivots that takes more multiplications than most_work fails.
  [[nodiscard]] int factor_within(double most_work);
  double pivot_ratio() const { return pivot_ratio_; }
  double smallest_pivot() const { return smallest_; }
  int weakest_column() const { return weakest_; }
  int determinant_sign() const;
  double log_determinant() const;
  double rcond();
  void solve(double* b, int nrhs = 1);
  void solve_transposed(double* b, int nrhs = 1);

  // Entries of both factors, the pivots counted once.
  std::size_t entry_count() const { return elimination_.factors().entry_count(); }
  // Multiplications of one elimination.
  std::size_t operations() const { return elimination_.factors().operations(); }
  // How often the pivots were chosen anew.
  long long choices() const { return choices_; }

 private:
  int unusable_column() const;
  bool no_factors(double* b, int nrhs) const;

  SparseElimination elimination_;
  int n_;
  bool factored_ = false;
  double pivot_ratio_ = 0, smallest_ = 0;
  int weakest_ = 0;
  long long choices_ = 0;
  std::vector<double> work_, estimate_;
  std::vector<int> signs_;
};

}  // namespace mbs
