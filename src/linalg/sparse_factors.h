// Triangular factors of a sparse matrix whose rows have been exchanged: L with ones on its
// diagonal, and U. One column of each for every pivot; pivots come in the order in which they were
// chosen.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "base/index.h"

namespace mbs {

struct SparseFactors {
  struct Entry {
    int row;  // in the order of the exchanged rows
    double value;
  };

  std::vector<double> pivot;
  std::vector<double> column_max;  // the largest entry of its column before elimination
  std::vector<int> column_of;      // the column of the matrix of each pivot
  // The row of the matrix at each place of the factors: pivots first, then the others.
  std::vector<int> row_at;
  bool odd = false;  // an odd number of exchanges
  std::vector<Entry> lower, upper;
  std::vector<std::size_t> lower_start = {0}, upper_start = {0};  // of the columns, and their end

  int rank() const { return count_of(pivot); }
  // Column k of L below the pivot, and of U above it.
  std::span<const Entry> below(int k) const { return column(lower, lower_start, k); }
  std::span<const Entry> above(int k) const { return column(upper, upper_start, k); }
  std::size_t entry_count() const { return lower.size() + upper.size() + pivot.size(); }
  // Multiplications of one elimination.
  std::size_t operations() const;

  // For as many pivots as rows: x := U^-1 L^-1 x and x := L^-T U^-T x, in the order of the
  // exchanged rows.
  void substitute(double* x) const;
  void substitute_transposed(double* x) const;

  // Removes all pivots; the memory is kept.
  void clear();

 private:
  static std::span<const Entry> column(const std::vector<Entry>& entries,
                                       const std::vector<std::size_t>& start, int k) {
    return {entries.data() + start[k], entries.data() + start[k + 1]};
  }
};

}  // namespace mbs
