#include "linalg/symmetric_factors.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "base/index.h"

namespace mbs {

namespace {

// A block serves as pivot where no entry of L is larger than 1 / kThreshold.
constexpr double kThreshold = 0.1;
// Partners that are tried for a block of two, those with the shortest rows first.
constexpr std::size_t kPartners = 24;

}  // namespace

SymmetricFactors::SymmetricFactors(int n, const std::vector<std::pair<int, int>>& pairs,
                                   std::vector<int> order)
    : n_(n), order_(std::move(order)), values_(pairs.size()), rows_(n), diagonal_(n) {
  std::vector<std::pair<int, int>> sorted;
  for (const auto& [i, j] : pairs) sorted.emplace_back(std::min(i, j), std::max(i, j));
  places_ = sorted;
  std::sort(places_.begin(), places_.end());
  places_.erase(std::unique(places_.begin(), places_.end()), places_.end());
  for (const std::pair<int, int>& pair : sorted)
    slot_.push_back(
        static_cast<int>(std::lower_bound(places_.begin(), places_.end(), pair) - places_.begin()));
  sums_.resize(places_.size());
}

bool SymmetricFactors::factor(double most_work) {
  factored_ = false;
  most_work_ = most_work;
  work_ = 0;
  negative_ = 0;
  pivots_.clear();
  below_.clear();
  for (Row& row : rows_) row.clear();
  std::fill(diagonal_.begin(), diagonal_.end(), 0.0);
  std::fill(sums_.begin(), sums_.end(), 0.0);
  is_gone_.assign(n_, 0);
  for (std::size_t k = 0; k < values_.size(); ++k) {
    if (!std::isfinite(values_[k])) return false;
    sums_[slot_[k]] += values_[k];
  }
  for (std::size_t k = 0; k < places_.size(); ++k) {
    const auto [i, j] = places_[k];
    if (i == j) {
      diagonal_[i] = sums_[k];
    } else {
      rows_[i].push_back({j, sums_[k]});
      rows_[j].push_back({i, sums_[k]});
    }
  }
  for (Row& row : rows_)
    std::sort(row.begin(), row.end(),
              [](const Entry& a, const Entry& b) { return a.index < b.index; });
  // An unknown that waits is tried again as soon as one of its neighbours is eliminated.
  std::vector<int> again;
  is_waiting_.assign(n_, 0);
  std::size_t next = 0;
  for (int left = n_; left > 0;) {
    if (gave_up()) return false;
    int i = -1;
    if (!again.empty()) {
      i = again.back();
      again.pop_back();
    } else if (next < order_.size()) {
      i = order_[next++];
    }
    const std::size_t before = pivots_.size();
    if (i < 0) {
      if (!force_pivot()) return false;
    } else if (is_gone_[i] == 0) {
      if (serves(i, -1)) {
        eliminate(i, -1);
      } else if (const int partner = partner_of(i); partner >= 0) {
        eliminate(i, partner);
      } else {
        is_waiting_[i] = 1;
      }
    }
    if (pivots_.size() == before) continue;
    const Pivot& pivot = pivots_.back();
    left -= pivot.second < 0 ? 1 : 2;
    for (std::size_t k = pivot.begin; k < pivot.end; ++k)
      if (char& waits = is_waiting_[below_[k].index]; waits != 0) {
        waits = 0;
        again.push_back(below_[k].index);
      }
  }
  return factored_ = true;
}

// The largest entry of row i outside its diagonal and column `without`.
double SymmetricFactors::largest_beside(int i, int without) const {
  double most = 0;
  work_ += static_cast<double>(rows_[i].size());
  for (const Entry& e : rows_[i])
    if (e.index != without) most = std::max(most, std::fabs(e.value));
  return most;
}

double SymmetricFactors::entry(int i, int j) const {
  const Row& row = rows_[i];
  const auto found = std::lower_bound(row.begin(), row.end(), j,
                                      [](const Entry& e, int k) { return e.index < k; });
  return found != row.end() && found->index == j ? found->value : 0;
}

// Whether i alone (j < 0), or i and j together, leave no large entries in L.
bool SymmetricFactors::serves(int i, int j) const {
  if (j < 0)
    return diagonal_[i] != 0 && std::fabs(diagonal_[i]) >= kThreshold * largest_beside(i, -1);
  const double a = diagonal_[i], b = entry(i, j), c = diagonal_[j], det = a * c - b * b;
  // A determinant this small by cancellation is rounding.
  constexpr double kCancelled = 1e-10;
  if (!(std::fabs(det) > kCancelled * std::max(std::fabs(a * c), b * b))) return false;
  const double beside_i = largest_beside(i, j), beside_j = largest_beside(j, i);
  const double most = std::fabs(det) / kThreshold;
  return std::fabs(c) * beside_i + std::fabs(b) * beside_j <= most &&
         std::fabs(b) * beside_i + std::fabs(a) * beside_j <= most;
}

// The unknown that forms a pivot block with i; -1: none.
int SymmetricFactors::partner_of(int i) const {
  std::vector<std::pair<std::size_t, int>> candidates;
  for (const Entry& e : rows_[i])
    if (e.value != 0) candidates.emplace_back(rows_[e.index].size(), e.index);
  std::sort(candidates.begin(), candidates.end());
  if (candidates.size() > kPartners) candidates.resize(kPartners);
  for (const auto& [length, j] : candidates)
    if (serves(i, j)) return j;
  return -1;
}

// Makes a pivot of the largest entry of the remaining matrix, which always serves; false where that
// entry is 0.
bool SymmetricFactors::force_pivot() {
  double most = 0, most_diagonal = 0;
  int i = -1, j = -1, d = -1;
  for (int k = 0; k < n_; ++k) {
    if (is_gone_[k] != 0) continue;
    if (std::fabs(diagonal_[k]) > most_diagonal) most_diagonal = std::fabs(diagonal_[d = k]);
    for (const Entry& e : rows_[k])
      if (std::fabs(e.value) > most) most = std::fabs(e.value), i = k, j = e.index;
  }
  if (most == 0 && most_diagonal == 0) return false;
  constexpr double kAlone = 0.64;  // by Bunch and Parlett
  if (most_diagonal >= kAlone * most)
    eliminate(d, -1);
  else
    eliminate(i, j);
  return true;
}

void SymmetricFactors::eliminate(int i, int j) {
  Pivot pivot{i, j, {0, 0, 0}, below_.size(), 0};
  const double a = diagonal_[i];
  if (j < 0) {
    pivot.inverse[0] = 1 / a;
    if (a < 0) ++negative_;
    for (const Entry& e : rows_[i]) below_.push_back({e.index, e.value, 0});
  } else {
    const double b = entry(i, j), c = diagonal_[j], det = a * c - b * b;
    pivot.inverse[0] = c / det;
    pivot.inverse[1] = -b / det;
    pivot.inverse[2] = a / det;
    negative_ += det < 0 ? 1 : a < 0 ? 2 : 0;
    const Row &one = rows_[i], &other = rows_[j];
    std::size_t p = 0, q = 0;
    while (p < one.size() || q < other.size()) {
      const int at_p = p < one.size() ? one[p].index : n_;
      const int at_q = q < other.size() ? other[q].index : n_;
      const int k = std::min(at_p, at_q);
      const double first = at_p == k ? one[p++].value : 0;
      const double second = at_q == k ? other[q++].value : 0;
      if (k != i && k != j) below_.push_back({k, first, second});
    }
  }
  pivot.end = below_.size();
  is_gone_[i] = 1;
  if (j >= 0) is_gone_[j] = 1;
  for (std::size_t k = pivot.begin; k < pivot.end; ++k) subtract(below_[k].index, pivot);
  // Rows of the matrix become rows of L.
  for (std::size_t k = pivot.begin; k < pivot.end; ++k) {
    const double first = below_[k].first, second = below_[k].second;
    below_[k].first = pivot.inverse[0] * first + pivot.inverse[1] * second;
    below_[k].second = pivot.inverse[1] * first + pivot.inverse[2] * second;
  }
  pivots_.push_back(pivot);
  rows_[i] = Row();
  if (j >= 0) rows_[j] = Row();
}

// Updates row i of the remaining matrix after the block is eliminated. Terms are formed so that
// both triangles get the same numbers.
void SymmetricFactors::subtract(int i, const Pivot& pivot) {
  const auto here = std::lower_bound(below_.begin() + static_cast<std::ptrdiff_t>(pivot.begin),
                                     below_.begin() + static_cast<std::ptrdiff_t>(pivot.end), i,
                                     [](const Below& b, int k) { return b.index < k; });
  const double p = here->first, q = here->second;
  const auto term = [&](const Below& b) {
    return pivot.inverse[0] * (p * b.first) + pivot.inverse[1] * (p * b.second + q * b.first) +
           pivot.inverse[2] * (q * b.second);
  };
  diagonal_[i] -= term(*here);
  merged_.clear();
  const Row& row = rows_[i];
  std::size_t r = 0;
  for (std::size_t k = pivot.begin; k < pivot.end; ++k) {
    const Below& b = below_[k];
    for (; r < row.size() && row[r].index < b.index; ++r)
      if (is_gone_[row[r].index] == 0) merged_.push_back(row[r]);
    if (b.index == i) continue;
    double value = 0;
    if (r < row.size() && row[r].index == b.index) value = row[r++].value;
    merged_.push_back({b.index, value - term(b)});
  }
  for (; r < row.size(); ++r)
    if (is_gone_[row[r].index] == 0) merged_.push_back(row[r]);
  work_ += static_cast<double>(merged_.size());
  rows_[i] = merged_;
}

void SymmetricFactors::solve(double* b) const {
  if (!factored_) return std::fill_n(b, n_, std::numeric_limits<double>::quiet_NaN()), void();
  for (const Pivot& pivot : pivots_) {
    const double first = b[pivot.first], second = pivot.second < 0 ? 0 : b[pivot.second];
    for (std::size_t k = pivot.begin; k < pivot.end; ++k)
      b[below_[k].index] -= below_[k].first * first + below_[k].second * second;
  }
  for (std::size_t n = pivots_.size(); n-- > 0;) {
    const Pivot& pivot = pivots_[n];
    const double one = b[pivot.first], other = pivot.second < 0 ? 0 : b[pivot.second];
    double first = pivot.inverse[0] * one + pivot.inverse[1] * other;
    double second = pivot.inverse[1] * one + pivot.inverse[2] * other;
    for (std::size_t k = pivot.begin; k < pivot.end; ++k) {
      first -= below_[k].first * b[below_[k].index];
      second -= below_[k].second * b[below_[k].index];
    }
    b[pivot.first] = first;
    if (pivot.second >= 0) b[pivot.second] = second;
  }
}

}  // namespace mbs
