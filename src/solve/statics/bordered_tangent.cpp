// One file above 400 lines: all parts add their entries in one order, which the factors that are
// laid out at the first state keep.
#include "solve/statics/bordered_tangent.h"

#include <algorithm>
#include <cmath>

#include "base/classes.h"
#include "base/index.h"
#include "base/tolerances.h"
#include "linalg/fill_order.h"
#include "model/owner.h"
#include "solve/place/partition.h"

namespace mbs {

namespace {

// More states than these are eliminated with the positions.
constexpr int kMostBorder = 200;

// Orientations on which the deck lets a moment act that has no energy.
std::vector<int> turned_by_moments(const Model& model, const Phase& phase) {
  const ForceLaws& forces = model.forces;
  std::vector<char> is_loaded(at(model.nx), 0);
  for (std::size_t i = 0; i < is_loaded.size(); ++i) is_loaded[i] = forces.load[i] != 0 ? 1 : 0;
  for (const auto* laws : {&forces.load_laws, &forces.known_loads})
    for (const ExpressionLaw& law : *laws) is_loaded[at(law.index())] = 1;
  for (const TableLaw& law : forces.known_tables)
    if (law.target == Target::coordinate) is_loaded[at(law.index)] = 1;
  for (std::size_t i = 0; i < phase.load_kept.size(); ++i)
    if (phase.load_kept[i] != 0) is_loaded[i] = 1;
  std::vector<int> out;
  for (const Orientation& of : model.orientations)
    if (is_loaded[at(of.first)] || is_loaded[at(of.first + 1)] || is_loaded[at(of.first + 2)])
      out.push_back(of.first);
  return out;
}

}  // namespace

BorderedTangent::BorderedTangent(const Model& model, const Phase& phase, Use use)
    : model_(model),
      phase_(phase),
      inertia_(model),
      base_(model),
      work_(model),
      unknown_(model.nx, -1),
      row_unknown_(model.ne, -1),
      row_follows_(model.ne, 0),
      state_unknown_(model.nz(), -1),
      state_row_(model.nz(), 1.0),
      entries_of_(model.ne),
      is_angle_(turning_flags(model)),
      component_(model.nx, -1),
      laws_(model, phase, sprung_rows()),
      has_dampers_(use == Use::steps) {
  for (const int i : free_coordinates(phase)) unknown_[i] = free_count_++;
  for (const Node& node : model.nodes)
    for (int c = 0; c < coordinate_count(node.kind); ++c)
      if (node_type(node.kind).role == NodeRole::place) component_[node.first + c] = c;
  for (std::size_t s = 0; s < model.entry_row.size(); ++s)
    if (const int i = unknown_[model.entry_column[s]]; i >= 0 && model.entry_zero[s] == 0)
      entries_of_[model.entry_row[s]].emplace_back(static_cast<int>(s), i);
  find_groups();
  number_rows();
  for (const int first : turned_by_moments(model, phase)) moments_.push_back({first});
  if (use != Use::rest) return;
  for (std::size_t k = 0; k < model.states.size(); ++k)
    if (model.states[k].equilibrium) state_unknown_[k] = first_state() + state_count_++;
  refuses_border_ = state_count_ > kMostBorder;
}

void BorderedTangent::number_rows() {
  for (const Group& group : groups_)
    for (const int r : group.rows)
      if (group.is_stress()) row_unknown_[r] = free_count_ + stress_count_++;
  for (const LawTangent::Spring& spring : laws_.springs())
    row_unknown_[spring.row] = free_count_ + stress_count_++;
  for (const int r : constrained_deformations(phase_))
    row_unknown_[r] = free_count_ + stress_count_ + held_count_++;
}

std::string BorderedTangent::unknown_part(const Model& model, const Phase& phase, Use use) {
  const ForceLaws& laws = model.forces;
  if (use == Use::steps && !model.orientations.empty()) return "orientations of space";
  if (model.choice || phase.has_choice()) return "known and unknown variables";
  if (use == Use::modes && !laws.muscles.empty()) return "muscles";
  if (use == Use::modes && model.nz() > 0) return "states";
  for (const Orientation& of : model.orientations)
    for (int c = 1; c < of.type->nv; ++c)
      if (phase.x_class[of.first + c] != phase.x_class[of.first])
        return "bodies that are held about some axes only";
  if (model.translations_vary()) return "gravity that varies";
  if (!phase.sliding.empty() || !phase.leaders.empty()) return "friction";
  for (const ElementBatch& batch : model.batches)
    if (batch.type->has_rates()) return "rows of velocities";
  return {};
}

bool BorderedTangent::evaluate(const State& state, ConstVector S, double load_factor,
                               bool for_steps) {
  // Gravity turns masses that depend on the position slowly, and is small beside them in a step.
  constexpr int kKeepsGravity = 8;
  evaluate_acceleration(model_, state.x, state.v, base_);
  inertia_.evaluate(model_, state.x, state.v, base_);
  laws_.evaluate(state, base_, load_factor);
  find_geometry(state, S);
  if (!for_steps || steps_of_gravity_++ % kKeepsGravity == 0) find_gravity(state, load_factor);
  for (const Group& group : groups_) {
    const std::size_t m = group.rows.size();
    for (std::size_t j = 0; j < m; ++j)
      for (std::size_t i = 0; i < j; ++i)
        if (std::fabs(group.stiffness[j * m + i] - group.stiffness[i * m + j]) >
            tolerance::symmetric * std::fabs(group.stiffness[j * (m + 1)]))
          return false;
  }
  if (!has_dampers_)
    for (const Block& block : gravity_)
      if (!symmetric(block)) return false;
  find_moments(S, load_factor);
  entries_.clear();
  for (const Block& block : geometry_) add_block(block);
  for (const Block& block : gravity_) add_block(block);
  add_springs();
  add_law_springs();
  add_law_entries();
  for (const int r : constrained_deformations(phase_))
    for (const auto& [place, i] : entries_of_[r]) add(row_unknown_[r], i, base_.De[place], 0);
  for (const PointForce& p : model_.forces.point_forces) {
    if (unknown_[p.phi] < 0) continue;
    const double c = base_.cosine[p.phi], s = base_.sine[p.phi];
    const double K = (s * p.xi + c * p.eta) * p.fy + (c * p.xi - s * p.eta) * p.fx;
    add(unknown_[p.phi], unknown_[p.phi], load_factor * K, 0);
  }
  if (resistances_.empty())
    inertia_.each_entry([&](int i, int j, double mass) {
      if (i <= j && unknown_[i] >= 0 && unknown_[j] >= 0) add(unknown_[i], unknown_[j], 0, mass);
    });
  for (std::size_t i = 0; i < resistances_.size(); ++i)
    if (unknown_[i] >= 0) add(unknown_[i], unknown_[i], 0, resistances_[i]);
  // The diagonal of states comes last, and is in the pattern whatever their rates read.
  for (int k = 0; k < state_count_; ++k) add(first_state() + k, first_state() + k, 0, 0);
  for (const Entry& entry : entries_)
    if (!std::isfinite(entry.K) || !std::isfinite(entry.M) || !std::isfinite(entry.C)) return false;
  if (!factors_) lay_out();
  return true;
}

// Adds one triangle of a block, K as the mean of both triangles.
void BorderedTangent::add_block(const Block& block) {
  const std::size_t n = block.nx;
  for (int k = 0; k < block.count; ++k)
    for (std::size_t b = 0; b < n; ++b)
      for (std::size_t a = 0; a <= b; ++a) {
        const int i = unknown_[block.gather[k * n + a]], j = unknown_[block.gather[k * n + b]];
        if (i < 0 || j < 0) continue;
        const double *K = block.values.data() + k * n * n, both = (K[b * n + a] + K[a * n + b]) / 2;
        // Two coordinates of one element may be the same one of the model.
        add(i, j, i == j && a != b ? 2 * both : both, 0);
      }
}

void BorderedTangent::add_springs() {
  for (const Group& group : groups_) {
    const std::size_t m = group.rows.size();
    for (std::size_t b = 0; b < m; ++b) {
      const int s = group.rows[b];
      if (group.is_stress())
        for (const auto& [place, i] : entries_of_[s]) add(row_unknown_[s], i, base_.De[place], 0);
      for (std::size_t a = 0; a < m; ++a) {
        const int r = group.rows[a];
        if (group.is_stress()) {
          if (a <= b) add(row_unknown_[r], row_unknown_[s], -group.compliance[b * m + a], 0);
          continue;
        }
        for (const auto& [p, i] : entries_of_[r])
          for (const auto& [q, j] : entries_of_[s])
            if (i <= j) add(i, j, group.stiffness[b * m + a] * base_.De[p] * base_.De[q], 0);
      }
    }
  }
}

void BorderedTangent::add(int i, int j, double K, double M, double C) {
  entries_.push_back({i, j, K, M, C});
}

void BorderedTangent::lay_out() {
  const int n = first_state() + state_count_;
  std::vector<std::vector<int>> cliques;
  const auto unknowns_of = [&](const Block& block, int k) {
    std::vector<int> out;
    for (int a = 0; a < block.nx; ++a)
      if (const int i = unknown_[block.gather[k * block.nx + a]]; i >= 0) out.push_back(i);
    return out;
  };
  for (const std::vector<Block>* blocks : {&geometry_, &gravity_})
    for (const Block& block : *blocks)
      for (int k = 0; k < block.count; ++k) cliques.push_back(unknowns_of(block, k));
  for (const Group& group : groups_) {
    cliques.emplace_back();
    for (const int r : group.rows) {
      for (const auto& [place, i] : entries_of_[r]) cliques.back().push_back(i);
      if (group.is_stress()) cliques.back().push_back(row_unknown_[r]);
    }
  }
  for (const int r : constrained_deformations(phase_)) {
    cliques.push_back({row_unknown_[r]});
    for (const auto& [place, i] : entries_of_[r]) cliques.back().push_back(i);
  }
  for (const LawTangent::Spring& spring : laws_.springs()) {
    cliques.push_back({row_unknown_[spring.row]});
    for (const auto& [place, i] : entries_of_[spring.row]) cliques.back().push_back(i);
  }
  for (const auto& [i, j] : law_places_) cliques.push_back({i, j});
  std::vector<std::pair<int, int>> pairs;
  for (const Entry& entry : entries_) {
    pairs.emplace_back(entry.i, entry.j);
    if (entry.M != 0 && entry.i != entry.j) cliques.push_back({entry.i, entry.j});
  }
  for (std::vector<int>& clique : cliques) {
    std::sort(clique.begin(), clique.end());
    clique.erase(std::unique(clique.begin(), clique.end()), clique.end());
  }
  std::sort(cliques.begin(), cliques.end());
  cliques.erase(std::unique(cliques.begin(), cliques.end()), cliques.end());
  order_ = fill_order(n, std::move(cliques));
  factors_.emplace(n, pairs, order_);
  scale_.assign(n, 1.0);
  rhs_.assign(n, 0.0);
  rest_ = force_ = y_ = rhs_;
}

// Chooses scales with which K, De and the compliance of springs are alike: rows of De are as large
// as the geometric mean of K and the stiffness, so that no pivot adds up stiffnesses that cancel.
// If too many unknowns would then wait for a pivot (a long girder: each bar would have to be paired
// with a coordinate), the compliance is made as large as De, and springs are eliminated first.
void BorderedTangent::choose_scales() {
  // Scale of a matrix without K, as a part of the stiffest spring.
  constexpr double kLeast = 1e-12;
  const int stresses = free_count_, held = free_count_ + stress_count_, states = held + held_count_;
  double arm = 0;
  for (std::size_t s = 0; s < model_.entry_row.size(); ++s)
    if (is_angle_[model_.entry_column[s]] != 0) arm = std::max(arm, std::fabs(base_.De[s]));
  const double radian = arm > 0 ? 1 / arm : 1;
  for (std::size_t i = 0; i < unknown_.size(); ++i)
    if (unknown_[i] >= 0) scale_[unknown_[i]] = is_angle_[i] != 0 ? radian : 1;
  double most = 0, stiffest = 0;
  std::vector<double> largest_De(factors_->size(), 0.0), compliance(factors_->size(), 0.0);
  for (const Entry& e : entries_) {
    const int row = std::max(e.i, e.j), column = std::min(e.i, e.j);
    if (row < stresses)
      most = std::max(most, std::fabs(value(e)) * scale_[row] * scale_[column]);
    else if (column < stresses)
      largest_De[row] = std::max(largest_De[row], std::fabs(e.K) * scale_[column]);
    else if (row == column)
      compliance[row] = std::fabs(e.K);
  }
  for (int r = stresses; r < held; ++r)
    stiffest = std::max(stiffest, largest_De[r] * largest_De[r] / compliance[r]);
  most = std::max(most, kLeast * stiffest);
  if (most == 0) most = 1;
  if (has_states()) scale_states(most);
  for (int r = stresses; r < states; ++r) {
    if (!(largest_De[r] > 0)) {
      scale_[r] = r < held ? std::sqrt(most / compliance[r]) : 1;
      continue;
    }
    const double stiffness =
        r < held ? largest_De[r] * largest_De[r] / compliance[r] : std::max(stiffest, most);
    scale_[r] = std::sqrt(most * stiffness) / largest_De[r];
    if (springs_first_ && r < held) scale_[r] = largest_De[r] / compliance[r];
  }
}

// Writes the scaled entries.
void BorderedTangent::put_values() {
  choose_scales();
  for (std::size_t k = 0; k < entries_.size(); ++k) {
    const Entry& e = entries_[k];
    const bool is_left_out = is_border() && std::max(e.i, e.j) >= first_state();
    factors_->values()[k] = is_left_out ? 0 : value(e) * scale_[e.i] * scale_[e.j];
  }
  if (!is_border()) return;
  for (std::size_t k = entries_.size() - at(state_count_); k < entries_.size(); ++k)
    factors_->values()[k] = 1;
}

// Whether the coordinates have no stiffness of their own, as those of a chain without tension, and
// are more than the stresses: the tangent is singular then, and pivots would be sought everywhere.
bool BorderedTangent::is_slack() const {
  constexpr double kNoTension = 1e-13;  // strain
  if (free_count_ <= stress_count_ + held_count_ + state_count_) return false;
  double own = 0, springs = 0;
  for (const Entry& one : entries_) {
    if (one.i < free_count_ && one.j < free_count_) own = std::max(own, std::fabs(one.K));
    if (one.i == one.j && one.i >= free_count_ && one.K != 0)
      springs = std::max(springs, 1 / std::fabs(one.K));
  }
  return own <= kNoTension * springs;
}

bool BorderedTangent::factor(double shift, double damping) {
  // So many multiplications for each entry are those of a chain or a plane net.
  constexpr double kFewByRows = 30;
  shift_ = shift;
  damping_ = damping;
  in_order_ = false;
  if (shift == 0 && damping == 0 && is_slack()) return false;
  if (has_dampers_ && !refuses_order_ && is_symmetric()) {
    springs_first_ = true;
    put_values();
    if (factor_in_order()) return true;
    springs_first_ = false, refuses_order_ = true;
  }
  for (;;) {
    put_values();
    if (!is_factored_symmetric()) {
      const bool is_last = springs_first_ || has_dampers_;
      if (factor_by_rows(is_last ? HUGE_VAL : kFewByRows * static_cast<double>(entries_.size())))
        return true;
      if (is_last) return false;
      springs_first_ = true;
      continue;
    }
    if (springs_first_ && !has_dampers_ && factor_in_order()) return true;
    const double most = springs_first_ ? HUGE_VAL : factors_->usual_work();
    const bool done = factors_->factor(most);
    if (is_border() && (done || springs_first_ || !factors_->gave_up())) {
      if (done && factor_border()) return true;
      refuses_border_ = true, springs_first_ = false;
      continue;
    }
    if (done || springs_first_ || !factors_->gave_up()) {
      // Steps need no count of negative pivots.
      if (done && has_dampers_ && !is_compared_)
        is_compared_ = true, prefers_rows_ = rows_cost_less();
      return done;
    }
    springs_first_ = true;
  }
}

int BorderedTangent::negative() const {
  const int all = in_order_ ? ordered_->negative() : factors_->negative();
  return all - negative_stresses_ - held_count_;
}

void BorderedTangent::multiply(ConstVector y, Vector out) const {
  std::fill(out.begin(), out.end(), 0.0);
  for (const Entry& e : entries_) {
    const double here = value(e);
    out[e.i] += here * y[e.j];
    if (e.i != e.j) out[e.j] += here * y[e.i];
  }
  for (const Entry& e : skew_) {
    const double here = value(e);
    out[e.i] += here * y[e.j];
    out[e.j] -= here * y[e.i];
  }
}

// Solves for y_ from force_, over all unknowns.
void BorderedTangent::solve_all(bool unrefined) {
  std::fill(y_.begin(), y_.end(), 0.0);
  rest_ = force_;
  // All passes after the first refine. More are needed where springs are eliminated first, because
  // their large stiffness cancels; in a step the masses hold what is left.
  const bool cancels = springs_first_ && !(in_order_ && has_dampers_);
  const int passes = unrefined ? (cancels ? 2 : 1) : cancels ? 4 : 2;
  for (int pass = 0; pass < passes; ++pass) {
    for (std::size_t k = 0; k < rhs_.size(); ++k) rhs_[k] = rest_[k] * scale_[k];
    if (is_factored_symmetric()) {
      in_order_ ? ordered_->solve(rhs_.data()) : factors_->solve(rhs_.data());
      if (is_border()) solve_border(rhs_);
      for (std::size_t k = 0; k < rhs_.size(); ++k) y_[k] += rhs_[k] * scale_[k];
    } else {
      by_rows_->solve(rhs_.data());
      for (std::size_t k = 0; k < rhs_.size(); ++k)
        y_[columns_[k]] += rhs_[k] * scale_[columns_[k]];
    }
    if (pass + 1 == passes) break;
    multiply(y_, rest_);
    for (std::size_t k = 0; k < rhs_.size(); ++k) rest_[k] = force_[k] - rest_[k];
  }
}

void BorderedTangent::solve(ConstVector f, Vector x, bool unrefined) {
  std::fill(force_.begin(), force_.end(), 0.0);
  for (std::size_t i = 0; i < unknown_.size(); ++i)
    if (unknown_[i] >= 0) force_[unknown_[i]] = f[i];
  solve_all(unrefined);
  for (std::size_t i = 0; i < unknown_.size(); ++i) x[i] = unknown_[i] >= 0 ? y_[unknown_[i]] : 0;
}

void BorderedTangent::solve(ConstVector f, ConstVector gap, ConstVector rates, Vector dx, Vector dS,
                            Vector dz) {
  for (std::size_t i = 0; i < unknown_.size(); ++i)
    if (unknown_[i] >= 0) force_[unknown_[i]] = f[i];
  for (std::size_t r = 0; r < row_unknown_.size(); ++r)
    if (row_unknown_[r] >= 0) force_[row_unknown_[r]] = gap[r];
  for (std::size_t k = 0; k < state_unknown_.size(); ++k)
    if (state_unknown_[k] >= 0) force_[state_unknown_[k]] = state_row_[k] * rates[k];
  solve_all();
  for (std::size_t k = 0; k < state_unknown_.size(); ++k)
    dz[k] = state_unknown_[k] >= 0 ? y_[state_unknown_[k]] : 0;
  for (std::size_t i = 0; i < unknown_.size(); ++i) dx[i] = unknown_[i] >= 0 ? y_[unknown_[i]] : 0;
  for (std::size_t r = 0; r < row_unknown_.size(); ++r)
    dS[r] = row_unknown_[r] >= 0 ? y_[row_unknown_[r]] : 0;
}

void BorderedTangent::spring_gaps(ConstVector S, ConstVector law, Vector gap) const {
  for (const Group& group : groups_) {
    if (!group.is_stress()) continue;
    const std::size_t m = group.rows.size();
    for (std::size_t a = 0; a < m; ++a) {
      double sum = 0;
      for (std::size_t b = 0; b < m; ++b)
        sum += group.compliance[b * m + a] * (S[group.rows[b]] - law[group.rows[b]]);
      gap[group.rows[a]] = sum;
    }
  }
  for (const auto& [r, slope] : laws_.springs())
    if (row_follows_[r] == 0) gap[r] = (S[r] - law[r]) / slope;
}

void BorderedTangent::mass_times(ConstVector x, Vector b) const {
  std::fill(b.begin(), b.end(), 0.0);
  if (resistances_.empty()) inertia_.add_mass_times(x, b);
  for (std::size_t i = 0; i < resistances_.size(); ++i) b[i] = resistances_[i] * x[i];
  for (std::size_t i = 0; i < unknown_.size(); ++i)
    if (unknown_[i] < 0) b[i] = 0;
}

BorderedTangent::Energy BorderedTangent::energy(ConstVector x) const {
  // A motion that deforms nothing has deformations of rounding, up to this part of their terms;
  // one that the search has mixed with others up to kLittle.
  constexpr double kNothing = 1e-9, kLittle = 3e-8;
  Energy out;
  double geometric = 0, terms = 0, spring = 0, spring_terms = 0;
  std::vector<double> y(free_count_), e(model_.ne, 0.0), size(e);
  for (std::size_t i = 0; i < unknown_.size(); ++i)
    if (unknown_[i] >= 0) y[unknown_[i]] = x[i];
  for (const Entry& entry : entries_) {
    if (std::max(entry.i, entry.j) >= free_count_) continue;
    const double term = (entry.i == entry.j ? 1 : 2) * entry.K * y[entry.i] * y[entry.j];
    geometric += term;
    terms += std::fabs(term);
  }
  for (const Group& group : groups_) {
    if (!group.is_stress()) continue;
    const std::size_t m = group.rows.size();
    for (const int r : group.rows)
      for (const auto& [place, i] : entries_of_[r]) {
        e[r] += base_.De[place] * y[i];
        size[r] += std::fabs(base_.De[place] * y[i]);
      }
    for (std::size_t b = 0; b < m; ++b)
      for (std::size_t a = 0; a < m; ++a) {
        const int r = group.rows[a], s = group.rows[b];
        spring += group.stiffness[b * m + a] * e[r] * e[s];
        spring_terms += std::fabs(group.stiffness[b * m + a]) * size[r] * size[s];
      }
  }
  for (const auto& [r, slope] : laws_.springs()) {
    for (const auto& [place, i] : entries_of_[r]) {
      e[r] += base_.De[place] * y[i];
      size[r] += std::fabs(base_.De[place] * y[i]);
    }
    spring += slope * e[r] * e[r];
    spring_terms += std::fabs(slope) * size[r] * size[r];
  }
  out.value = geometric + spring;
  out.is_none =
      std::fabs(out.value) <= tolerance::rigid_mode * terms + kNothing * kNothing * spring_terms;
  out.is_doubtful =
      std::fabs(out.value) <= tolerance::rigid_mode * terms + kLittle * kLittle * spring_terms;
  return out;
}

double BorderedTangent::fastest() const {
  std::vector<double> stiffness(free_count_, 0.0), mass(stiffness);
  for (const Entry& e : entries_)
    if (e.i == e.j && e.i < free_count_) stiffness[e.i] += std::fabs(e.K), mass[e.i] += e.M;
  for (const Group& group : groups_)
    for (std::size_t a = 0; a < group.rows.size() && group.is_stress(); ++a)
      for (const auto& [place, i] : entries_of_[group.rows[a]])
        stiffness[i] +=
            group.stiffness[a * (group.rows.size() + 1)] * base_.De[place] * base_.De[place];
  for (const auto& [r, slope] : laws_.springs())
    for (const auto& [place, i] : entries_of_[r])
      stiffness[i] += std::fabs(slope) * base_.De[place] * base_.De[place];
  double out = 0;
  for (std::size_t i = 0; i < mass.size(); ++i)
    if (mass[i] > 0) out = std::max(out, stiffness[i] / mass[i]);
  return out;
}

}  // namespace mbs
