// Factors L D L^T of a sparse symmetric matrix that is a sum of cliques, by rows (Liu 1986; Davis
// 2005): of a positive definite one, or of one whose pivots have either sign and are large enough
// in the given order. Order and places of the entries are chosen once; each factorisation is a
// fixed course of operations and takes no memory.
#pragma once

#include <cstddef>
#include <utility>
#include <vector>

namespace mbs {

class SparseCholesky {
 public:
  // cliques: sets of unknowns 0 .. n - 1 among which all entries may differ from zero.
  explicit SparseCholesky(int n = 0, const std::vector<std::vector<int>>& cliques = {});
  // order: the unknowns in the order of elimination.
  SparseCholesky(int n, const std::vector<std::vector<int>>& cliques, std::vector<int> order);

  int size() const { return n_; }
  // Where the caller writes the entries: one triangle, slot(i, j) = slot(j, i) for places in the
  // cliques.
  std::vector<double>& values() { return values_; }
  int slot(int i, int j) const;

  // Returns the smallest pivot over its diagonal entry: 1 at best; about the reciprocal of the
  // condition number where that is caused by single rows; 0, and no factors, where a pivot is not
  // positive and finite.
  [[nodiscard]] double factor();
  // Factors a matrix that may be indefinite. False, and no factors, where a pivot is only what is
  // left of terms that cancel, or where terms grow far beyond the entries of the matrix: then
  // another order is needed (linalg/symmetric_factors.h).
  [[nodiscard]] bool factor_indefinite();
  // The negative pivots of factor_indefinite(): so many eigenvalues are negative (Sylvester).
  int negative() const { return negative_; }
  // b := A^-1 b; NaN without factors.
  void solve(double* b);

  // Entries of L below the diagonal, and multiplications of one factorisation.
  std::size_t entry_count() const { return lower_row_.size(); }
  std::size_t operations() const;

 private:
  void find_places(const std::vector<std::vector<int>>& cliques);
  void find_fill();
  template <bool kTerms, class Accept>
  bool eliminate(Accept accept);

  int n_ = 0, negative_ = 0;
  bool factored_ = false;
  std::vector<int> order_, place_of_;  // unknown at a place, and the reverse
  // The matrix by rows of the lower triangle, places ascending, the diagonal last.
  std::vector<double> values_;
  std::vector<int> value_start_, value_column_;
  // L by columns, rows ascending, and the same entries by rows.
  std::vector<double> lower_, inverse_pivot_, work_, solution_;
  std::vector<int> lower_start_, lower_row_;
  struct RowEntry {
    int column;
    int slot;   // in lower_
    int value;  // in values_
  };
  std::vector<RowEntry> row_entry_;
  std::vector<int> row_start_;
};

}  // namespace mbs
