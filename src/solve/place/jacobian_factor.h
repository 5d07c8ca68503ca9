// Factors of the Jacobian of a partition: a dense matrix while it is small, a sparse one from
// kManyUnknowns unknowns on. Both give the same numbers (linalg/sparse_lu.h). Trees of bodies of
// space are solved joint by joint where each joint determines coordinates of the body behind it,
// else by small blocks where the matrix is triangular in these.
#pragma once

#include "base/options.h"
#include "linalg/block_lu.h"
#include "linalg/lu.h"
#include "linalg/sparse_lu.h"
#include "solve/place/jacobian_block.h"
#include "solve/place/tree_rows.h"

namespace mbs {

// The elimination that dense factors use in the step loop.
inline Elimination step_elimination(const Options& options) {
  return options.path == kPathLapack ? Elimination::lapack : Elimination::loops;
}

class JacobianFactor {
  // Calls act with the factors that are in use.
  template <class Self, class Act>
  static auto ask(Self& self, Act&& act) {
    if (!self.is_sparse_) return act(self.dense_);
    if (self.tree_.is_tree()) return act(self.tree_);
    return self.blocks_.usable() ? act(self.blocks_) : act(self.sparse_);
  }

 public:
  // The block must be square. Only the path that is taken claims memory. tree: of the block, where
  // it is one; by_blocks: whether small blocks are looked for, and pivots kept.
  JacobianFactor(const JacobianBlock& block, const Options& options, TreeRows tree = {},
                 bool by_blocks = false)
      : is_sparse_(is_sparse(options, block.column_count(), kManyUnknowns)),
        tree_(is_sparse_ && options.path == kPathAuto ? std::move(tree) : TreeRows()),
        blocks_(is_sparse_ && !tree_.is_tree() && by_blocks && options.path == kPathAuto
                    ? block.pattern()
                    : SparsePattern{}),
        dense_(is_sparse_ ? 0 : block.column_count(), step_elimination(options)),
        sparse_(is_sparse_ && !tree_.is_tree() && !blocks_.usable() ? block.pattern()
                                                                    : SparsePattern{}) {
    if (by_blocks && options.path == kPathAuto) sparse_.keep_pivots();
  }

  // Factors the scaled block at a position, which must be the same block at each call. Returns -1,
  // or the column of a zero pivot.
  [[nodiscard]] int factor(const JacobianBlock& block, const Evaluation& at) {
    if (block.is_constant() && factored_ == block.scalings()) return -1;
    const int zero = ask(*this, [&](auto& factors) {
      if constexpr (requires { factors.factor(block, at); }) {
        return factors.factor(block, at);
      } else {
        if constexpr (requires { factors.values(); })
          block.gather(at, factors.values());
        else
          block.gather(at, factors.matrix());
        return factors.factor();
      }
    });
    factored_ = zero < 0 ? block.scalings() : kNever;
    return zero;
  }

  // Null where the factors are no tree.
  const TreeRows* tree() const { return tree_.is_tree() ? &tree_ : nullptr; }

  double pivot_ratio() const {
    return ask(*this, [](const auto& factors) { return factors.pivot_ratio(); });
  }
  double smallest_pivot() const {
    return ask(*this, [](const auto& factors) { return factors.smallest_pivot(); });
  }
  int weakest_column() const {
    return ask(*this, [](const auto& factors) { return factors.weakest_column(); });
  }
  int determinant_sign() const {
    return ask(*this, [](const auto& factors) { return factors.determinant_sign(); });
  }
  // Only where there is no tree().
  double rcond() {
    return ask(*this, [](auto& factors) {
      if constexpr (requires { factors.rcond(); })
        return factors.rcond();
      else
        return 0.0;
    });
  }
  void solve(double* b, int nrhs = 1) {
    ask(*this, [&](auto& factors) { factors.solve(b, nrhs); });
  }
  void solve_transposed(double* b, int nrhs = 1) {
    ask(*this, [&](auto& factors) { factors.solve_transposed(b, nrhs); });
  }

 private:
  // From this size on the sparse path is the faster one (docs/performance.md).
  static constexpr int kManyUnknowns = 8;

  static constexpr int kNever = -1;

  bool is_sparse_;
  int factored_ = kNever;  // how often the block had been scaled when it was factored last
  TreeRows tree_;
  BlockLu blocks_;
  Lu dense_;
  SparseLu sparse_;
};

}  // namespace mbs
