// The part of De that belongs to chosen deformations (rows) and coordinates (columns), scaled so
// that lengths and angles weigh alike: J' = R J C with diagonal R, C fixed once per phase.
#pragma once

#include <vector>

#include "assembly/evaluation.h"
#include "base/index.h"
#include "base/views.h"
#include "linalg/sparse_pattern.h"
#include "model/model.h"

namespace mbs {

// A row of De counts as zero in the chosen columns when its largest entry there is below
// kRowOfNothing times its largest entry in all columns.
inline constexpr double kRowOfNothing = 1e-9;

// The columns in an order that leaves few entries in the factors of a large block (linalg/
// fill_order.h); below two dozen they are left as they are.
std::vector<int> ordered_columns(const Model& model, const std::vector<int>& rows,
                                 std::vector<int> columns);

class JacobianBlock {
 public:
  JacobianBlock(const Model& model, std::vector<int> rows, std::vector<int> columns);

  const std::vector<int>& rows() const { return rows_; }        // deformations
  const std::vector<int>& columns() const { return columns_; }  // coordinates
  int row_count() const { return count_of(rows_); }
  int column_count() const { return count_of(columns_); }

  // Chooses R and C from De at a typical position: angle columns are measured in the length the
  // mechanism has there, then each row is divided by its largest entry. If the largest entry of a
  // row in the columns of the block is at most `nothing` times its largest entry of all, the row is
  // divided by the latter. What is left in the block then stays as small as the rounding or
  // position error that it is.
  void choose_scales(const Model& model, const Evaluation& at, double nothing = kRowOfNothing);

  double length() const { return length_; }

  // Writes R J C into out (row_count x column_count, all of it).
  void gather(const Evaluation& at, Matrix out) const;

  // Sparse form: pattern() gives the places of the entries, gather() their values in that order.
  const SparsePattern& pattern() const { return pattern_; }
  void gather(const Evaluation& at, std::vector<double>& values) const;
  // J'^T; its columns are the rows of the block in the order given.
  SparseMatrix transposed(const Evaluation& at, const std::vector<int>& row_order) const;

  // Whether its entries are the same at every position, and how often choose_scales() has changed
  // the scales.
  bool is_constant() const { return constant_; }
  int scalings() const { return scalings_; }

  double row_scale(int k) const { return row_scale_[k]; }
  double column_scale(int k) const { return column_scale_[k]; }
  // The largest derivative of row k by any coordinate of the model, at the position where the
  // scales were chosen, in these scales. The largest derivative by a coordinate of the block is 1.
  double whole_row(int k) const { return whole_row_[k]; }

 private:
  struct Entry {
    int source;  // in De
    int row, column;
  };
  void set_pattern();
  // Whether entry k has the same place as the entry before it.
  bool repeats(std::size_t k) const;
  void set_weights();

  std::vector<int> rows_, columns_;
  std::vector<Entry> entries_;  // by columns, in each by rows
  SparsePattern pattern_;
  double length_ = 1;
  bool constant_ = true;
  int scalings_ = 0;
  std::vector<double> weight_, row_scale_, column_scale_, whole_row_;
};

}  // namespace mbs
