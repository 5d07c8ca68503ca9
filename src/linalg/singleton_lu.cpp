#include "linalg/singleton_lu.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <utility>

#include "linalg/fill_order.h"

namespace mbs {

SingletonLu::SingletonLu(SparsePattern pattern) : SingletonLu(std::move(pattern), Core{}) {}

SingletonLu::SingletonLu(SparsePattern pattern, const Core& core)
    : pattern_(std::move(pattern)),
      values_(pattern_.row.size(), 0.0),
      x_(pattern_.columns(), 0.0),
      dense_(0, core.dense_by) {
  core_row_.resize(pattern_.rows);
  core_column_.resize(pattern_.columns());
  std::iota(core_row_.begin(), core_row_.end(), 0);
  std::iota(core_column_.begin(), core_column_.end(), 0);
  if (size() == 0) return;
  if (!core.is_all) find_singletons();
  make_core(core);
}

void SingletonLu::find_singletons() {
  // The matrix by rows: columns and places of the entries.
  std::vector<std::vector<std::pair<int, int>>> by_rows(pattern_.rows);
  std::vector<int> in_row(pattern_.rows, 0), in_column(size(), 0);
  for (int j = 0; j < size(); ++j)
    for (int s = pattern_.start[j]; s < pattern_.start[j + 1]; ++s) {
      by_rows[pattern_.row[s]].emplace_back(j, s);
      ++in_row[pattern_.row[s]], ++in_column[j];
    }
  std::vector<char> row_left(pattern_.rows, 1), column_left(size(), 1);
  std::vector<int> rows, columns;  // rows and columns with one entry left
  const auto note = [](std::vector<int>& to, int count, int i) {
    if (count == 1) to.push_back(i);
  };
  const auto remove = [&](std::vector<Singleton>& to, const Singleton& s) {
    to.push_back(s);
    row_left[s.row] = column_left[s.column] = 0;
    for (const auto& [j, slot] : by_rows[s.row]) note(columns, --in_column[j], j);
    for (int e = pattern_.start[s.column]; e < pattern_.start[s.column + 1]; ++e)
      note(rows, --in_row[pattern_.row[e]], pattern_.row[e]);
  };
  for (int i = 0; i < pattern_.rows; ++i) note(rows, in_row[i], i);
  for (int j = 0; j < size(); ++j) note(columns, in_column[j], j);
  while (!rows.empty() || !columns.empty()) {
    if (!rows.empty()) {
      const int i = rows.back();
      rows.pop_back();
      if (!row_left[i] || in_row[i] != 1) continue;
      const auto left = std::find_if(by_rows[i].begin(), by_rows[i].end(),
                                     [&](const auto& entry) { return column_left[entry.first]; });
      remove(first_, {i, left->first, left->second});
      continue;
    }
    const int j = columns.back();
    columns.pop_back();
    if (!column_left[j] || in_column[j] != 1) continue;
    int s = pattern_.start[j];
    while (!row_left[pattern_.row[s]]) ++s;
    remove(last_, {pattern_.row[s], j, s});
  }
  std::reverse(last_.begin(), last_.end());
  std::erase_if(core_row_, [&](int i) { return !row_left[i]; });
  std::erase_if(core_column_, [&](int j) { return !column_left[j]; });
}

void SingletonLu::make_core(const Core& core) {
  const int n = core_size();
  std::vector<int> row_in_core(pattern_.rows, -1);
  for (int i = 0; i < n; ++i) row_in_core[core_row_[i]] = i;
  const auto each_entry = [&](int column, auto visit) {
    for (int s = pattern_.start[column]; s < pattern_.start[column + 1]; ++s)
      if (row_in_core[pattern_.row[s]] >= 0) visit(row_in_core[pattern_.row[s]], s);
  };
  std::vector<std::vector<int>> cliques(n);
  for (int j = 0; j < n; ++j)
    each_entry(core_column_[j], [&](int row, int) { cliques[row].push_back(j); });
  const std::vector<int> order = fill_order(n, std::move(cliques));
  std::vector<int> columns(n);
  for (int k = 0; k < n; ++k) columns[k] = core_column_[order[k]];
  core_column_ = std::move(columns);
  is_sparse_ = n >= core.sparse_from;
  SparsePattern pattern;
  pattern.rows = n;
  pattern.start = {0};
  for (int j = 0; j < n; ++j) {
    each_entry(core_column_[j], [&](int row, int slot) {
      core_place_.push_back(is_sparse_ ? count_of(pattern.row) : j * n + row);
      pattern.row.push_back(row);
      core_slot_.push_back(slot);
    });
    pattern.start.push_back(count_of(pattern.row));
  }
  core_b_.assign(n, 0.0);
  if (is_sparse_)
    sparse_ = SparseLu(std::move(pattern));
  else
    dense_.resize(n);
}

bool SingletonLu::factor() {
  smallest_ = 0;
  if (!std::isfinite(dot(values_, values_))) return false;
  double smallest = std::numeric_limits<double>::infinity();
  for (const std::vector<Singleton>* list : {&first_, &last_})
    for (const Singleton& s : *list) {
      const double size = std::fabs(values_[s.slot]);
      if (size == 0) return false;
      smallest = std::min(smallest, size);
    }
  if (core_size() > 0) {
    if (!is_sparse_) dense_.set_zero();
    double* const to = is_sparse_ ? sparse_.values().data() : dense_.matrix().data;
    for (std::size_t k = 0; k < core_slot_.size(); ++k) to[core_place_[k]] = values_[core_slot_[k]];
    if ((is_sparse_ ? sparse_.factor() : dense_.factor()) >= 0) return false;
    smallest = std::min(smallest, is_sparse_ ? sparse_.smallest_pivot() : dense_.smallest_pivot());
  }
  smallest_ = smallest;
  return true;
}

int SingletonLu::determinant_sign() const {
  int sign = core_size() == 0 ? 1
             : is_sparse_     ? sparse_.determinant_sign()
                              : dense_.determinant_sign();
  for (const std::vector<Singleton>* list : {&first_, &last_})
    for (const Singleton& s : *list)
      if (values_[s.slot] < 0) sign = -sign;
  return sign;
}

double SingletonLu::log_determinant() const {
  double sum = core_size() == 0 ? 0
               : is_sparse_     ? sparse_.log_determinant()
                                : dense_.log_determinant();
  for (const std::vector<Singleton>* list : {&first_, &last_})
    for (const Singleton& s : *list) sum += std::log2(std::fabs(values_[s.slot]));
  return sum;
}

// Sets the unknown of this column to x and moves its terms to the right sides.
inline void SingletonLu::take(int column, double x, Vector b) {
  x_[column] = x;
  if (x == 0) return;
  for (int s = pattern_.start[column]; s < pattern_.start[column + 1]; ++s)
    b[pattern_.row[s]] -= values_[s] * x;
}

void SingletonLu::solve(Vector b) {
  for (const Singleton& s : first_) take(s.column, b[s.row] / values_[s.slot], b);
  for (int i = 0; i < core_size(); ++i) core_b_[i] = b[core_row_[i]];
  if (core_size() > 0) is_sparse_ ? sparse_.solve(core_b_.data()) : dense_.solve(core_b_.data());
  for (int j = 0; j < core_size(); ++j) take(core_column_[j], core_b_[j], b);
  for (const Singleton& s : last_) take(s.column, b[s.row] / values_[s.slot], b);
  std::copy(x_.begin(), x_.end(), b.begin());
}

}  // namespace mbs
