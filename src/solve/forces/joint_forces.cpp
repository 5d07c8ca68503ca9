#include "solve/forces/joint_forces.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "base/index.h"
#include "base/tolerances.h"
#include "solve/place/partition.h"

namespace mbs {

namespace {

constexpr int kCorrections = 4;
constexpr double kSmall = 1e-11;  // correction of the stresses, to the largest of them

}  // namespace

bool JointForces::possible(const Model& model, const Phase& phase) {
  return model.element_masses.empty() && MassBlocks::possible(model, phase);
}

JointForces::JointForces(const Model& model, const Phase& phase)
    : model_(model),
      rows_(constrained_deformations(phase)),
      free_(free_coordinates(phase)),
      inverse_mass_(model.nx, 0.0),
      blocks_(model, phase),
      rate_(model.ne),
      force_(model.nx),
      S_(rows_.size()) {
  entry_count_ = model.derivative_count;
  for (int i : free_)
    if (!blocks_.holds(i)) inverse_mass_[i] = 1 / model.mass[i];
  std::vector<int> row_of(model.ne, -1);
  for (std::size_t k = 0; k < rows_.size(); ++k) row_of[rows_[k]] = static_cast<int>(k);
  const Evaluation anywhere = evaluated(model, model.x0);
  struct Term {
    int row, source;
  };
  std::vector<std::vector<Term>> terms_of(model.nx);
  for (int s = 0; s < model.derivative_count; ++s) {
    const int row = row_of[model.entry_row[s]], i = model.entry_column[s];
    if (row < 0 || inverse_mass_[i] == 0 || model.entry_zero[s]) continue;
    terms_of[i].push_back({row, s});
  }
  std::vector<std::vector<int>> cliques(terms_of.size());
  for (std::size_t i = 0; i < terms_of.size(); ++i)
    for (const Term& term : terms_of[i]) cliques[i].push_back(term.row);
  blocks_.add_cliques(row_of, cliques);
  matrix_ = SparseCholesky(count_of(rows_), cliques);
  blocks_.find_slots(matrix_);
  std::vector<std::pair<int, Product>> by_slot;
  for (std::size_t i = 0; i < terms_of.size(); ++i)
    for (std::size_t p = 0; p < terms_of[i].size(); ++p)
      for (std::size_t q = 0; q <= p; ++q) {
        const Term &a = terms_of[i][p], &b = terms_of[i][q];
        // an element in which a coordinate occurs twice
        const bool twice = p != q && a.row == b.row;
        by_slot.push_back(
            {matrix_.slot(a.row, b.row), {a.source, b.source, (twice ? 2 : 1) * inverse_mass_[i]}});
      }
  std::stable_sort(by_slot.begin(), by_slot.end(),
                   [](const auto& a, const auto& b) { return a.first < b.first; });
  for (const auto& [slot, product] : by_slot) {
    if (sums_.empty() || sums_.back().slot != slot) sums_.push_back({slot, 0, 0});
    const std::size_t a = product.first, b = product.second;
    if (model.entry_constant[a] && model.entry_constant[b])
      sums_.back().constant += anywhere.De[a] * anywhere.De[b] * product.inverse_mass;
    else
      products_.push_back(product);
    sums_.back().end = count_of(products_);
  }
  // The blocks add to entries that are sums already, though without products.
  std::vector<char> is_sum(matrix_.values().size(), 0);
  for (const Sum& sum : sums_) is_sum[sum.slot] = 1;
  for (const int slot : blocks_.slots())
    if (!std::exchange(is_sum[slot], 1)) sums_.push_back({slot, count_of(products_), 0});
}

double JointForces::solve(const Evaluation& at, const Inertia& inertia, ConstVector g,
                          ConstVector edd, Vector a, Vector S) {
  if (!blocks_.factor(inertia)) return 0;
  const double* const De = at.De.data();
  double* const values = matrix_.values().data();
  const Product* product = products_.data();
  for (const Sum& sum : sums_) {
    double value = sum.constant;
    for (const Product* const end = products_.data() + sum.end; product != end; ++product)
      value += De[product->first] * De[product->second] * product->inverse_mass;
    values[sum.slot] = value;
  }
  blocks_.add_products(at.De, matrix_.values());
  const double pivot = matrix_.factor();
  if (pivot == 0) return 0;
  for (int i : free_) a[i] = g[i] * inverse_mass_[i];
  blocks_.add_accelerations(g, a);
  if (!blocks_.empty())
    for (const int r : rows_) S[r] = 0;
  correct(at, edd, a, S);
  if (blocks_.empty() || pivot > tolerance::nearly_dependent) return pivot;
  // Joints that hold a long chain against bending have small pivots though nothing depends on
  // another: corrections from what the rows lack give the digits back.
  for (int pass = 0; pass < kCorrections; ++pass)
    if (correct(at, edd, a, S)) return 1;
  return 0;
}

// Adds the stresses, and what they do to a, that the rows lack. Whether they were small.
bool JointForces::correct(const Evaluation& at, ConstVector edd, Vector a, Vector S) {
  std::fill(rate_.begin(), rate_.end(), 0.0);
  add_derivative_times(model_, at, a, rate_);
  for (std::size_t k = 0; k < rows_.size(); ++k) {
    const std::size_t r = rows_[k];
    S_[k] = rate_[r] + at.D2e_vv[r] - edd[r];
  }
  matrix_.solve(S_.data());
  std::fill(rate_.begin(), rate_.end(), 0.0);
  double change = 0, largest = 0;
  if (blocks_.empty()) {  // corrected once, from nothing
    for (std::size_t k = 0; k < rows_.size(); ++k) S[rows_[k]] = rate_[rows_[k]] = S_[k];
  } else {
    for (std::size_t k = 0; k < rows_.size(); ++k) {
      const std::size_t r = rows_[k];
      rate_[r] = S_[k];
      S[r] += S_[k];
      change = std::max(change, std::fabs(S_[k])), largest = std::max(largest, std::fabs(S[r]));
    }
  }
  std::fill(force_.begin(), force_.end(), 0.0);
  subtract_transposed_times(model_, at, rate_, force_);
  for (int i : free_) a[i] += force_[i] * inverse_mass_[i];
  blocks_.add_accelerations(force_, a);
  return change <= kSmall * largest;
}

}  // namespace mbs
