// LU factors of a sparse square matrix of which the structure solves a part: a row with one unknown
// left gives that unknown; an unknown with one row left is given by that row when all others are
// known. These are the blocks of one row at both ends of the block triangular form (Pothen and Fan
// 1990). No other pivots are possible there, so they need no search, and substitution takes the
// entries of the matrix itself. The rest of the matrix between them is the core, which is factored
// by itself.
#pragma once

#include <span>
#include <vector>

#include "base/views.h"
#include "linalg/lu.h"
#include "linalg/sparse_lu.h"

namespace mbs {

class SingletonLu {
 public:
  // How the core is factored.
  struct Core {
    bool is_all = false;  // the whole matrix is the core
    int sparse_from = 0;  // from this number of unknowns on its factors are sparse
    Elimination dense_by = Elimination::lapack;
  };
  explicit SingletonLu(SparsePattern pattern = {});  // sparse
  SingletonLu(SparsePattern pattern, const Core& core);
  int size() const { return pattern_.columns(); }
  int core_size() const { return static_cast<int>(core_column_.size()); }

  // Where the caller writes the entries, in the order of the pattern; factor() keeps them, and
  // solve() needs them.
  std::vector<double>& values() { return values_; }
  const std::vector<double>& values() const { return values_; }

  // False where a pivot is exactly zero or an entry is not finite. Only SparseLu may allocate here.
  [[nodiscard]] bool factor();
  // The smallest |pivot|, for a matrix scaled to entries of about 1; 0 without factors.
  double smallest_pivot() const { return smallest_; }
  // Sign of the determinant, up to a sign that depends on the pattern alone, and log2 of its
  // magnitude. Only after factor() was true.
  int determinant_sign() const;
  double log_determinant() const;
  // b: right sides by rows on entry, the unknowns by columns on return. Only after factor() was
  // true.
  void solve(Vector b);

 private:
  // Row and column of a pivot, and its place among the values.
  struct Singleton {
    int row, column, slot;
  };
  void find_singletons();
  void make_core(const Core& core);
  void take(int column, double x, Vector b);

  SparsePattern pattern_;
  std::vector<double> values_, x_;
  std::vector<Singleton> first_, last_;  // in the order in which they are solved
  std::vector<int> core_row_, core_column_;
  // Entries of the core, by its columns: their places among the values and in the core.
  std::vector<int> core_slot_, core_place_;
  std::vector<double> core_b_;
  bool is_sparse_ = false;
  Lu dense_;
  SparseLu sparse_;
  double smallest_ = 0;
};

}  // namespace mbs
