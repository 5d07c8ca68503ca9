#include "solve/statics/sparse_linearisation.h"

#include <algorithm>
#include <cmath>

#include "base/classes.h"
#include "base/index.h"
#include "base/tolerances.h"
#include "linalg/fill_order.h"

namespace mbs {

namespace {

// Rows with linear springs.
std::vector<char> rows_with_springs(const Model& model, const Phase& phase) {
  std::vector<char> out(model.ne, 0);
  for (const LinearTerm& term : model.forces.stiffness)
    if (is_free(phase.e_class[term.row])) out[term.row] = 1;
  return out;
}

// Whether a body turns about one axis while its velocity about another one is held, or is a degree
// of freedom.
bool turns_by_rates(const Model& model, const Phase& phase, const Partition& partition,
                    const State& state) {
  for (const Orientation& of : model.orientations) {
    const int end = of.first + of.type->nv;
    double most = 0;
    bool is_whole = true, is_read = false;
    for (int i = of.first; i < end; ++i) {
      most = std::max(most, std::fabs(state.v[i]));
      const bool held = phase.x_class[i] == Class::fixed;
      is_whole &= held;
      is_read |= held || std::find(partition.x_freedoms.begin(), partition.x_freedoms.end(), i) !=
                             partition.x_freedoms.end();
    }
    if (most > 0 && is_read && !is_whole) return true;
  }
  return false;
}

}  // namespace

std::string SparseLinearisation::unknown_part(const Model& model, const Phase& phase) {
  if (model.choice || phase.has_choice()) return "known and unknown variables";
  if (model.translations_vary()) return "gravity that varies";
  if (!phase.sliding.empty() || !phase.leaders.empty()) return "friction";
  for (const ElementBatch& batch : model.batches)
    if (batch.type->has_rates()) return "rows of velocities";
  return {};
}

std::string SparseLinearisation::unknown_part(const State& state) const {
  if (turns_by_rates(model_, phase_, partition_, state)) return "bodies that spin";
  if (!partition_.square()) return "rows that depend on each other";
  return {};
}

SparseLinearisation::SparseLinearisation(const Model& model, const Phase& phase,
                                         const Partition& partition)
    : model_(model),
      phase_(phase),
      partition_(partition),
      inertia_(model),
      base_(model),
      work_(model),
      loads_(model, phase),
      is_sprung_(rows_with_springs(model, phase)),
      laws_(model, phase, is_sprung_),
      unknown_(model.nx, -1),
      row_unknown_(model.ne, -1),
      columns_(model.nx),
      step_(model.nx, 0.0),
      force_(model.nx),
      rate_(model.ne),
      acceleration_(model.ne),
      fall_(model.nx),
      rate_by_x_(model.entry_row.size()),
      acceleration_by_x_(rate_by_x_),
      acceleration_by_v_(rate_by_x_) {
  for (const int i : free_coordinates(phase)) unknown_[i] = free_++;
  for (const int r : constrained_deformations(phase)) row_unknown_[r] = stresses_++;
  std::vector<char> has_stress = is_sprung_;
  for (const LawTangent::Spring& spring : laws_.springs()) has_stress[spring.row] = 1;
  for (int r = 0; r < model.ne; ++r)
    if (has_stress[r] != 0 && row_unknown_[r] < 0) row_unknown_[r] = stresses_++;
  all_ = 3 * free_ + stresses_ + model.nz();
  is_reduced_ = partition.rows.empty();
  size_ = is_reduced_ ? free_ + model.nz() : all_;
  y_.resize(all_);
  rest_ = rhs_ = y_;
  find_columns();
  find_colours();
}

bool SparseLinearisation::factor(const State& state, ConstVector S, double side) {
  evaluate_acceleration(model_, state.x, state.v, base_);
  for (std::size_t i = 0; i < fall_.size(); ++i) fall_[i] = state.a[i] - loads_.gravity[i];
  is_at_rest_ = largest(state.v) == 0;
  find_steps(state);
  difference(state, S);
  inertia_.evaluate(model_, state.x, state.v, base_);
  laws_.evaluate(state, base_, 1, &rate_by_x_, side);
  collect();
  for (const Entry& e : entries_)
    if (!std::isfinite(e.value)) return false;
  if (is_reduced_) merge(entries_), reduce();
  if (is_reduced_ && factor_symmetric()) return true;
  lay_out();
  choose_scales();
  std::vector<double>& values = factors_->values();
  std::fill(values.begin(), values.end(), 0.0);
  for (std::size_t k = 0; k < system().size(); ++k) {
    const Entry& e = system()[k];
    values[slot_[k]] += e.value * row_scale_[e.row] * scale_[e.column];
  }
  return factors_->factor() < 0;
}

void SparseLinearisation::collect() {
  entries_.clear();
  for (std::size_t j = 0; j < columns_.size(); ++j) {
    const Column& column = columns_[j];
    for (std::size_t n = 0; n < column.beside.size(); ++n) {
      const int row = unknown_[column.beside[n]], i = static_cast<int>(j);
      add(row, of_x(i), column.by_x[n]);
      add(row, of_v(i), column.by_v[n]);
    }
  }
  inertia_.each_entry([this](int i, int j, double mass) { add(unknown_[i], of_a(j), mass); });
  for (const PointForce& p : model_.forces.point_forces) {
    const double c = base_.cosine[p.phi], s = base_.sine[p.phi];
    add(unknown_[p.phi], of_x(p.phi),
        (s * p.xi + c * p.eta) * p.fy + (c * p.xi - s * p.eta) * p.fx);
  }
  for (const LawTangent::Entry& e : laws_.stiffness()) add(unknown_[e.i], of_x(e.j), e.value);
  for (const LawTangent::Entry& e : laws_.damping()) add(unknown_[e.i], of_v(e.j), e.value);
  for (const LawTangent::StateForce& e : laws_.state_forces())
    add(unknown_[e.i], of_state(e.k), -e.value);
  for (const LawTangent::StateRate& e : laws_.state_rates()) {
    add(of_state(e.k), of_x(e.i), e.by_x);
    add(of_state(e.k), of_v(e.i), e.by_v);
  }
  for (const LawTangent::StateSlope& e : laws_.state_slopes())
    add(of_state(e.k), of_state(e.l), e.value);
  // Rows of held deformations and of springs; of velocities and accelerations.
  std::vector<int> motion(model_.ne, -1);
  for (int k = 0; k < count_of(partition_.rows); ++k) motion[partition_.rows[at(k)]] = k;
  std::vector<double> slope(model_.ne, 0.0);
  for (const LawTangent::Spring& spring : laws_.springs()) slope[spring.row] = spring.slope;
  std::vector<std::vector<std::pair<int, double>>> stiffness(model_.ne);  // of a column: row, value
  for (const LinearTerm& term : model_.forces.stiffness)
    stiffness[term.column].emplace_back(term.row, term.value);
  for (std::size_t s = 0; s < model_.entry_row.size(); ++s) {
    const int r = model_.entry_row[s], j = model_.entry_column[s], k = motion[r];
    const bool is_free_row = is_free(phase_.e_class[r]);
    add(unknown_[j], of_stress(r), base_.De[s]);
    if (!is_free_row)
      add(of_stress(r), of_x(j), base_.De[s]);
    else if (row_unknown_[r] >= 0)
      add(of_stress(r), of_x(j), slope[r] * base_.De[s]);
    for (const auto& [row, value] : stiffness[r])
      if (is_free(phase_.e_class[row])) add(of_stress(row), of_x(j), value * base_.De[s]);
    if (k < 0) continue;
    add(free_ + k, of_v(j), base_.De[s]);
    add(free_ + k, of_x(j), rate_by_x_[s]);
    add(2 * free_ + k, of_a(j), base_.De[s]);
    add(2 * free_ + k, of_v(j), acceleration_by_v_[s]);
    add(2 * free_ + k, of_x(j), acceleration_by_x_[s]);
  }
  for (int r = 0; r < model_.ne; ++r)
    if (row_unknown_[r] >= 0 && is_free(phase_.e_class[r])) add(of_stress(r), of_stress(r), -1);
  int k = count_of(partition_.rows);
  for (const int i : partition_.x_freedoms) {
    add(free_ + k, of_v(i), 1);
    add(2 * free_ + k, of_a(i), 1);
    ++k;
  }
}

void SparseLinearisation::lay_out() {
  std::vector<std::pair<int, int>> places;  // column, row
  std::vector<std::vector<int>> cliques(is_reduced_ ? 0 : size_);
  for (const Entry& e : system()) {
    if (!is_reduced_)
      cliques[at(e.row)].push_back(e.column);
    else if (e.row != e.column)
      cliques.push_back({e.row, e.column});
  }
  for (std::vector<int>& clique : cliques) {
    std::sort(clique.begin(), clique.end());
    clique.erase(std::unique(clique.begin(), clique.end()), clique.end());
  }
  if (is_reduced_) {
    std::sort(cliques.begin(), cliques.end());
    cliques.erase(std::unique(cliques.begin(), cliques.end()), cliques.end());
  }
  order_ = fill_order(size_, std::move(cliques));
  place_of_.resize(size_);
  for (int c = 0; c < size_; ++c) place_of_[order_[c]] = c;
  for (const Entry& e : system()) places.emplace_back(place_of_[e.column], e.row);
  SparsePattern pattern = pattern_of(std::move(places), size_);
  slot_.clear();
  for (const Entry& e : system()) slot_.push_back(entry_at(pattern, place_of_[e.column], e.row));
  factors_.emplace(std::move(pattern));
}

// Powers of 2 that make the largest entries of rows and columns about 1 (Ruiz 2001).
void SparseLinearisation::choose_scales() {
  constexpr int kSweeps = 6;
  row_scale_.assign(size_, 1.0);
  scale_.assign(size_, 1.0);
  std::vector<double> row(size_), column(size_);
  for (int sweep = 0; sweep < kSweeps; ++sweep) {
    std::fill(row.begin(), row.end(), 0.0);
    std::fill(column.begin(), column.end(), 0.0);
    for (const Entry& e : system()) {
      const double size = std::fabs(e.value) * row_scale_[e.row] * scale_[e.column];
      row[e.row] = std::max(row[e.row], size);
      column[e.column] = std::max(column[e.column], size);
    }
    const auto by = [](double most) {
      return most > 0 ? std::exp2(-std::round(std::log2(most) / 2)) : 1;
    };
    for (int k = 0; k < size_; ++k) row_scale_[k] *= by(row[k]), scale_[k] *= by(column[k]);
  }
}

// rest_ := what y_ leaves of the right side; whether that is rounding of its terms.
bool SparseLinearisation::is_rounding_left(const std::vector<double>& right) {
  constexpr double kRounding = 4 * tolerance::epsilon;
  terms_.assign(all_, 0.0);
  std::fill(rest_.begin(), rest_.end(), 0.0);
  for (const Entry& e : entries_) {
    const double term = e.value * y_[e.column];
    rest_[e.row] += term;
    terms_[e.row] += std::fabs(term);
  }
  bool is_rounding = true;
  for (int n = 0; n < all_; ++n) {
    rest_[n] = right[n] - rest_[n];
    is_rounding &= std::fabs(rest_[n]) <= kRounding * (terms_[n] + std::fabs(right[n]));
  }
  return is_rounding;
}

SparseLinearisation::Change SparseLinearisation::none() const {
  return {std::vector<double>(at(model_.nx), 0.0), std::vector<double>(at(model_.nx), 0.0),
          std::vector<double>(at(model_.nz()), 0.0)};
}

void SparseLinearisation::find_change(const Change& rate, Change& change) {
  // The first pass solves, the others refine. Large stiffnesses of springs that cancel need more.
  const int passes = is_reduced_ ? 4 : 2;
  std::vector<double> right(all_, 0.0), moved(model_.ne, 0.0), turned(model_.ne, 0.0);
  add_derivative_times(model_, base_, rate.x, moved);
  add_derivative_times(model_, base_, rate.v, turned);
  for (std::size_t s = 0; s < model_.entry_row.size(); ++s)
    turned[model_.entry_row[s]] += rate_by_x_[s] * rate.x[model_.entry_column[s]];
  int k = 0;
  for (const int r : partition_.rows) {
    if (is_free(phase_.e_class[r])) right[free_ + k] = moved[r], right[2 * free_ + k] = turned[r];
    ++k;
  }
  for (const int i : partition_.x_freedoms) {
    right[free_ + k] = rate.x[i];
    right[2 * free_ + k] = rate.v[i];
    ++k;
  }
  for (int z = 0; z < model_.nz(); ++z) right[of_state(z)] = rate.z[z];
  std::fill(y_.begin(), y_.end(), 0.0);
  rest_ = right;
  for (int pass = 0; pass < passes; ++pass) {
    if (is_reduced_) {
      solve_reduced();
    } else {
      for (int n = 0; n < all_; ++n) rhs_[n] = rest_[n] * row_scale_[n];
      factors_->solve(rhs_.data());
      for (int c = 0; c < all_; ++c) y_[order_[c]] += rhs_[c] * scale_[order_[c]];
    }
    if (pass + 1 == passes) break;
    if (is_rounding_left(right) && is_reduced_) break;
  }
  for (int i = 0; i < model_.nx; ++i) {
    change.x[i] = unknown_[i] < 0 ? 0 : y_[of_x(i)];
    change.v[i] = unknown_[i] < 0 ? 0 : y_[of_v(i)];
  }
  for (int z = 0; z < model_.nz(); ++z) change.z[z] = y_[of_state(z)];
}

bool SparseLinearisation::nothing_resists(ConstVector x) const {
  // A motion that deforms nothing has deformations of rounding, up to this part of their terms.
  constexpr double kNothing = 1e-9;
  double forces = 0, force_terms = 0, springs = 0, spring_terms = 0;
  std::vector<double> y(all_, 0.0), stress(stresses_, 0.0), stress_terms(stress), e(model_.ne, 0.0),
      e_terms(e);
  for (int i = 0; i < model_.nx; ++i)
    if (unknown_[i] >= 0) y[unknown_[i]] = x[i];
  for (const Entry& entry : entries_) {
    if (entry.column >= free_) continue;
    const int r = entry.row - 3 * free_;
    if (entry.row < free_) {
      const double term = y[entry.row] * entry.value * y[entry.column];
      forces += term;
      force_terms += std::fabs(term);
    } else if (r >= 0 && r < stresses_) {
      stress[r] += entry.value * y[entry.column];
      stress_terms[r] += std::fabs(entry.value * y[entry.column]);
    }
  }
  for (std::size_t s = 0; s < model_.entry_row.size(); ++s)
    if (const int i = unknown_[model_.entry_column[s]]; i >= 0) {
      e[model_.entry_row[s]] += base_.De[s] * y[i];
      e_terms[model_.entry_row[s]] += std::fabs(base_.De[s] * y[i]);
    }
  for (int r = 0; r < model_.ne; ++r) {
    if (row_unknown_[r] < 0 || !is_free(phase_.e_class[r])) continue;
    springs += stress[row_unknown_[r]] * e[r];
    spring_terms += stress_terms[row_unknown_[r]] * e_terms[r];
  }
  return std::fabs(forces + springs) <=
         tolerance::rigid_mode * force_terms + kNothing * kNothing * spring_terms;
}

void SparseLinearisation::mass_times(ConstVector x, Vector b) const {
  std::fill(b.begin(), b.end(), 0.0);
  inertia_.add_mass_times(x, b);
}

std::vector<double> SparseLinearisation::masses() const {
  std::vector<double> out(at(model_.nx), 0.0);
  inertia_.each_entry([&](int i, int j, double mass) {
    if (i == j) out[i] += mass;
  });
  return out;
}

}  // namespace mbs
