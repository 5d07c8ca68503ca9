// Factors of the Jacobian of a partition: a dense matrix while it is small, a sparse one from
// kManyUnknowns unknowns on. Both give the same numbers (linalg/sparse_lu.h).
#pragma once

#include "base/options.h"
#include "linalg/lu.h"
#include "linalg/sparse_lu.h"
#include "solve/place/jacobian_block.h"

namespace mbs {

// The elimination that dense factors use in the step loop.
inline Elimination step_elimination(const Options& options) {
  return options.path == kPathLapack ? Elimination::lapack : Elimination::loops;
}

class JacobianFactor {
 public:
  // The block must be square. Only the path that is taken, dense or sparse, claims memory.
  JacobianFactor(const JacobianBlock& block, const Options& options)
      : is_sparse_(is_sparse(options, block.column_count(), kManyUnknowns)),
        dense_(is_sparse_ ? 0 : block.column_count(), step_elimination(options)),
        sparse_(is_sparse_ ? block.pattern() : SparsePattern{}) {}

  // Factors the scaled block at a position, which must be the same block at each call. Returns -1,
  // or the column of a zero pivot.
  [[nodiscard]] int factor(const JacobianBlock& block, const Evaluation& at) {
    if (block.is_constant() && factored_ == block.scalings()) return -1;
    int zero = -1;
    if (is_sparse_) {
      block.gather(at, sparse_.values());
      zero = sparse_.factor();
    } else {
      block.gather(at, dense_.matrix());
      zero = dense_.factor();
    }
    factored_ = zero < 0 ? block.scalings() : kNever;
    return zero;
  }

  double pivot_ratio() const { return is_sparse_ ? sparse_.pivot_ratio() : dense_.pivot_ratio(); }
  double smallest_pivot() const {
    return is_sparse_ ? sparse_.smallest_pivot() : dense_.smallest_pivot();
  }
  int weakest_column() const {
    return is_sparse_ ? sparse_.weakest_column() : dense_.weakest_column();
  }
  int determinant_sign() const {
    return is_sparse_ ? sparse_.determinant_sign() : dense_.determinant_sign();
  }
  double rcond() { return is_sparse_ ? sparse_.rcond() : dense_.rcond(); }
  void solve(double* b, int nrhs = 1) {
    is_sparse_ ? sparse_.solve(b, nrhs) : dense_.solve(b, nrhs);
  }
  void solve_transposed(double* b, int nrhs = 1) {
    is_sparse_ ? sparse_.solve_transposed(b, nrhs) : dense_.solve_transposed(b, nrhs);
  }

 private:
  // From this size on the sparse path is the faster one (docs/performance.md).
  static constexpr int kManyUnknowns = 8;

  static constexpr int kNever = -1;

  bool is_sparse_;
  int factored_ = kNever;  // how often the block had been scaled when it was factored last
  Lu dense_;
  SparseLu sparse_;
};

}  // namespace mbs
