// LU factors of a sparse square matrix whose rows and columns can be ordered so that it is block
// triangular with small blocks (Duff and Reid 1978), as those of a tree of bodies are: the blocks
// are factored alone, with row pivoting, and the other entries serve as they are: those of a block
// as a dense matrix over the columns in which it has some.
#pragma once

#include <vector>

#include "linalg/sparse_pattern.h"

namespace mbs {

class BlockLu {
 public:
  // Nothing else may be called where it is not usable().
  explicit BlockLu(SparsePattern pattern = {});

  // Whether the structure has blocks of up to kMost unknowns.
  bool usable() const { return !blocks_.empty(); }

  // As in SparseLu; column_max is that of whole columns.
  std::vector<double>& values() { return values_; }
  [[nodiscard]] int factor();
  double pivot_ratio() const { return pivot_ratio_; }
  double smallest_pivot() const { return smallest_; }
  int weakest_column() const { return weakest_; }
  int determinant_sign() const { return factored_ ? sign_ : 0; }
  double rcond();
  void solve(double* b, int nrhs = 1);
  void solve_transposed(double* b, int nrhs = 1);

 private:
  static constexpr int kMost = 6;
  struct Block {
    int size;
    int unknowns;            // where they begin in row_, column_, inverse_, pivot_row_
    int factors;             // where they begin in lu_, row by row
    int before, before_end;  // in before_
    int beside;              // where its entries in these columns begin in lu_, column by column
  };
  struct Entry {
    int value, place;  // in values_, in lu_
  };

  void find_blocks();
  double column_sum(int j) const;
  template <int kSize>
  bool factor_block(const Block& block);
  template <int kSize>
  void solve_block(const Block& block, const double* b, double* x) const;
  template <int kSize>
  void solve_block_transposed(const Block& block, double* c, double* y) const;
  bool no_factors(double* b, int nrhs) const;

  SparsePattern pattern_;
  std::vector<double> values_;
  std::vector<Block> blocks_;      // in the order in which they are solved
  std::vector<int> row_, column_;  // of the matrix
  std::vector<Entry> entries_;
  std::vector<int> before_;  // columns of earlier blocks in which a block has entries
  // lu_: factors of the blocks, then what is beside them, both in the order of pivot_row_.
  std::vector<double> lu_, inverse_;
  std::vector<int> pivot_row_;  // of the matrix, of each step of the elimination
  bool factored_ = false;
  double pivot_ratio_ = 0, smallest_ = 0;
  int weakest_ = 0, sign_ = 1;
  std::vector<double> work_, column_max_, estimate_;
  std::vector<int> signs_;
};

}  // namespace mbs
