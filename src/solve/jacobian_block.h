// The part of De that belongs to chosen deformations (rows) and coordinates (columns), scaled so
// that lengths and angles weigh alike: J' = R J C with diagonal R, C fixed once per phase.
#pragma once

#include <vector>

#include "assembly/evaluation.h"
#include "base/views.h"
#include "model/model.h"

namespace mbs {

class JacobianBlock {
 public:
  JacobianBlock(const Model& model, std::vector<int> rows, std::vector<int> columns);

  const std::vector<int>& rows() const { return rows_; }        // deformations
  const std::vector<int>& columns() const { return columns_; }  // coordinates
  int row_count() const { return static_cast<int>(rows_.size()); }
  int column_count() const { return static_cast<int>(columns_.size()); }

  // Chooses R and C from De at a typical position: angle columns are measured in the length the
  // mechanism has there, then each row is divided by its largest entry.
  void choose_scales(const Model& model, const Evaluation& at);

  double length() const { return length_; }

  // Writes R J C into out (row_count x column_count, all of it).
  void gather(const Evaluation& at, Matrix out) const;

  double row_scale(int k) const { return row_scale_[static_cast<std::size_t>(k)]; }
  double column_scale(int k) const { return column_scale_[static_cast<std::size_t>(k)]; }

 private:
  struct Entry {
    int source;  // in De
    int row, column;
  };
  void set_weights();

  std::vector<int> rows_, columns_;
  std::vector<Entry> entries_;
  double length_ = 1;
  std::vector<double> weight_, row_scale_, column_scale_;
};

}  // namespace mbs
