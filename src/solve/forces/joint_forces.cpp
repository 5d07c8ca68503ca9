#include "solve/forces/joint_forces.h"

#include <algorithm>

#include "base/index.h"
#include "solve/place/partition.h"

namespace mbs {

bool JointForces::possible(const Model& model, const Phase& phase) {
  const std::vector<int> free = free_coordinates(phase);
  const auto is_in_block = [&](int i) {
    return std::any_of(model.node_masses.begin(), model.node_masses.end(), [i](const NodeMass& m) {
      const std::vector<int>& gather = m.nodes.gather;
      return std::find(gather.begin(), gather.end(), i) != gather.end();
    });
  };
  return model.element_masses.empty() && std::all_of(free.begin(), free.end(), [&](int i) {
           return model.mass[i] > 0 && !is_in_block(i);
         });
}

JointForces::JointForces(const Model& model, const Phase& phase)
    : model_(model),
      rows_(constrained_deformations(phase)),
      free_(free_coordinates(phase)),
      inverse_mass_(model.nx, 0.0),
      rate_(model.ne),
      force_(model.nx),
      S_(rows_.size()) {
  entry_count_ = model.derivative_count;
  for (int i : free_) inverse_mass_[i] = 1 / model.mass[i];
  std::vector<int> row_of(model.ne, -1);
  for (std::size_t k = 0; k < rows_.size(); ++k) row_of[rows_[k]] = static_cast<int>(k);
  Evaluation anywhere(model);
  evaluate_position(model, model.x0, anywhere);
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
  matrix_ = SparseCholesky(count_of(rows_), cliques);
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
}

double JointForces::solve(const Evaluation& at, ConstVector g, ConstVector edd, Vector a,
                          Vector S) {
  const double* const De = at.De.data();
  double* const values = matrix_.values().data();
  const Product* product = products_.data();
  for (const Sum& sum : sums_) {
    double value = sum.constant;
    for (const Product* const end = products_.data() + sum.end; product != end; ++product)
      value += De[product->first] * De[product->second] * product->inverse_mass;
    values[sum.slot] = value;
  }
  const double pivot = matrix_.factor();
  if (pivot == 0) return 0;
  for (int i : free_) a[i] = g[i] * inverse_mass_[i];
  std::fill(rate_.begin(), rate_.end(), 0.0);
  add_derivative_times(model_, at, a, rate_);
  for (std::size_t k = 0; k < rows_.size(); ++k) {
    const std::size_t r = rows_[k];
    S_[k] = rate_[r] + at.D2e_vv[r] - edd[r];
  }
  matrix_.solve(S_.data());
  std::fill(rate_.begin(), rate_.end(), 0.0);
  for (std::size_t k = 0; k < rows_.size(); ++k) S[rows_[k]] = rate_[rows_[k]] = S_[k];
  std::fill(force_.begin(), force_.end(), 0.0);
  subtract_transposed_times(model_, at, rate_, force_);
  for (int i : free_) a[i] += force_[i] * inverse_mass_[i];
  return pivot;
}

}  // namespace mbs
