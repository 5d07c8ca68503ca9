// To a stable equilibrium along the path of equilibria, and downhill from where that ends.
#include <algorithm>
#include <cmath>
#include <utility>

#include "base/random.h"
#include "solve/statics/equilibrium.h"
#include "solve/statics/large_equilibrium.h"
#include "solve/statics/soft_motion.h"

namespace mbs {

// The resistance that is as large as the stiffness along the motion that the forces that are left
// bring about; without stiffness, as in a chain without tension, the one against which they turn
// nothing farther than a step may. 0 where nothing moves.
double LargeEquilibrium::resistance_of_motion(const State& state, bool is_singular) {
  if (is_singular) {
    const std::vector<double> weights = motion_weights(model_);
    for (std::size_t i = 0; i < force_.size(); ++i)
      change_.x[i] = is_free(phase_.x_class[i]) ? force_[i] / (weights[i] * weights[i]) : 0;
    const double turned = turning(change_.x, state);
    return std::isfinite(turned) ? turned / kFarthest : 0;
  }
  solve_rest(change_);
  std::vector<double> resisted(force_.size());
  tangent_.mass_times(change_.x, resisted);
  const double squares = dot(resisted, change_.x);
  const double out = std::fabs(dot(force_, change_.x)) / squares;
  return squares > 0 && std::isfinite(out) ? out : 0;
}

void LargeEquilibrium::resist() {
  std::vector<double> resistances = motion_weights(model_);
  for (double& one : resistances) one *= one;
  tangent_.resist(std::move(resistances));
}

void LargeEquilibrium::hold(const State& state) {
  evaluate_acceleration(model_, state.x, state.v, here_);
  held_ = here_.e;
}

// In W x' = force / viscosity, W the squares of the weights of motions, each step of Euler's
// implicit formula has the tangent K + W * viscosity / step; the least such resistance that leaves
// no negative pivot goes downhill.
bool LargeEquilibrium::descend(State& state, std::vector<double>& S) {
  constexpr int kMostDescents = 1000, kMostRises = 90;
  constexpr double kMore = 2;
  constexpr double kNone = 1e-9;                 // of the first resistance
  constexpr double kNear = 1e-3, kStill = 1e-6;  // [rad]
  constexpr int kMostPushes = 3;
  double resistance = 0, first = 0;
  int pushes = 0;
  for (int step = 0; step < kMostDescents; ++step) {
    evaluate(state, 1, S);
    if (!tangent_.evaluate(state, S) || !tangent_.is_symmetric()) return false;
    for (int rises = 0;; ++rises) {
      const bool is_singular = !tangent_.factor(-resistance);
      if (!is_singular && tangent_.negative() <= 0) break;
      if (rises == kMostRises ||
          (first == 0 && (first = resistance_of_motion(state, is_singular)) == 0))
        return false;
      resistance = std::max(kMore * resistance, is_singular ? first : kNone * first);
    }
    solve_rest(change_);
    const double turned = turning(change_.x, state);
    if (!std::isfinite(turned)) return false;
    if (resistance == 0 && turned <= kNear) return true;
    if (resistance > 0 && turned <= kStill) {
      resistance = 0;
      if (!tangent_.factor(0) || tangent_.negative() == 0) continue;
      if (++pushes > kMostPushes || !push(state, S)) return false;
      continue;
    }
    move(change_, turned > kFarthest ? kFarthest / turned : 1, state, S);
    resistance = turned > kFarthest ? kMore * resistance : resistance / (kMore * kMore);
    if (resistance < kNone * first) resistance = 0;
  }
  return false;
}

// Inverse iteration. Forces that are left give the motion its sign where they are more than
// rounding.
bool LargeEquilibrium::push(State& state, std::vector<double>& S) {
  constexpr int kIterations = 5;
  constexpr double kPush = 0.01, kLeastWay = 1e-6;  // [rad]
  evaluate(state, 1, S);
  if (!factor(state, S, 1)) return false;
  const std::vector<double> left = force_, none_e(gap_.size(), 0.0), none_z(rate_.size(), 0.0);
  for (std::size_t i = 0; i < force_.size(); ++i) force_[i] = uniform_at(1, i) - 0.5;
  for (int k = 0; k < kIterations; ++k) {
    const double size = k == 0 ? 1 : largest(change_.x);
    for (std::size_t i = 0; k > 0 && i < force_.size(); ++i) force_[i] = change_.x[i] / size;
    tangent_.solve(force_, none_e, none_z, change_.x, change_.S, change_.z);
  }
  const double turned = turning(change_.x, state);
  if (!(turned > 0) || !std::isfinite(turned)) return false;
  const double along = dot(left, change_.x), stiffness = dot(force_, change_.x);
  const bool is_led = turned * std::fabs(along) > kLeastWay * std::fabs(stiffness);
  move(change_, std::copysign(kPush / turned, is_led ? along : 1), state, S);
  return true;
}

// True where a stable equilibrium under the whole load is found downhill; else the state is any.
// pushed: from an equilibrium under the whole load, which is not stable.
bool Equilibrium::solve_downhill(State& state, bool pushed) {
  if (!place_at_rest(state, false)) return false;
  LargeEquilibrium newton(model_, phase_, linear_);
  std::vector<double> S(dynamics_.stresses().begin(), dynamics_.stresses().end());
  const EquilibriumSettings asked = settings_;
  settings_.load_steps = 1;
  settings_.before = nullptr;  // it goes on from where the descent ends
  goes_downhill_ = true;
  bool found = false;
  newton.resist();
  newton.hold(state);
  for (int k = pushed ? 1 : 0; k < 2 && !found; ++k) {
    // The first descent may end beside an equilibrium that only just has become unstable.
    if ((k > 0 && !newton.push(state, S)) || !newton.descend(state, S)) break;
    found = solve_large(state) && status_.ok() && status_.judged && status_.stable;
  }
  settings_ = asked;
  goes_downhill_ = false;
  return found;
}

// Dense matrices have found no equilibrium under the whole load, or one that is not stable: goes
// downhill from the last one that they have found. State and status are unchanged where that fails.
void Equilibrium::fall_from_best(State& state) {
  if (!free_states_.empty() || !BorderedTangent::unknown_part(model_, phase_).empty()) return;
  const EquilibriumStatus refused = status_;
  const State last = state;
  state = best_;
  if (solve_downhill(state, refused.ok())) {
    status_.went_downhill = true;
    return;
  }
  is_large_ = false;
  status_ = refused;
  state = last;
  if (status_.ok()) place_at_rest(state, false);
}

// Follows the path of equilibria from no load, for mechanisms that are large for the dense method.
// True if it leads to a stable equilibrium. Where it turns before the whole load, or leads to an
// unstable equilibrium, a stable one is looked for downhill; dense matrices would look for minutes
// in mechanisms with so many freedoms that they are not asked at all. Else state and status are
// unchanged.
bool Equilibrium::solve_along_path(State& state) {
  constexpr int kTooManyForDense = 300, kSteps = 10;
  const int freedoms = dynamics_.placement().partition().freedom_count();
  if (freedoms < kManyForEquilibrium) return false;
  const EquilibriumStatus before = status_;
  const EquilibriumSettings asked = settings_;
  const State began = state;
  settings_.load_steps = std::max(settings_.load_steps, kSteps);
  settings_.on_point = nullptr;
  follow_path(state, false);
  settings_ = asked;
  if (status_.ok() && (status_.stable || status_.follows || !status_.judged)) return true;
  const bool turns = status_.first_limit > 0 && status_.first_limit < 1;
  const bool no_start = !status_.ok() && status_.load_steps <= 1;
  if (turns || no_start || status_.ok()) {
    const EquilibriumStatus followed = status_;
    const State last = state;
    status_ = before;
    state = began;
    const bool found = solve_downhill(state);
    if (found || (turns && freedoms >= kTooManyForDense)) {
      if (!found) status_ = followed, state = last;
      status_.went_downhill = true;
      status_.first_limit = followed.first_limit;
      if (!found) status_.kind = EquilibriumKind::turns_back;
      return true;
    }
  }
  is_large_ = false;
  status_ = before;
  best_ = state = began;
  return false;
}

}  // namespace mbs
