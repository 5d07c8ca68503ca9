#include "solve/place/jacobian_block.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

#include "base/index.h"
#include "linalg/fill_order.h"
#include "model/owner.h"

namespace mbs {

namespace {

// Below this size the order of the deck is kept: the factors are small in any case.
constexpr std::size_t kOrderedUnknowns = 24;

}  // namespace

std::vector<int> ordered_columns(const Model& model, const std::vector<int>& rows,
                                 std::vector<int> columns) {
  if (columns.size() < kOrderedUnknowns) return columns;
  std::vector<int> row_of(model.ne, -1);
  std::vector<int> column_of(model.nx, -1);
  for (std::size_t k = 0; k < rows.size(); ++k) row_of[rows[k]] = static_cast<int>(k);
  for (std::size_t k = 0; k < columns.size(); ++k) column_of[columns[k]] = static_cast<int>(k);
  std::vector<std::vector<int>> cliques(rows.size());
  for (std::size_t s = 0; s < model.entry_row.size(); ++s) {
    const int row = row_of[model.entry_row[s]];
    const int column = column_of[model.entry_column[s]];
    if (row >= 0 && column >= 0 && !model.entry_zero[s]) cliques[row].push_back(column);
  }
  std::vector<int> ordered;
  for (int k : fill_order(count_of(columns), std::move(cliques))) ordered.push_back(columns[k]);
  return ordered;
}

JacobianBlock::JacobianBlock(const Model& model, std::vector<int> rows, std::vector<int> columns)
    : rows_(std::move(rows)), columns_(std::move(columns)) {
  std::vector<int> row_of(model.ne, -1);
  std::vector<int> column_of(model.nx, -1);
  for (int k = 0; k < row_count(); ++k) row_of[rows_[k]] = k;
  for (int k = 0; k < column_count(); ++k) column_of[columns_[k]] = k;
  for (int s = 0; s < model.derivative_count; ++s) {
    const int row = row_of[model.entry_row[s]];
    const int column = column_of[model.entry_column[s]];
    if (row < 0 || column < 0 || model.entry_zero[s]) continue;
    entries_.push_back({s, row, column});
    constant_ = constant_ && model.entry_constant[s] != 0;
  }
  row_scale_.assign(rows_.size(), 1.0);
  whole_row_.assign(rows_.size(), 0.0);
  column_scale_.assign(columns_.size(), 1.0);
  set_pattern();
  set_weights();
}

void JacobianBlock::set_pattern() {
  std::stable_sort(entries_.begin(), entries_.end(), [](const Entry& one, const Entry& other) {
    return std::pair(one.column, one.row) < std::pair(other.column, other.row);
  });
  pattern_.rows = row_count();
  pattern_.start.assign(columns_.size() + 1, 0);
  for (std::size_t k = 0; k < entries_.size(); ++k) {
    if (repeats(k)) continue;
    ++pattern_.start[entries_[k].column + 1];
    pattern_.row.push_back(entries_[k].row);
  }
  std::partial_sum(pattern_.start.begin(), pattern_.start.end(), pattern_.start.begin());
}

bool JacobianBlock::repeats(std::size_t k) const {
  return k > 0 && entries_[k].column == entries_[k - 1].column &&
         entries_[k].row == entries_[k - 1].row;
}

void JacobianBlock::set_weights() {
  weight_.clear();
  for (const Entry& entry : entries_)
    weight_.push_back(row_scale_[entry.row] * column_scale_[entry.column]);
}

void JacobianBlock::choose_scales(const Model& model, const Evaluation& at, double nothing) {
  const std::vector<char> is_angle = turning_flags(model);
  double length = 0;  // the largest lever arm: |d e / d phi| over |d e / d x| = 1
  for (const Entry& entry : entries_)
    if (is_angle[columns_[entry.column]]) length = std::max(length, std::fabs(at.De[entry.source]));
  double any_length = 0;  // of all rows and columns
  for (std::size_t s = 0; s < model.entry_row.size(); ++s)
    if (is_angle[model.entry_column[s]]) any_length = std::max(any_length, std::fabs(at.De[s]));
  if (length <= nothing * any_length) length = any_length;
  if (length <= 0) length = 1;
  length_ = length;
  for (std::size_t k = 0; k < columns_.size(); ++k)
    column_scale_[k] = is_angle[columns_[k]] ? 1 / length : 1;
  std::vector<double> largest(rows_.size(), 0.0);
  for (const Entry& entry : entries_) {
    double& row = largest[entry.row];
    row = std::max(row, std::fabs(at.De[entry.source] * column_scale_[entry.column]));
  }
  std::vector<double> whole(model.ne, 0.0);
  for (std::size_t s = 0; s < model.entry_row.size(); ++s) {
    double& row = whole[model.entry_row[s]];
    const bool angle = is_angle[model.entry_column[s]];
    row = std::max(row, std::fabs(at.De[s]) / (angle ? length : 1));
  }
  for (std::size_t k = 0; k < rows_.size(); ++k) {
    const double all = whole[rows_[k]];
    const double size = largest[k] > nothing * all ? largest[k] : all;
    row_scale_[k] = size > 0 ? 1 / size : 1;
    whole_row_[k] = row_scale_[k] * all;
  }
  ++scalings_;
  set_weights();
}

void JacobianBlock::gather(const Evaluation& at, Matrix out) const {
  std::fill(out.data, out.data + static_cast<std::ptrdiff_t>(out.ld) * out.cols, 0.0);
  for (std::size_t k = 0; k < entries_.size(); ++k) {
    const Entry& entry = entries_[k];
    // An element whose nodes share a coordinate has two entries in one place.
    out(entry.row, entry.column) += at.De[entry.source] * weight_[k];
  }
}

void JacobianBlock::gather(const Evaluation& at, std::vector<double>& values) const {
  const auto entry = [&](std::size_t k) { return at.De[entries_[k].source] * weight_[k]; };
  if (entries_.size() == pattern_.row.size()) {
    for (std::size_t k = 0; k < entries_.size(); ++k) values[k] = entry(k);
    return;
  }
  double* value = values.data();
  for (std::size_t k = 0; k < entries_.size(); ++k)
    if (repeats(k))
      value[-1] += entry(k);
    else
      *value++ = entry(k);
}

SparseMatrix JacobianBlock::transposed(const Evaluation& at,
                                       const std::vector<int>& row_order) const {
  std::vector<double> values(pattern_.row.size());
  gather(at, values);
  std::vector<int> place(rows_.size());
  for (std::size_t k = 0; k < row_order.size(); ++k) place[row_order[k]] = static_cast<int>(k);
  SparseMatrix out{{{}, std::vector<int>(values.size()), column_count()}, values};
  std::vector<int>& start = out.pattern.start;
  start.assign(rows_.size() + 1, 0);
  for (int row : pattern_.row) ++start[place[row] + 1];
  std::partial_sum(start.begin(), start.end(), start.begin());
  std::vector<int> next(start.begin(), start.end() - 1);
  for (int j = 0; j < column_count(); ++j)
    for (int s = pattern_.start[j]; s < pattern_.start[j + 1]; ++s) {
      const std::size_t row = pattern_.row[s];
      const std::size_t to = next[place[row]]++;
      out.pattern.row[to] = j;
      out.values[to] = values[s];
    }
  return out;
}

}  // namespace mbs
