#include "linalg/sparse_cholesky.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "base/index.h"
#include "linalg/fill_order.h"

namespace mbs {

SparseCholesky::SparseCholesky(int n, const std::vector<std::vector<int>>& cliques)
    : SparseCholesky(n, cliques, fill_order(n, cliques)) {}

SparseCholesky::SparseCholesky(int n, const std::vector<std::vector<int>>& cliques,
                               std::vector<int> order)
    : n_(n), order_(std::move(order)), place_of_(n) {
  for (int k = 0; k < n; ++k) place_of_[order_[k]] = k;
  find_places(cliques);
  find_fill();
  // The last value stands for entries that only fill.
  values_.assign(value_column_.size() + 1, 0.0);
  lower_.assign(lower_row_.size(), 0.0);
  inverse_pivot_.assign(n, 0.0);
  work_ = solution_ = inverse_pivot_;
  factored_ = n == 0;
}

void SparseCholesky::find_places(const std::vector<std::vector<int>>& cliques) {
  std::vector<std::vector<int>> rows(n_);
  for (int k = 0; k < n_; ++k) rows[k].push_back(k);
  for (const std::vector<int>& clique : cliques)
    for (int a : clique)
      for (int b : clique)
        if (place_of_[b] < place_of_[a]) rows[place_of_[a]].push_back(place_of_[b]);
  value_start_ = {0};
  for (std::vector<int>& row : rows) {
    std::sort(row.begin(), row.end());
    row.erase(std::unique(row.begin(), row.end()), row.end());
    value_column_.insert(value_column_.end(), row.begin(), row.end());
    value_start_.push_back(count_of(value_column_));
  }
}

// Row k of L has an entry in each column on the paths of the elimination tree from the entries of
// the matrix up to k.
void SparseCholesky::find_fill() {
  std::vector<int> parent(n_, -1), seen(n_, -1), count(n_ + 1, 0);
  std::vector<std::vector<int>> rows(n_);
  for (int k = 0; k < n_; ++k) {
    seen[k] = k;
    for (int s = value_start_[k]; s < value_start_[k + 1] - 1; ++s)
      for (int i = value_column_[s]; seen[i] != k; i = parent[i]) {
        if (parent[i] < 0) parent[i] = k;
        seen[i] = k;
        rows[k].push_back(i);
        ++count[i + 1];
      }
    std::sort(rows[k].begin(), rows[k].end());
  }
  std::partial_sum(count.begin(), count.end(), count.begin());
  lower_start_ = count;
  lower_row_.assign(count.back(), 0);
  row_start_ = {0};
  for (int k = 0; k < n_; ++k) {
    int s = value_start_[k];
    for (int i : rows[k]) {
      const int slot = count[i]++;
      lower_row_[slot] = k;
      const bool fills = value_column_[s] != i;
      row_entry_.push_back({i, slot, fills ? count_of(value_column_) : s++});
    }
    row_start_.push_back(count_of(row_entry_));
  }
}

int SparseCholesky::slot(int i, int j) const {
  const int row = std::max(place_of_[i], place_of_[j]);
  const int column = std::min(place_of_[i], place_of_[j]);
  const auto begin = value_column_.begin();
  return static_cast<int>(
      std::lower_bound(begin + value_start_[row], begin + value_start_[row + 1], column) - begin);
}

// accept(diagonal, pivot, terms): whether a pivot serves; terms: the sum of the magnitudes of its
// terms with kTerms, else the diagonal alone.
template <bool kTerms, class Accept>
bool SparseCholesky::eliminate(Accept accept) {
  factored_ = false;
  for (int k = 0; k < n_; ++k) {
    const double diagonal = values_[value_start_[(k + 1)] - 1];
    double pivot = diagonal, terms = std::fabs(diagonal);
    for (int r = row_start_[k]; r < row_start_[k + 1]; ++r) {
      const RowEntry entry = row_entry_[r];
      const double y = values_[entry.value] - std::exchange(work_[entry.column], 0.0);
      for (int p = lower_start_[entry.column]; p < entry.slot; ++p)
        work_[lower_row_[p]] += lower_[p] * y;
      const double l = y * inverse_pivot_[entry.column];
      pivot -= l * y;
      if constexpr (kTerms) terms += std::fabs(l * y);
      lower_[entry.slot] = l;
    }
    if (!accept(diagonal, pivot, terms)) {
      std::fill(work_.begin(), work_.end(), 0.0);  // sums for rows that are not reached
      return false;
    }
    inverse_pivot_[k] = 1 / pivot;
  }
  return factored_ = true;
}

double SparseCholesky::factor() {
  double smallest = 1;
  const bool done = eliminate<false>([&](double diagonal, double pivot, double) {
    if (!(pivot > 0 && std::isfinite(pivot))) return false;
    if (pivot < smallest * diagonal) smallest = pivot / diagonal;
    return true;
  });
  return done ? smallest : 0;
}

bool SparseCholesky::factor_indefinite() {
  // Solutions keep six digits at these bounds, and are refined.
  constexpr double kCancelled = 1e-10, kGrowth = 1e4;
  double most = 0;
  for (const double value : values_) most = std::max(most, std::fabs(value));
  negative_ = 0;
  return eliminate<true>([&](double, double pivot, double terms) {
    if (pivot < 0) ++negative_;
    return std::fabs(pivot) > kCancelled * terms && terms <= kGrowth * most;
  });
}

void SparseCholesky::solve(double* b) {
  if (!factored_) {
    std::fill_n(b, n_, std::numeric_limits<double>::quiet_NaN());
    return;
  }
  for (int k = 0; k < n_; ++k) solution_[k] = b[order_[k]];
  for (int k = 0; k < n_; ++k) {
    const double x = solution_[k];
    for (int p = lower_start_[k]; p < lower_start_[k + 1]; ++p)
      solution_[lower_row_[p]] -= lower_[p] * x;
  }
  for (int k = n_; k-- > 0;) {
    double sum = solution_[k] * inverse_pivot_[k];
    for (int p = lower_start_[k]; p < lower_start_[k + 1]; ++p)
      sum -= lower_[p] * solution_[lower_row_[p]];
    solution_[k] = sum;
    b[order_[k]] = sum;
  }
}

std::size_t SparseCholesky::operations() const {
  std::size_t count = 0;
  for (const RowEntry& entry : row_entry_) count += entry.slot - lower_start_[entry.column] + 2;
  return count;
}

}  // namespace mbs
