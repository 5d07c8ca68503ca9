// States named EQUILIBRIUM in the bordered tangent: how their equations are scaled, and the factors
// of a symmetric tangent that they border.
#include <algorithm>
#include <cmath>

#include "base/index.h"
#include "base/tolerances.h"
#include "solve/statics/bordered_tangent.h"

namespace mbs {

void BorderedTangent::find_state_rows() {
  if (!has_states()) return;
  std::vector<double> acts(state_row_.size(), 0.0), acted(acts);
  for (const LawTangent::StateForce& e : laws_.state_forces())
    if (unknown_[e.i] >= 0) acts[e.k] = std::max(acts[e.k], std::fabs(e.value));
  for (const LawTangent::StateRate& e : laws_.state_rates())
    if (unknown_[e.i] >= 0) acted[e.k] = std::max(acted[e.k], std::fabs(e.by_x));
  for (std::size_t k = 0; k < acts.size(); ++k)
    state_row_[k] = acts[k] > 0 && acted[k] > 0 ? acts[k] / acted[k] : 1;
}

// States count as much as forces; most: the largest entry of the scaled K.
void BorderedTangent::scale_states(double most) {
  const int first = factors_->size() - state_count_;
  std::vector<double> beside(at(state_count_), 0.0), own(beside);
  const auto look = [&](const Entry& e) {
    const int row = std::max(e.i, e.j), column = std::min(e.i, e.j);
    if (row < first) return;
    double& largest = (column < first ? beside : own)[at(row - first)];
    largest = std::max(largest, std::fabs(e.K) * (column < first ? scale_[column] : 1));
  };
  for (const Entry& e : entries_) look(e);
  for (const Entry& e : skew_) look(e);
  for (std::size_t k = 0; k < beside.size(); ++k)
    scale_[at(first) + k] = beside[k] > 0 ? most / beside[k]
                            : own[k] > 0  ? std::sqrt(most / own[k])
                                          : 1;
}

// The inverse of the rest times the columns of states, and the Schur complement. False where it has
// no inverse.
bool BorderedTangent::factor_border() {
  const int n = factors_->size(), m = state_count_, first = first_state();
  border_.assign(at(n) * at(m), 0.0);
  state_entries_.clear();
  if (own_of_states_.size() != m) own_of_states_.resize(m);
  own_of_states_.set_zero();
  const Matrix own = own_of_states_.matrix();
  const auto take = [&](int row, int column, double value) {
    if (row >= first && column >= first)
      own(row - first, column - first) += value;
    else if (row >= first)
      state_entries_.push_back({row - first, column, value});
    else
      border_[at(column - first) * at(n) + at(row)] += value;
  };
  for (const Entry& e : entries_) {
    if (std::max(e.i, e.j) < first) continue;
    const double here = value(e) * scale_[e.i] * scale_[e.j];
    take(e.i, e.j, here);
    if (e.i != e.j) take(e.j, e.i, here);
  }
  for (const Entry& e : skew_) {
    if (std::max(e.i, e.j) < first) continue;
    const double here = value(e) * scale_[e.i] * scale_[e.j];
    take(e.i, e.j, here);
    take(e.j, e.i, -here);
  }
  for (int k = 0; k < m; ++k) factors_->solve(border_.data() + at(k) * at(n));
  for (const RowEntry& e : state_entries_)
    for (int k = 0; k < m; ++k) own(e.state, k) -= e.value * border_[at(k) * at(n) + at(e.column)];
  return own_of_states_.factor() < 0 && own_of_states_.pivot_ratio() > tolerance::no_stiffness;
}

// y: what the factors of the rest give, and the right sides of the states.
void BorderedTangent::solve_border(Vector y) const {
  const std::size_t n = y.size(), m = at(state_count_), first = n - m;
  std::vector<double> z(y.begin() + static_cast<std::ptrdiff_t>(first), y.end());
  for (const RowEntry& e : state_entries_) z[at(e.state)] -= e.value * y[at(e.column)];
  own_of_states_.solve(z.data());
  for (std::size_t k = 0; k < m; ++k) {
    for (std::size_t i = 0; i < first; ++i) y[i] -= border_[k * n + i] * z[k];
    y[first + k] = z[k];
  }
}

}  // namespace mbs
