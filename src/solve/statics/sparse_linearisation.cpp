#include "solve/statics/sparse_linearisation.h"

#include <algorithm>
#include <cmath>

#include "base/classes.h"
#include "base/index.h"
#include "linalg/fill_order.h"
#include "solve/statics/eighth_order.h"

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
  y_.resize(all_);
  rest_ = rhs_ = y_;
  find_columns();
  find_colours();
}

void SparseLinearisation::find_columns() {
  const auto couple = [this](int i, int j) {
    if (unknown_[i] >= 0 && unknown_[j] >= 0) columns_[j].beside.push_back(i);
  };
  std::vector<int> end(model_.ne, 0);
  std::vector<std::vector<int>> columns_of(model_.ne);
  for (std::size_t s = 0; s < model_.entry_row.size(); ++s) {
    const int r = model_.entry_row[s], j = model_.entry_column[s];
    if (model_.entry_zero[s] != 0) continue;
    std::vector<int>& known = columns_of[r];
    if (std::find(known.begin(), known.end(), j) != known.end()) continue;  // counts once
    known.push_back(j);
    columns_[j].places.push_back(static_cast<int>(s));
  }
  for (const std::vector<int>& row : columns_of)
    for (const int i : row)
      for (const int j : row) couple(i, j);
  inertia_.each_entry([&](int i, int j, double) { couple(i, j); });
  for (Column& column : columns_) {
    std::sort(column.beside.begin(), column.beside.end());
    column.beside.erase(std::unique(column.beside.begin(), column.beside.end()),
                        column.beside.end());
    column.by_x.assign(column.beside.size(), 0.0);
    column.by_v = column.by_x;
  }
}

// Coordinates of one colour change no force and no row in common. Held ones have a colour, too, for
// find_steps().
void SparseLinearisation::find_colours() {
  std::vector<std::vector<char>> coordinates, rows;  // of each colour: taken
  for (int j = 0; j < model_.nx; ++j) {
    const Column& column = columns_[j];
    if (column.beside.empty() && column.places.empty()) continue;
    const auto fits = [&](std::size_t c) {
      return std::none_of(column.beside.begin(), column.beside.end(),
                          [&](int i) { return coordinates[c][i] != 0; }) &&
             std::none_of(column.places.begin(), column.places.end(),
                          [&](int s) { return rows[c][model_.entry_row[s]] != 0; });
    };
    std::size_t c = 0;
    while (c < colours_.size() && !fits(c)) ++c;
    if (c == colours_.size()) {
      colours_.emplace_back();
      coordinates.emplace_back(model_.nx, 0);
      rows.emplace_back(model_.ne, 0);
    }
    colours_[c].push_back(j);
    for (const int i : column.beside) coordinates[c][i] = 1;
    for (const int s : column.places) rows[c][model_.entry_row[s]] = 1;
  }
}

// Steps that turn an element by eighth_order::step [rad]: D2e(d, d) over De d is the rate at which
// its direction turns. All coordinates of a place have the step of the shortest element there: a
// place that moves along an element turns it once it moves across.
void SparseLinearisation::find_steps(const State& state) {
  std::vector<double> turning(model_.nx, 0.0), widest(model_.ne, 0.0), d(model_.nx, 0.0);
  for (std::size_t s = 0; s < model_.entry_row.size(); ++s)
    widest[model_.entry_row[s]] = std::max(widest[model_.entry_row[s]], std::fabs(base_.De[s]));
  for (const std::vector<int>& colour : colours_) {
    for (const int j : colour) d[j] = 1;
    evaluate_acceleration(model_, state.x, d, work_);
    for (const int j : colour) {
      d[j] = 0;
      for (const int s : columns_[j].places)
        if (const int r = model_.entry_row[s]; widest[r] > 0)
          turning[j] = std::max(turning[j], std::fabs(work_.D2e_vv[r]) / widest[r]);
    }
  }
  for (const int i : model_.turning) turning[i] = std::max(turning[i], 1.0);
  double low = HUGE_VAL, high = -HUGE_VAL;
  for (const Node& node : model_.nodes) {
    if (node_type(node.kind).role != NodeRole::place) continue;
    double most = 0;
    for (int c = 0; c < coordinate_count(node.kind); ++c) {
      most = std::max(most, turning[node.first + c]);
      low = std::min(low, state.x[node.first + c]);
      high = std::max(high, state.x[node.first + c]);
    }
    for (int c = 0; c < coordinate_count(node.kind); ++c) turning[node.first + c] = most;
  }
  const double extent = high > low ? high - low : 1;
  for (std::size_t i = 0; i < step_.size(); ++i)
    step_[i] = eighth_order::step * (turning[i] > 0 ? 1 / turning[i] : extent);
}

void SparseLinearisation::evaluate_at(ConstVector x, ConstVector v, const State& state,
                                      ConstVector S) {
  evaluate_acceleration(model_, x, v, work_);
  inertia_.evaluate(model_, x, v, work_);
  std::fill(force_.begin(), force_.end(), 0.0);
  inertia_.add_mass_times(fall_, force_);
  inertia_.add_velocity_forces(force_);
  for (double& one : force_) one = -one;
  subtract_transposed_times(model_, work_, S, force_);
  for (double& one : force_) one = -one;
  std::fill(rate_.begin(), rate_.end(), 0.0);
  add_derivative_times(model_, work_, v, rate_);
  acceleration_ = work_.D2e_vv;
  add_derivative_times(model_, work_, state.a, acceleration_);
}

void SparseLinearisation::difference(const State& state, ConstVector S) {
  for (Column& column : columns_) {
    std::fill(column.by_x.begin(), column.by_x.end(), 0.0);
    std::fill(column.by_v.begin(), column.by_v.end(), 0.0);
  }
  for (auto* of : {&rate_by_x_, &acceleration_by_x_, &acceleration_by_v_})
    std::fill(of->begin(), of->end(), 0.0);
  const double fastest = largest(state.v);
  std::vector<double> x, v(state.v.begin(), state.v.end()), d(state.v.size(), 0.0);
  for (std::vector<int> colour : colours_) {
    std::erase_if(colour, [this](int j) { return unknown_[j] < 0; });
    if (colour.empty()) continue;
    for (const int j : colour) d[j] = step_[j];
    for (int k = 1; k <= 4; ++k)
      for (const int side : {1, -1}) {
        x = state.x;
        move_coordinates(model_, d, side * k, x);
        evaluate_at(x, state.v, state, S);
        for (const int j : colour) {
          const double weight = side * eighth_order::weights[k - 1] / step_[j];
          Column& column = columns_[j];
          for (std::size_t n = 0; n < column.beside.size(); ++n)
            column.by_x[n] += weight * force_[column.beside[n]];
          for (const int s : column.places) {
            rate_by_x_[s] += weight * rate_[model_.entry_row[s]];
            acceleration_by_x_[s] += weight * acceleration_[model_.entry_row[s]];
          }
        }
      }
    for (const int j : colour) d[j] = 0;
    if (!(fastest > 0)) continue;
    // h and D2e(v, v) are quadratic in v: one difference is exact.
    for (const int side : {1, -1}) {
      for (const int j : colour) v[j] = state.v[j] + side * fastest;
      evaluate_at(state.x, v, state, S);
      const double weight = side / (2 * fastest);
      for (const int j : colour) {
        Column& column = columns_[j];
        for (std::size_t n = 0; n < column.beside.size(); ++n)
          column.by_v[n] += weight * force_[column.beside[n]];
        for (const int s : column.places)
          acceleration_by_v_[s] += weight * work_.D2e_vv[model_.entry_row[s]];
      }
    }
    for (const int j : colour) v[j] = state.v[j];
  }
}

bool SparseLinearisation::factor(const State& state, ConstVector S, double side) {
  evaluate_acceleration(model_, state.x, state.v, base_);
  for (std::size_t i = 0; i < fall_.size(); ++i) fall_[i] = state.a[i] - loads_.gravity[i];
  find_steps(state);
  difference(state, S);
  inertia_.evaluate(model_, state.x, state.v, base_);
  laws_.evaluate(state, base_, 1, &rate_by_x_, side);
  collect();
  for (const Entry& e : entries_)
    if (!std::isfinite(e.value)) return false;
  lay_out();
  choose_scales();
  std::vector<double>& values = factors_->values();
  std::fill(values.begin(), values.end(), 0.0);
  for (std::size_t k = 0; k < entries_.size(); ++k)
    values[slot_[k]] +=
        entries_[k].value * row_scale_[entries_[k].row] * scale_[entries_[k].column];
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
  std::vector<std::vector<int>> cliques(all_);
  for (const Entry& e : entries_) cliques[at(e.row)].push_back(e.column);
  for (std::vector<int>& clique : cliques) {
    std::sort(clique.begin(), clique.end());
    clique.erase(std::unique(clique.begin(), clique.end()), clique.end());
  }
  order_ = fill_order(all_, std::move(cliques));
  place_of_.resize(all_);
  for (int c = 0; c < all_; ++c) place_of_[order_[c]] = c;
  for (const Entry& e : entries_) places.emplace_back(place_of_[e.column], e.row);
  std::sort(places.begin(), places.end());
  places.erase(std::unique(places.begin(), places.end()), places.end());
  SparsePattern pattern;
  pattern.rows = all_;
  pattern.start.assign(all_ + 1, 0);
  for (const auto& [column, row] : places) {
    pattern.row.push_back(row);
    ++pattern.start[column + 1];
  }
  for (int c = 0; c < all_; ++c) pattern.start[c + 1] += pattern.start[c];
  slot_.clear();
  for (const Entry& e : entries_)
    slot_.push_back(static_cast<int>(
        std::lower_bound(places.begin(), places.end(), std::pair(place_of_[e.column], e.row)) -
        places.begin()));
  factors_.emplace(std::move(pattern));
}

// Powers of 2 that make the largest entries of rows and columns about 1 (Ruiz 2001).
void SparseLinearisation::choose_scales() {
  constexpr int kSweeps = 6;
  row_scale_.assign(all_, 1.0);
  scale_.assign(all_, 1.0);
  std::vector<double> row(all_), column(all_);
  for (int sweep = 0; sweep < kSweeps; ++sweep) {
    std::fill(row.begin(), row.end(), 0.0);
    std::fill(column.begin(), column.end(), 0.0);
    for (const Entry& e : entries_) {
      const double size = std::fabs(e.value) * row_scale_[e.row] * scale_[e.column];
      row[e.row] = std::max(row[e.row], size);
      column[e.column] = std::max(column[e.column], size);
    }
    const auto by = [](double most) {
      return most > 0 ? std::exp2(-std::round(std::log2(most) / 2)) : 1;
    };
    for (int k = 0; k < all_; ++k) row_scale_[k] *= by(row[k]), scale_[k] *= by(column[k]);
  }
}

void SparseLinearisation::multiply(const std::vector<double>& y, std::vector<double>& out) const {
  std::fill(out.begin(), out.end(), 0.0);
  for (const Entry& e : entries_) out[e.row] += e.value * y[e.column];
}

SparseLinearisation::Change SparseLinearisation::none() const {
  return {std::vector<double>(at(model_.nx), 0.0), std::vector<double>(at(model_.nx), 0.0),
          std::vector<double>(at(model_.nz()), 0.0)};
}

void SparseLinearisation::find_change(const Change& rate, Change& change) {
  constexpr int kPasses = 2;  // the second refines
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
  for (int pass = 0; pass < kPasses; ++pass) {
    for (int n = 0; n < all_; ++n) rhs_[n] = rest_[n] * row_scale_[n];
    factors_->solve(rhs_.data());
    for (int c = 0; c < all_; ++c) y_[order_[c]] += rhs_[c] * scale_[order_[c]];
    if (pass + 1 == kPasses) break;
    multiply(y_, rest_);
    for (int n = 0; n < all_; ++n) rest_[n] = right[n] - rest_[n];
  }
  for (int i = 0; i < model_.nx; ++i) {
    change.x[i] = unknown_[i] < 0 ? 0 : y_[of_x(i)];
    change.v[i] = unknown_[i] < 0 ? 0 : y_[of_v(i)];
  }
  for (int z = 0; z < model_.nz(); ++z) change.z[z] = y_[of_state(z)];
}

double SparseLinearisation::resistance() const {
  std::vector<double> sum(all_, 0.0), terms(all_, 0.0);
  for (const Entry& e : entries_) {
    const bool is_rate = e.column >= free_ && e.column < 3 * free_;
    if (is_rate) continue;
    const double term = e.value * y_[e.column];
    sum[e.row] += term;
    terms[e.row] += std::fabs(term);
  }
  double most = 0, left = 0;
  for (int i = 0; i < free_; ++i) {
    most = std::max(most, terms[i] * row_scale_[i]);
    left = std::max(left, std::fabs(sum[i]) * row_scale_[i]);
  }
  return most > 0 ? left / most : 0;
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
