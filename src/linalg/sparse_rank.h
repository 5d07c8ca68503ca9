// Rank of a large sparse matrix by elimination with row pivoting, in place of pivoted QR
// (linalg/pivoted_qr.h) for small ones. Its pivots show the rank less sharply than QR does, but
// neither memory nor time grows with the square of the size.
#pragma once

#include <cmath>
#include <cstddef>
#include <utility>
#include <vector>

#include "linalg/sparse_elimination.h"

namespace mbs {

class SparseRank {
 public:
  // Columns are taken in the order given; a column whose pivot is at most tolerance times its
  // largest entry depends on those before it. hesitation, most_work: see
  // SparseElimination::choose().
  SparseRank(SparsePattern pattern, const std::vector<double>& values, double tolerance,
             double hesitation = 0, double most_work = HUGE_VAL);

  // Multiplications of the elimination.
  std::size_t operations() const { return elimination_.factors().operations(); }
  int rank() const { return elimination_.factors().rank(); }
  // Rows that span the rest, in the order of the pivots, and the others, ascending.
  const std::vector<int>& independent_rows() const { return independent_; }
  const std::vector<int>& dependent_rows() const { return dependent_; }
  // Columns that span the rest, and the other columns.
  std::vector<int> independent_columns() const;
  const std::vector<int>& dependent_columns() const { return elimination_.dependent(); }

  // The d-th dependent row or column as a sum over independent ones: (row or column, factor).
  using Combination = std::vector<std::pair<int, double>>;
  Combination row_combination(int d) const;
  Combination column_combination(int d);

 private:
  SparseElimination elimination_;
  std::vector<int> independent_, dependent_;
};

}  // namespace mbs
