// Elimination of a sparse matrix with as many rows as columns or more, left-looking by columns with
// row pivoting (Gilbert and Peierls 1988). Columns are taken in the order given and the pivot is
// the largest entry; places that the structure fills count as entries although their value be zero,
// so that the same factors serve for other values as long as the pivots stay the largest.
#pragma once

#include <cstddef>
#include <utility>
#include <vector>

#include "base/index.h"
#include "linalg/sparse_pattern.h"

namespace mbs {

class SparseElimination {
 public:
  struct Entry {
    int row;  // of L and U, in the order of the exchanged rows
    double value;
  };

  explicit SparseElimination(SparsePattern pattern = {});

  // Chooses the pivots. A column whose largest candidate is at most tolerance times its largest
  // entry depends on those before: it goes to dependent(), without a pivot. One that falls below
  // the part `hesitation` waits until all others have had their turn. Allocates, after the first
  // time only where there are far more entries than ever.
  void choose(double tolerance, double hesitation = 0);
  // The pivots chosen before, without hesitation, for other values. False where one of them is no
  // longer the largest entry: the factors are then not valid. Does not allocate.
  bool repeat();

  const SparsePattern& pattern() const { return pattern_; }
  std::vector<double>& values() { return values_; }
  const std::vector<double>& values() const { return values_; }

  // Pivots, and for each one: its value, its column, the largest entry of that column before
  // elimination, its columns of L (below it) and U (above it).
  int rank() const { return count_of(pivot_); }
  double pivot(int k) const { return pivot_[k]; }
  int column_of(int k) const { return column_of_[k]; }
  double column_max(int k) const { return column_max_[k]; }
  // Row of the matrix that stands at a place of the factors: pivots first, then the others.
  const std::vector<int>& row_at() const { return row_at_; }
  bool odd() const { return odd_; }  // an odd number of exchanges
  std::size_t entry_count() const { return lower_.size() + upper_.size() + pivot_.size(); }
  // Multiplications of one elimination.
  std::size_t operations() const;

  const Entry* lower(int k) const { return lower_.data() + lower_start_[k]; }
  const Entry* lower_end(int k) const { return lower_.data() + lower_start_[k + 1]; }
  const Entry* upper(int k) const { return upper_.data() + upper_start_[k]; }
  const Entry* upper_end(int k) const { return upper_.data() + upper_start_[k + 1]; }

  // Columns without a pivot, and the entries (pivot, factor of U) of one of them.
  const std::vector<int>& dependent() const { return dependent_; }
  std::vector<Entry> upper_of_dependent(int column);

 private:
  double scatter(int column);
  void note_entry(int row);
  void eliminate(std::vector<Entry>& upper);
  int largest_row() const;
  void accept(int row, int column, double largest);
  void try_column(int column, double tolerance, std::vector<int>& otherwise);
  void clear_column();
  void finish();

  SparsePattern pattern_;
  std::vector<double> values_;
  std::vector<double> pivot_, column_max_;
  std::vector<int> column_of_;
  std::vector<int> position_of_, row_at_;
  std::vector<Entry> lower_, upper_;
  std::vector<char>
      earlier_;  // the entry of L stood before the pivot: it wins where both are equal
  std::vector<std::size_t> lower_start_, upper_start_;
  std::vector<int> dependent_, waiting_;
  std::vector<int> place_;  // of the entries of the matrix, by row_at_
  bool odd_ = false;
  bool has_room_ = false;
  // The column being eliminated: values, rows that are no pivots, a heap of pivots that act on it.
  std::vector<double> column_;
  std::vector<int> below_, acting_;
  std::vector<char> is_noted_;
  std::vector<std::pair<Entry, char>> sorted_;
};

}  // namespace mbs
