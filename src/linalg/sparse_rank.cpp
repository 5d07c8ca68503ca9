#include "linalg/sparse_rank.h"

#include <algorithm>

namespace mbs {

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
      std::find(row_at.begin() + rank(), row_at.end(), dependent_[d]) - row_at.begin());
  std::vector<double> y(rank(), 0.0);
  Combination out;
  for (int k = rank(); k-- > 0;) {
    double sum = 0;
    for (auto e = elimination_.lower(k), end = elimination_.lower_end(k); e != end; ++e) {
      if (e->row == place)
        sum += e->value;
      else if (e->row < rank())
        sum -= e->value * y[e->row];
    }
    y[k] = sum;
    if (sum != 0) out.push_back({row_at[k], sum});
  }
  return out;
}

// Its column of U, over U of the pivots.
SparseRank::Combination SparseRank::column_combination(int d) {
  std::vector<double> y(rank(), 0.0);
  for (const auto& e : elimination_.upper_of_dependent(dependent_columns()[d])) y[e.row] = e.value;
  Combination out;
  for (int k = rank(); k-- > 0;) {
    if (y[k] == 0) continue;
    y[k] /= elimination_.pivot(k);
    for (auto e = elimination_.upper(k), end = elimination_.upper_end(k); e != end; ++e)
      y[e->row] -= e->value * y[k];
    out.push_back({elimination_.column_of(k), y[k]});
  }
  return out;
}

}  // namespace mbs
