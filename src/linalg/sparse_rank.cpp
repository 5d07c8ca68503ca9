#include "linalg/sparse_rank.h"

#include <algorithm>

namespace mbs {

SparseRank::SparseRank(SparsePattern pattern, const std::vector<double>& values, double tolerance,
                       double hesitation, double most_work)
    : elimination_(std::move(pattern)) {
  elimination_.values() = values;
  elimination_.choose(tolerance, hesitation, most_work);
  const std::vector<int>& row_at = elimination_.factors().row_at;
  independent_.assign(row_at.begin(), row_at.begin() + rank());
  dependent_.assign(row_at.begin() + rank(), row_at.end());
  std::sort(dependent_.begin(), dependent_.end());
}

std::vector<int> SparseRank::independent_columns() const {
  std::vector<int> columns;
  for (int k = 0; k < rank(); ++k) columns.push_back(elimination_.factors().column_of[k]);
  return columns;
}

// Solves y^T L = L_d for the d-th dependent row, from the last pivot to the first.
SparseRank::Combination SparseRank::row_combination(int d) const {
  const std::vector<int>& row_at = elimination_.factors().row_at;
  const int place = static_cast<int>(
      std::find(row_at.begin() + rank(), row_at.end(), dependent_[d]) - row_at.begin());
  std::vector<double> y(rank(), 0.0);
  Combination out;
  for (int k = rank(); k-- > 0;) {
    double sum = 0;
    for (const SparseFactors::Entry& e : elimination_.factors().below(k)) {
      if (e.row == place)
        sum += e.value;
      else if (e.row < rank())
        sum -= e.value * y[e.row];
    }
    y[k] = sum;
    if (sum != 0) out.push_back({row_at[k], sum});
  }
  return out;
}

// Solves U y = U_d for the d-th dependent column, from the last pivot to the first.
SparseRank::Combination SparseRank::column_combination(int d) {
  const SparseFactors& factors = elimination_.factors();
  std::vector<double> y(rank(), 0.0);
  for (const auto& e : elimination_.upper_of_dependent(dependent_columns()[d])) y[e.row] = e.value;
  Combination out;
  for (int k = rank(); k-- > 0;) {
    if (y[k] == 0) continue;
    y[k] /= factors.pivot[k];
    for (const SparseFactors::Entry& e : factors.above(k)) y[e.row] -= e.value * y[k];
    out.push_back({factors.column_of[k], y[k]});
  }
  return out;
}

}  // namespace mbs
