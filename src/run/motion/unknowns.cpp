#include "run/motion/unknowns.h"

#include <fmt/format.h>

#include <algorithm>

#include "integrate/integrator.h"

namespace mbs {

namespace {

// With more pairs directions are not kept as a matrix.
constexpr int kManyPairs = 11;

// Whether these coordinates, in ascending order, follow one another.
bool are_in_a_row(const std::vector<int>& coordinates) {
  return !coordinates.empty() &&
         coordinates.back() - coordinates.front() == count_of(coordinates) - 1;
}

// y: x and v of these coordinates.
void take(const std::vector<int>& coordinates, const std::vector<double>& x,
          const std::vector<double>& v, Vector y) {
  const std::size_t n = coordinates.size();
  if (are_in_a_row(coordinates)) {
    std::copy_n(x.begin() + coordinates.front(), n, y.begin());
    std::copy_n(v.begin() + coordinates.front(), n, y.begin() + static_cast<std::ptrdiff_t>(n));
    return;
  }
  for (std::size_t k = 0; k < n; ++k) {
    y[k] = x[coordinates[k]];
    y[n + k] = v[coordinates[k]];
  }
}

void give(const std::vector<int>& coordinates, ConstVector y, std::vector<double>& x,
          std::vector<double>& v) {
  const std::size_t n = coordinates.size();
  if (are_in_a_row(coordinates)) {
    std::copy_n(y.begin(), n, x.begin() + coordinates.front());
    std::copy_n(y.begin() + static_cast<std::ptrdiff_t>(n), n, v.begin() + coordinates.front());
    return;
  }
  for (std::size_t k = 0; k < n; ++k) {
    x[coordinates[k]] = y[k];
    v[coordinates[k]] = y[n + k];
  }
}

}  // namespace

Unknowns::Unknowns(const Model& model, const Phase& phase, const Options& options,
                   const State& start, const std::string& method)
    : model_(model),
      free_(free_coordinates(phase)),
      turning_(model, free_, 2 * count_of(free_) + model.nz(), is_implicit(method)),
      along_(model.nx),
      momentum_(model.nx) {
  if (!is_implicit(method) || !FreedomCoordinates::possible(model, phase)) return;
  springs_ =
      std::make_unique<FreedomCoordinates>(model, phase, options, !is_generalised_alpha(method));
  springs_->choose(start);
}

bool Unknowns::worn(const State& state) {
  const bool springs = springs_ && springs_->worn();
  return springs || (!minimal() && turning_.worn(state));
}

bool Unknowns::choose(const State& state) {
  const bool others = springs_ && springs_->choose(state);
  return others || (!minimal() && turning_.worn(state));
}

void Unknowns::pack(const State& state, double work, std::vector<double>& y) {
  const std::size_t n = pairs(), m = metered_.size();
  std::vector<double> works(m, 0.0);
  if (y.size() > m) std::copy_n(y.end() - 1 - static_cast<std::ptrdiff_t>(m), m, works.begin());
  y.resize(size());
  placed_.resize(2 * n + carried());
  directions_.resize(minimal() && pairs() <= kManyPairs ? model_.nx * n : 0);
  directions_known_ = false;
  std::copy(works.begin(), works.end(), y.end() - 1 - static_cast<std::ptrdiff_t>(m));
  std::copy(state.z.begin(), state.z.end(), y.begin() + static_cast<std::ptrdiff_t>(2 * n));
  if (springs_) springs_->set_origin(state);
  y.back() = work;
  if (minimal()) return springs_->pack(state, y.data(), y.data() + n);
  turning_.begin(state);
  put(state, y);
}

void Unknowns::put(const State& state, Vector y) const {
  take(free_, state.x, state.v, y);
  turning_.pack(state, y);
}

void Unknowns::pack_placed(const State& state, Vector y) {
  if (!minimal()) put(state, y);
  const auto of_pairs = static_cast<std::ptrdiff_t>(2 * pairs());
  std::copy_n(y.begin(), of_pairs, placed_.begin());
  std::copy_n(y.begin() + of_pairs + model_.nz(), carried(), placed_.begin() + of_pairs);
}

bool Unknowns::is_placed(ConstVector y) const {
  const std::ptrdiff_t n = count_of(placed_) - carried();
  return std::equal(placed_.begin(), placed_.begin() + n, y.begin()) &&
         std::equal(placed_.begin() + n, placed_.end(), y.begin() + n + model_.nz());
}

SolveStatus Unknowns::unpack(double t, ConstVector y, bool between, State& state) {
  const std::size_t n = pairs();
  state.t = t;
  unpack_states(y, state);
  directions_known_ = false;
  if (minimal()) return springs_->unpack(y.data(), y.data() + n, between, state);
  give(free_, y, state.x, state.v);
  turning_.unpack(y, state);
  return {};
}

void Unknowns::rates(const State& state, ConstVector reactions, ConstVector y, Vector ydot) const {
  const std::size_t n = pairs();
  if (minimal()) {
    std::copy_n(y.begin() + static_cast<std::ptrdiff_t>(n), n, ydot.begin());
    springs_->accelerations(state, ydot.data() + n);
  } else {
    take(free_, state.v, state.a, ydot);
  }
  std::copy(state.zd.begin(), state.zd.end(), ydot.begin() + static_cast<std::ptrdiff_t>(2 * n));
  if (!minimal()) turning_.rates(state, ydot);
  for (std::size_t k = 0; k < metered_.size(); ++k) {
    const std::size_t i = metered_[k];
    ydot[2 * n + state.z.size() + carried() + k] = reactions[i] * state.v[i];
  }
}

bool Unknowns::unpack_accelerations(ConstVector ydot, State& state) const {
  if (minimal()) return false;
  const std::size_t n = free_.size();
  for (std::size_t k = 0; k < n; ++k) state.a[free_[k]] = ydot[n + k];
  turning_.unpack_accelerations(ydot, state);
  return true;
}

double Unknowns::momentum(const Inertia& inertia, const State& state, ConstVector a, Vector p) {
  const std::vector<double>& v = state.v;
  const std::size_t nx = along_.size();
  std::fill(along_.begin(), along_.end(), 0.0);
  if (minimal() && pairs() > kManyPairs) {
    springs_->lift(a, along_);
    std::fill(momentum_.begin(), momentum_.end(), 0.0);
    inertia.add_mass_times(along_, momentum_);
    springs_->reduce(momentum_, p);
    return dot(v, momentum_);
  }
  if (minimal() && !directions_known_) {
    springs_->directions({directions_.data(), model_.nx, pairs(), model_.nx});
    directions_known_ = true;
  }
  for (std::size_t k = 0; k < a.size(); ++k) {
    if (!minimal()) along_[free_[k]] = a[k];
    for (std::size_t i = 0; i < nx && minimal(); ++i) along_[i] += directions_[k * nx + i] * a[k];
  }
  if (!minimal()) turning_.lift(state, along_);
  std::fill(momentum_.begin(), momentum_.end(), 0.0);
  inertia.add_mass_times(along_, momentum_);
  const double power = dot(v, momentum_);
  if (!minimal()) turning_.reduce(state, momentum_);
  for (std::size_t k = 0; k < a.size(); ++k)
    p[k] = minimal() ? dot({directions_.data() + k * nx, nx}, momentum_) : momentum_[free_[k]];
  return power;
}

std::string Unknowns::name(int k) const {
  const int n = pairs();
  if (k < 0) return "the state";
  const int carried = k - 2 * n - model_.nz();
  if (carried >= 0 && carried < this->carried()) return "an orientation";
  if (carried >= 0) return "the work done";
  if (k >= 2 * n) return "state " + model_.states[k - 2 * n].name;
  const int i = k < n ? k : k - n;
  const std::string name = minimal() ? springs_->name(i) : model_.coordinate_name(free_[i]);
  if (!minimal() && model_.is_orientation(free_[i])) return k < n ? "an orientation" : name;
  return k < n ? name : fmt::format("rate of {}", name);
}

}  // namespace mbs
