// Elimination of a sparse matrix with as many rows as columns or more, left-looking by columns with
// row pivoting (Gilbert and Peierls 1988). Columns are taken in the order given, and the pivot is
// the largest entry. Places that the structure fills count as entries even if their value is zero,
// so that the same pivots serve for other values (how long: linalg/kept_pivots.h).
#pragma once

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "base/index.h"
#include "linalg/sparse_pattern.h"

namespace mbs {

// Triangular factors of a sparse matrix whose rows have been exchanged: L with ones on its
// diagonal, and U. One column of each for every pivot; pivots come in the order in which they were
// chosen.
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

class SparseElimination {
 public:
  using Entry = SparseFactors::Entry;

  explicit SparseElimination(SparsePattern pattern = {});

  // Chooses the pivots. A column whose largest candidate is at most `tolerance` times its largest
  // entry depends on the columns before it: it goes to dependent(), without a pivot. A column whose
  // candidate is below `hesitation` times its largest entry, or below `hesitation` itself (rows are
  // about 1), waits until all others have had their turn; those that wait are tried with ever less
  // hesitation. After most_work multiplications all columns that are left are dependent. After the
  // first call, allocates only where there are far more entries than ever before.
  void choose(double tolerance, double hesitation = 0, double most_work = HUGE_VAL);
  // Uses the pivots chosen before, without hesitation, for other values. False where one of them no
  // longer serves: the factors are then not valid. Small matrices keep the pivots before it for the
  // next choose(), which would choose the same. Does not allocate.
  bool repeat();
  // From now on the pivots of a small matrix are kept as those of a large one.
  void keep_pivots() { keeps_ = true; }

  const SparsePattern& pattern() const { return pattern_; }
  std::vector<double>& values() { return values_; }
  const std::vector<double>& values() const { return values_; }

  const SparseFactors& factors() const { return factors_; }
  // Columns without a pivot, and the entries (pivot, factor of U) of one of them.
  const std::vector<int>& dependent() const { return dependent_; }
  std::vector<Entry> upper_of_dependent(int column);

 private:
  double scatter(int column);
  void note_entry(int row);
  void eliminate(std::vector<Entry>& upper);
  int largest_row() const;
  void accept(int row, int column, double largest);
  void try_column(int column, double tolerance, double least, std::vector<int>& otherwise);
  void clear_column();
  void exchange(int k, int place);
  void forget();
  void keep_first(int count);
  void finish();

  SparsePattern pattern_;
  std::vector<double> values_;
  SparseFactors factors_;
  std::vector<int> position_of_;  // of each row of the matrix, as in SparseFactors::row_at
  std::vector<char>
      earlier_;  // the entry of L stood before the pivot: it wins where both are equal
  std::vector<int> dependent_, waiting_, left_;
  std::vector<int> place_;  // of the entries of the matrix, by row_at
  bool has_room_ = false, keeps_ = false;
  double work_ = 0, most_work_ = HUGE_VAL;  // multiplications of choose()
  std::vector<int> exchanged_;              // the place that each pivot came from
  int serving_ = 0;  // so many of the first pivots serve for the present values
  // The column being eliminated: its values, its rows that are no pivots yet, and the pivots that
  // act on it, a bit each.
  std::vector<double> column_;
  std::vector<int> below_;
  std::vector<std::uint64_t> acting_;
  std::vector<char> is_noted_;
  std::vector<std::pair<Entry, char>> sorted_;
};

}  // namespace mbs
