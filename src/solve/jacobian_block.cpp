#include "solve/jacobian_block.h"

#include <algorithm>
#include <cmath>

namespace mbs {

JacobianBlock::JacobianBlock(const Model& model, std::vector<int> rows, std::vector<int> columns)
    : rows_(std::move(rows)), columns_(std::move(columns)) {
  std::vector<int> row_of(static_cast<std::size_t>(model.ne), -1);
  std::vector<int> column_of(static_cast<std::size_t>(model.nx), -1);
  for (int k = 0; k < row_count(); ++k)
    row_of[static_cast<std::size_t>(rows_[static_cast<std::size_t>(k)])] = k;
  for (int k = 0; k < column_count(); ++k)
    column_of[static_cast<std::size_t>(columns_[static_cast<std::size_t>(k)])] = k;
  for (int s = 0; s < model.derivative_count; ++s) {
    const auto k = static_cast<std::size_t>(s);
    const int row = row_of[static_cast<std::size_t>(model.entry_row[k])];
    const int column = column_of[static_cast<std::size_t>(model.entry_column[k])];
    if (row >= 0 && column >= 0) entries_.push_back({s, row, column});
  }
  row_scale_.assign(rows_.size(), 1.0);
  column_scale_.assign(columns_.size(), 1.0);
  set_weights();
}

void JacobianBlock::set_weights() {
  weight_.clear();
  for (const Entry& entry : entries_)
    weight_.push_back(row_scale_[static_cast<std::size_t>(entry.row)] *
                      column_scale_[static_cast<std::size_t>(entry.column)]);
}

void JacobianBlock::choose_scales(const Model& model, const Evaluation& at) {
  std::vector<bool> is_angle(static_cast<std::size_t>(model.nx), false);
  for (int i : model.angles) is_angle[static_cast<std::size_t>(i)] = true;
  double length = 0;  // the largest lever arm: |d e / d phi| over |d e / d x| = 1
  for (const Entry& entry : entries_)
    if (is_angle[static_cast<std::size_t>(columns_[static_cast<std::size_t>(entry.column)])])
      length = std::max(length, std::fabs(at.De[static_cast<std::size_t>(entry.source)]));
  if (length <= 0) length = 1;
  length_ = length;
  for (std::size_t k = 0; k < columns_.size(); ++k)
    column_scale_[k] = is_angle[static_cast<std::size_t>(columns_[k])] ? 1 / length : 1;
  std::vector<double> largest(rows_.size(), 0.0);
  for (const Entry& entry : entries_) {
    double& row = largest[static_cast<std::size_t>(entry.row)];
    row = std::max(row, std::fabs(at.De[static_cast<std::size_t>(entry.source)] *
                                  column_scale_[static_cast<std::size_t>(entry.column)]));
  }
  for (std::size_t k = 0; k < rows_.size(); ++k)
    row_scale_[k] = largest[k] > 0 ? 1 / largest[k] : 1;
  set_weights();
}

void JacobianBlock::gather(const Evaluation& at, Matrix out) const {
  std::fill(out.data, out.data + static_cast<std::ptrdiff_t>(out.ld) * out.cols, 0.0);
  for (std::size_t k = 0; k < entries_.size(); ++k) {
    const Entry& entry = entries_[k];
    // An element whose nodes share a coordinate has two entries in one place.
    out(entry.row, entry.column) += at.De[static_cast<std::size_t>(entry.source)] * weight_[k];
  }
}

}  // namespace mbs
