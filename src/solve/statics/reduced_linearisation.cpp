// Where all free coordinates are degrees of freedom: the equations of dx and dz alone, and their
// factors.
#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <utility>

#include "base/index.h"
#include "linalg/fill_order.h"
#include "solve/statics/sparse_linearisation.h"

namespace mbs {

// Entries of the same place become one, row by row.
void SparseLinearisation::merge(std::vector<Entry>& entries) {
  std::stable_sort(entries.begin(), entries.end(), [](const Entry& a, const Entry& b) {
    return std::pair(a.row, a.column) < std::pair(b.row, b.column);
  });
  std::size_t count = 0;
  for (const Entry& e : entries) {
    if (count > 0 && entries[count - 1].row == e.row && entries[count - 1].column == e.column)
      entries[count - 1].value += e.value;
    else
      entries[count++] = e;
  }
  entries.resize(count);
}

// The equations of dx and dz: stresses put into the rows of forces.
void SparseLinearisation::reduce() {
  reduced_.clear();
  std::vector<std::vector<Entry>> of_force(stresses_), of_stress(stresses_);
  const int first = 3 * free_, end = first + stresses_;
  for (const Entry& e : entries_) {
    if (e.row >= first && e.row < end) {
      if (e.column < free_) of_stress[at(e.row - first)].push_back(e);
    } else if (e.column >= first && e.column < end) {
      of_force[at(e.column - first)].push_back(e);
    } else if (!is_reduced_away(e.row) && !is_reduced_away(e.column)) {
      reduced_.push_back({in_reduced(e.row), in_reduced(e.column), e.value});
    }
  }
  for (std::size_t r = 0; r < of_stress.size(); ++r)
    for (const Entry& force : of_force[r])
      for (const Entry& stress : of_stress[r])
        reduced_.push_back({in_reduced(force.row), stress.column, force.value * stress.value});
  merge(reduced_);
}

// Factors what is left in an order of the net, without looking for the largest pivots, which would
// fill the factors. False where it is not symmetric, or has no such factors.
bool SparseLinearisation::factor_symmetric() {
  constexpr double kSymmetric = 1e-9;  // of the largest entries of both rows: differences
  symmetric_.reset();
  if (model_.nz() > 0) return false;
  std::map<std::pair<int, int>, std::array<double, 2>> pairs;  // sums below and above
  std::vector<double> most(free_, 0.0);
  for (const Entry& e : reduced_) {
    pairs[std::minmax(e.row, e.column)][e.row < e.column ? 1 : 0] += e.value;
    most[e.row] = std::max(most[e.row], std::fabs(e.value));
  }
  for (const auto& [place, sums] : pairs) {
    const auto [i, j] = place;
    if (i != j && !(std::fabs(sums[0] - sums[1]) <= kSymmetric * std::min(most[i], most[j])))
      return false;
  }
  scale_.assign(free_, 1.0);
  for (int k = 0; k < free_; ++k)
    if (most[k] > 0) scale_[k] = std::exp2(-std::round(std::log2(most[k]) / 2));
  std::vector<std::pair<int, int>> places;
  std::vector<std::vector<int>> cliques;
  for (const auto& [place, sums] : pairs) {
    places.push_back(place);
    if (place.first != place.second) cliques.push_back({place.first, place.second});
  }
  symmetric_.emplace(free_, places, fill_order(free_, std::move(cliques)));
  std::size_t k = 0;
  for (const auto& [place, sums] : pairs) {
    const auto [i, j] = place;
    const double sum = i == j ? sums[0] : (sums[0] + sums[1]) / 2;
    symmetric_->values()[k++] = sum * scale_[i] * scale_[j];
  }
  if (symmetric_->factor()) return true;
  symmetric_.reset();
  return false;
}

// y_ += what rest_ asks for, by the factors of dx and dz.
void SparseLinearisation::solve_reduced() {
  std::vector<double> known(all_, 0.0), left(rest_);
  for (int k = 0; k < free_; ++k) {
    const int i = partition_.x_freedoms[k];
    known[of_v(i)] = rest_[free_ + k];
    known[of_a(i)] = rest_[2 * free_ + k];
  }
  const int first = 3 * free_, end = first + stresses_;
  for (int r = first; r < end; ++r) known[r] = -rest_[r];
  for (const Entry& e : entries_)
    if (!is_reduced_away(e.row) && is_reduced_away(e.column))
      left[e.row] -= e.value * known[e.column];
  if (symmetric_) {
    for (int k = 0; k < free_; ++k) rhs_[k] = left[k] * scale_[k];
    symmetric_->solve(rhs_.data());
    for (int k = 0; k < free_; ++k) known[k] = rhs_[k] * scale_[k];
  } else {
    for (int n = 0; n < all_; ++n)
      if (!is_reduced_away(n)) rhs_[in_reduced(n)] = left[n] * row_scale_[in_reduced(n)];
    factors_->solve(rhs_.data());
    for (int n = 0; n < all_; ++n)
      if (!is_reduced_away(n)) {
        const int k = in_reduced(n);
        known[n] = rhs_[place_of_[k]] * scale_[k];
      }
  }
  for (const Entry& e : entries_)
    if (e.row >= first && e.row < end && e.column < free_)
      known[e.row] += e.value * known[e.column];
  for (int n = 0; n < all_; ++n) y_[n] += known[n];
}

}  // namespace mbs
