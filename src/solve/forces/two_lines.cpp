#include "solve/forces/two_lines.h"

#include <algorithm>
#include <numeric>
#include <utility>

#include "base/index.h"
#include "linalg/fill_order.h"
#include "solve/place/partition.h"

namespace mbs {

namespace {

// Below this size the order of the deck is kept (docs/performance.md).
constexpr int kOrdered = 24;

}  // namespace

TwoLines::TwoLines(const Model& model, const Phase& phase, const Inertia& inertia,
                   const JacobianBlock& block, int constraints, const Options& options)
    : free_(free_coordinates(phase)), force_(model.nx), dense_(0, step_elimination(options)) {
  const int n = count_of(free_);
  size_ = n + constraints;
  is_sparse_ = mbs::is_sparse(options, size_, kManyUnknowns);
  std::vector<int> unknown_of(model.nx, -1), row_of(model.ne, -1);
  for (int k = 0; k < n; ++k) unknown_of[free_[k]] = k;
  for (int k = 0; k < constraints; ++k) row_of[block.rows()[k]] = k;

  // First the sets of unknowns that have an equation in common; then the order of the unknowns, and
  // the places of the entries.
  std::vector<std::vector<int>> cliques(constraints);
  for (int k = 0; k < constraints; ++k) cliques[k].push_back(n + k);
  std::vector<std::pair<int, int>> mass;
  inertia.each_entry([&](int i, int j, double) {
    mass.emplace_back(unknown_of[i], unknown_of[j]);
    if (mass.back().first >= 0 && mass.back().first < mass.back().second)
      cliques.push_back({mass.back().first, mass.back().second});
  });
  std::vector<int> columns;  // of the entries
  for (int s = 0; s < model.derivative_count; ++s) {
    const int row = row_of[model.entry_row[s]], i = model.entry_column[s];
    if (row < 0 || model.entry_zero[s]) continue;
    if (unknown_of[i] < 0) {
      known_.push_back({s, row, i});
      continue;
    }
    entries_.push_back({s, row, 0, 0});
    columns.push_back(unknown_of[i]);
    cliques[row].push_back(columns.back());
  }
  place_.resize(size_);
  std::iota(place_.begin(), place_.end(), 0);
  if (size_ >= kOrdered) {
    const std::vector<int> order = fill_order(size_, std::move(cliques));
    for (int k = 0; k < size_; ++k) place_[order[k]] = k;
  }

  std::vector<std::pair<int, int>> places;  // column, row
  auto add = [&](int i, int j) { places.emplace_back(place_[j], place_[i]); };
  for (const auto& [i, j] : mass)
    if (i >= 0 && j >= 0) add(i, j);
  for (std::size_t k = 0; k < entries_.size(); ++k) {
    add(n + entries_[k].row, columns[k]);
    add(columns[k], n + entries_[k].row);
  }
  pattern_ = pattern_of(std::move(places), size_);
  auto slot = [&](int i, int j) { return entry_at(pattern_, place_[j], place_[i]); };
  for (const auto& [i, j] : mass) mass_slot_.push_back(i >= 0 && j >= 0 ? slot(i, j) : -1);
  for (std::size_t k = 0; k < entries_.size(); ++k) {
    entries_[k].slot = slot(n + entries_[k].row, columns[k]);
    entries_[k].mirror = slot(columns[k], n + entries_[k].row);
  }
  values_.assign(pattern_.row.size(), 0.0);
  rhs_.assign(size_, 0.0);
  if (is_sparse_)
    sparse_ = SparseLu(pattern_);
  else
    dense_.resize(size_);
  if (!is_sparse_ || !entries_.empty() || options.path != kPathAuto) return;
  std::vector<std::vector<int>> pairs;
  for (const auto& [i, j] : mass)
    if (i > j && j >= 0) pairs.push_back({place_[i], place_[j]});
  std::vector<int> order(size_);
  std::iota(order.begin(), order.end(), 0);
  masses_ = SparseCholesky(size_, pairs, order);
  for (const auto& [i, j] : mass)
    mass_place_.push_back(i >= j && j >= 0 ? masses_.slot(place_[i], place_[j]) : -1);
}

bool TwoLines::factor_masses(const Inertia& inertia) {
  values_.assign(masses_.values().size(), 0.0);
  std::size_t next = 0;
  inertia.each_entry([&](int, int, double value) {
    const int place = mass_place_[next++];
    if (place >= 0) values_[place] += value;
  });
  if (mass_ratio_ > 0 && values_ == masses_.values()) return true;
  masses_.values().swap(values_);
  mass_ratio_ = masses_.factor();
  return mass_ratio_ > 0;
}

double TwoLines::factor(const Evaluation& at, const Inertia& inertia, const JacobianBlock& block) {
  if (masses_.size() > 0 && factor_masses(inertia)) return mass_ratio_;
  std::vector<double>& values = is_sparse_ ? sparse_.values() : values_;
  std::fill(values.begin(), values.end(), 0.0);
  std::size_t next = 0;
  inertia.each_entry([&](int, int, double value) {
    const int slot = mass_slot_[next++];
    if (slot >= 0) values[slot] += value;
  });
  // An element whose nodes share a coordinate has two entries in one place.
  for (const Entry& entry : entries_) {
    const double scaled = at.De[entry.source] * block.row_scale(entry.row);
    values[entry.slot] += scaled;
    values[entry.mirror] += scaled;
  }
  if (is_sparse_) {
    const bool are_masses = entries_.empty();
    if (are_masses && pivot_ratio_ > 0 && values == factored_) return pivot_ratio_;
    pivot_ratio_ = sparse_.factor() < 0 ? sparse_.pivot_ratio() : 0;
    if (are_masses) factored_ = values;
    return pivot_ratio_;
  }
  dense_.set_zero();
  const Matrix K = dense_.matrix();
  for (int j = 0; j < size_; ++j)
    for (int s = pattern_.start[j]; s < pattern_.start[j + 1]; ++s)
      K(pattern_.row[s], j) = values[s];
  return dense_.factor() < 0 ? dense_.pivot_ratio() : 0;
}

void TwoLines::solve(const Evaluation& at, const Inertia& inertia, const JacobianBlock& block,
                     ConstVector g, ConstVector edd, Vector a, Vector S) {
  const std::size_t n = free_.size();
  for (int i : free_) a[i] = 0;
  std::fill(force_.begin(), force_.end(), 0.0);
  inertia.add_mass_times(a, force_);
  for (std::size_t k = 0; k < n; ++k) {
    const std::size_t i = free_[k];
    rhs_[place_[k]] = g[i] - force_[i];
  }
  for (std::size_t k = n; k < place_.size(); ++k) {
    const int row = static_cast<int>(k - n);
    const std::size_t r = block.rows()[row];
    rhs_[place_[k]] = block.row_scale(row) * (edd[r] - at.D2e_vv[r]);
  }
  for (const Known& known : known_)
    rhs_[place_[n + known.row]] -=
        at.De[known.source] * block.row_scale(known.row) * a[known.coordinate];
  if (mass_ratio_ > 0)
    masses_.solve(rhs_.data());
  else if (is_sparse_)
    sparse_.solve(rhs_.data());
  else
    dense_.solve(rhs_.data());
  for (std::size_t k = 0; k < n; ++k) a[free_[k]] = rhs_[place_[k]];
  for (std::size_t k = n; k < place_.size(); ++k) {
    const int row = static_cast<int>(k - n);
    S[block.rows()[row]] = rhs_[place_[k]] * block.row_scale(row);
  }
}

}  // namespace mbs
