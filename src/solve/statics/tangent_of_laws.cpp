// The part of laws in the bordered tangent, and its factors where laws make it unsymmetric.
#include <algorithm>
#include <cmath>

#include "assembly/loads.h"
#include "base/classes.h"
#include "base/index.h"
#include "base/tolerances.h"
#include "solve/statics/bordered_tangent.h"

namespace mbs {

// Rows with linear springs; laws on such a row stand in K.
std::vector<char> BorderedTangent::sprung_rows() const {
  std::vector<char> out(model_.ne, 0);
  for (const LinearTerm& term : model_.forces.stiffness)
    if (is_free(phase_.e_class[term.row]) && is_free(phase_.e_class[term.column]))
      out[term.row] = out[term.column] = 1;
  return out;
}

void BorderedTangent::evaluate_laws(const State& state, double load_factor) {
  if (laws_.empty()) return;
  evaluate_acceleration(model_, state.x, state.v, base_);
  laws_.evaluate(state, base_, load_factor);
  for (const LawTangent::Spring& spring : laws_.springs())
    row_follows_[spring.row] = spring.is_active() ? 0 : 1;
}

// Springs by law: unknown stresses with the compliance 1 / slope. Without a slope the stress does
// not follow the motion: its row is -dS = 0.
void BorderedTangent::add_law_springs() {
  negative_stresses_ = stress_count_;
  for (const LawTangent::Spring& spring : laws_.springs()) {
    const int r = spring.row;
    const bool is_active = spring.is_active();
    row_follows_[r] = is_active ? 0 : 1;
    for (const auto& [place, i] : entries_of_[r])
      add(row_unknown_[r], i, is_active ? base_.De[place] : 0, 0);
    add(row_unknown_[r], row_unknown_[r], is_active ? -1 / spring.slope : -1, 0);
    if (is_active && spring.slope < 0) --negative_stresses_;
  }
}

// take(i, j, K, C): the places among the unknowns, -1 where one is none, and the values there.
template <class Take>
void BorderedTangent::each_law_entry(const Take& take) const {
  for (const LawTangent::Entry& e : laws_.stiffness())
    take(unknown_[e.i], unknown_[e.j], e.value, 0.0);
  if (has_dampers_)
    for (const LawTangent::Entry& e : laws_.damping())
      take(unknown_[e.i], unknown_[e.j], 0.0, e.value);
  for (const Moment& moment : moments_)
    for (int c = 0; c < 3; ++c) {
      const int i = unknown_[moment.first + (c + 1) % 3], j = unknown_[moment.first + (c + 2) % 3];
      take(i, j, -moment.value[c] / 2, 0.0);
      take(j, i, moment.value[c] / 2, 0.0);
    }
  if (!has_states()) return;
  for (const LawTangent::StateForce& e : laws_.state_forces())
    take(unknown_[e.i], state_unknown_[e.k], -e.value, 0.0);
  for (const LawTangent::StateRate& e : laws_.state_rates())
    take(state_unknown_[e.k], unknown_[e.i], -state_row_[e.k] * e.by_x, 0.0);
  for (const LawTangent::StateSlope& e : laws_.state_slopes())
    take(state_unknown_[e.k], state_unknown_[e.l], -state_row_[e.k] * e.value, 0.0);
}

// The moments of elements and of gravity on orientations on which other moments act. The symmetric
// part of their stiffness is in its place; turns about the axes of a body, which turn with it, add
// half of the moment across. Without other moments that is 0 at an equilibrium, and is left out
// before.
void BorderedTangent::find_moments(ConstVector S, double load_factor) {
  if (moments_.empty()) return;
  std::vector<double> gravity(model_.nx, 0.0), moment(gravity);
  for (std::size_t i = 0; i < gravity.size(); ++i)
    if (component_[i] >= 0) gravity[i] = load_factor * model_.forces.gravity[at(component_[i])];
  inertia_.add_mass_times(gravity, moment);
  subtract_transposed_times(model_, base_, S, moment);
  for (Moment& one : moments_)
    for (int c = 0; c < 3; ++c) one.value[c] = -moment[one.first + c];
}

void BorderedTangent::sort_law_places() {
  std::vector<std::pair<int, int>> places;
  each_law_entry([&](int i, int j, double, double) {
    if (i >= 0 && j >= 0) places.push_back(std::minmax({i, j}));
  });
  std::sort(places.begin(), places.end());
  places.erase(std::unique(places.begin(), places.end()), places.end());
  law_places_ = std::move(places);
  each_law_entry([&](int i, int j, double, double) {
    law_slots_.push_back(-1);
    if (i < 0 || j < 0) return;
    const std::pair<int, int> place = std::minmax({i, j});
    const auto found = std::lower_bound(law_places_.begin(), law_places_.end(), place);
    law_slots_.back() = 2 * static_cast<int>(found - law_places_.begin()) + (i > j ? 1 : 0);
  });
}

// Adds the mean of K_ij and K_ji, and notes their difference where it is more than rounding; those
// of C likewise.
void BorderedTangent::add_law_entries() {
  find_state_rows();
  if (law_slots_.empty()) sort_law_places();
  struct Sums {
    double above = 0, below = 0, terms = 0;
    double mean() const { return (above + below) / 2; }
    double skew() const { return (above - below) / 2; }
    bool is_symmetric() const { return std::fabs(above - below) <= tolerance::symmetric * terms; }
    void add(double value, bool is_below) {
      (is_below ? below : above) += value;
      terms += std::fabs(value);
    }
  };
  std::vector<Sums> K(law_places_.size()), C(has_dampers_ ? law_places_.size() : 0);
  std::size_t next = 0;
  each_law_entry([&](int, int, double stiffness, double damping) {
    const int slot = law_slots_[next++];
    if (slot < 0) return;
    K[slot / 2].add(stiffness, slot % 2 != 0);
    if (has_dampers_) C[slot / 2].add(damping, slot % 2 != 0);
  });
  skew_.clear();
  bool is_symmetric = is_symmetric_beside_states_ = true;
  for (std::size_t k = 0; k < law_places_.size(); ++k) {
    const auto [i, j] = law_places_[k];
    const Sums of_K = K[k], of_C = has_dampers_ ? C[k] : Sums{};
    if (i == j) {
      add(i, i, of_K.above, 0, of_C.above);
      continue;
    }
    add(i, j, of_K.mean(), 0, of_C.mean());
    skew_.push_back({i, j, of_K.skew(), 0, of_C.skew()});
    const bool is_one = of_K.is_symmetric() && of_C.is_symmetric();
    is_symmetric &= is_one;
    if (j < first_state()) is_symmetric_beside_states_ &= is_one;
  }
  if (is_symmetric) skew_.clear();
}

int BorderedTangent::determinant_sign() const {
  if (is_factored_symmetric() || !by_rows_) return 0;
  const int sign = by_rows_->determinant_sign();
  return negative_stresses_ % 2 == 0 ? sign : -sign;
}

// Factors with the values of factors_, which are those of one triangle, and with skew_. Scales are
// those of the symmetric part.
bool BorderedTangent::factor_by_rows(double most_work) {
  const int n = factors_->size();
  const std::size_t symmetric = entries_.size();
  if (!by_rows_) {
    std::vector<std::pair<int, int>> entries;  // those of skew_ come last
    for (const Entry& e : entries_) entries.emplace_back(e.i, e.j);
    for (const auto& [i, j] : law_places_)
      if (i != j) entries.emplace_back(i, j);
    columns_ = order_;
    std::vector<int> column_of(n);
    for (int c = 0; c < n; ++c) column_of[columns_[c]] = c;
    std::vector<std::pair<int, int>> places;  // column, row
    for (const auto& [i, j] : entries) {
      places.emplace_back(column_of[j], i);
      places.emplace_back(column_of[i], j);
    }
    SparsePattern pattern = pattern_of(std::move(places), n);
    for (const auto& [i, j] : entries)
      value_of_.emplace_back(entry_at(pattern, column_of[j], i),
                             entry_at(pattern, column_of[i], j));
    by_rows_.emplace(std::move(pattern));
  }
  std::vector<double>& values = by_rows_->values();
  std::fill(values.begin(), values.end(), 0.0);
  for (std::size_t k = 0; k < symmetric + skew_.size(); ++k) {
    const auto [above, below] = value_of_[k];
    if (k < symmetric) {
      values[above] += factors_->values()[k];
      if (above != below) values[below] += factors_->values()[k];
    } else {
      const Entry& e = skew_[k - symmetric];
      const double here = value(e) * scale_[e.i] * scale_[e.j];
      values[above] += here;
      values[below] -= here;
    }
  }
  return by_rows_->factor_within(most_work) < 0;
}

// Whether elimination by rows, which keeps its pivots from one matrix to the next, costs less than
// the symmetric factors just made, which find theirs anew. Where it does its factors are there.
bool BorderedTangent::rows_cost_less() {
  // An entry that is looked at costs so many multiplications; so many of them for each entry of the
  // matrix are those of a chain or a plane net.
  constexpr double kCost = 6, kFew = 30;
  if (factors_->work() <= kFew * static_cast<double>(entries_.size())) return false;
  if (factor_by_rows(kCost * factors_->work())) return true;
  by_rows_.reset();
  value_of_.clear();
  return false;
}

bool BorderedTangent::is_damped() const {
  return std::any_of(laws_.damping().begin(), laws_.damping().end(),
                     [](const LawTangent::Entry& e) { return e.value != 0; });
}

void BorderedTangent::damping_times(ConstVector v, Vector b) const {
  std::fill(b.begin(), b.end(), 0.0);
  for (const LawTangent::Entry& e : laws_.damping())
    if (unknown_[e.i] >= 0 && unknown_[e.j] >= 0) b[e.i] += e.value * v[e.j];
}

std::vector<double> BorderedTangent::masses() const {
  std::vector<double> of_unknown(free_count_, 0.0), out(unknown_.size(), 0.0);
  for (const Entry& e : entries_)
    if (e.i == e.j && e.i < free_count_) of_unknown[e.i] += e.M;
  for (std::size_t i = 0; i < out.size(); ++i)
    if (unknown_[i] >= 0) out[i] = of_unknown[unknown_[i]];
  return out;
}

}  // namespace mbs
