#include "linalg/sparse_rank.h"

#include <algorithm>

namespace mbs {

namespace {

std::size_t at(int i) { return static_cast<std::size_t>(i); }

}  // namespace

SparseRank::SparseRank(SparsePattern pattern, const std::vector<double>& values, double tolerance,
                       double hesitation)
    : elimination_(std::move(pattern)) {
  elimination_.values() = values;
  elimination_.choose(tolerance, hesitation);
  const std::vector<int>& row_at = elimination_.row_at();
  independent_.assign(row_at.begin(), row_at.begin() + rank());
  dependent_.assign(row_at.begin() + rank(), row_at.end());
  std::sort(dependent_.begin(), dependent_.end());
}

std::vector<int> SparseRank::independent_columns() const {
  std::vector<int> columns;
  for (int k = 0; k < rank(); ++k) columns.push_back(elimination_.column_of(k));
  return columns;
}

// Row d of L, over L of the pivots: y^T L = L_d, from the last pivot to the first.
SparseRank::Combination SparseRank::row_combination(int d) const {
  const std::vector<int>& row_at = elimination_.row_at();
  const int place = static_cast<int>(
      std::find(row_at.begin() + rank(), row_at.end(), dependent_[at(d)]) - row_at.begin());
  std::vector<double> y(at(rank()), 0.0);
  Combination out;
  for (int k = rank(); k-- > 0;) {
    double sum = 0;
    for (auto e = elimination_.lower(k), end = elimination_.lower_end(k); e != end; ++e) {
      if (e->row == place)
        sum += e->value;
      else if (e->row < rank())
        sum -= e->value * y[at(e->row)];
    }
    y[at(k)] = sum;
    if (sum != 0) out.push_back({row_at[at(k)], sum});
  }
  return out;
}

// Its column of U, over U of the pivots.
SparseRank::Combination SparseRank::column_combination(int d) {
  std::vector<double> y(at(rank()), 0.0);
  for (const auto& e : elimination_.upper_of_dependent(dependent_columns()[at(d)]))
    y[at(e.row)] = e.value;
  Combination out;
  for (int k = rank(); k-- > 0;) {
    if (y[at(k)] == 0) continue;
    y[at(k)] /= elimination_.pivot(k);
    for (auto e = elimination_.upper(k), end = elimination_.upper_end(k); e != end; ++e)
      y[at(e->row)] -= e->value * y[at(k)];
    out.push_back({elimination_.column_of(k), y[at(k)]});
  }
  return out;
}

}  // namespace mbs
