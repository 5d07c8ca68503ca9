// Downhill from where a path of equilibria ends, to a stable equilibrium under the whole load.
#include <algorithm>
#include <cmath>

#include "base/random.h"
#include "solve/statics/equilibrium.h"
#include "solve/statics/large_equilibrium.h"

namespace mbs {

// The square of the rate [1/time^2] of a motion that the forces that are left would bring about; 0
// where it moves no mass.
double LargeEquilibrium::rate_of_motion() {
  solve_rest(change_);
  std::vector<double> momentum(force_.size(), 0.0);
  inertia_.add_mass_times(change_.x, momentum);
  double work = 0, mass = 0;
  for (std::size_t i = 0; i < force_.size(); ++i) {
    work += force_[i] * change_.x[i];
    mass += momentum[i] * change_.x[i];
  }
  const double out = std::fabs(work) / mass;
  return mass > 0 && std::isfinite(out) ? out : 0;
}

// In M x' = force / viscosity each step of Euler's implicit formula has the tangent
// K + M * viscosity / step; the least such resistance that leaves no negative pivot goes downhill.
bool LargeEquilibrium::descend(State& state, std::vector<double>& S) {
  constexpr int kMostSteps = 1000, kMostRises = 90;
  constexpr double kMore = 2;
  constexpr double kNone = 1e-9;  // of the first resistance
  constexpr double kNear = 1e-3;  // [rad]
  evaluate_acceleration(model_, state.x, state.v, here_);
  held_ = here_.e;
  double resistance = 0, first = 0;
  for (int step = 0; step < kMostSteps; ++step) {
    evaluate(state, 1, S);
    if (!tangent_.evaluate(state, S) || !tangent_.is_symmetric()) return false;
    for (int rises = 0; !tangent_.factor(-resistance) || tangent_.negative() > 0; ++rises) {
      if (rises == kMostRises || (first == 0 && (first = rate_of_motion()) == 0)) return false;
      resistance = std::max(kMore * resistance, kNone * first);
    }
    solve_rest(change_);
    const double turned = turning(change_.x, state);
    if (!std::isfinite(turned)) return false;
    if (resistance == 0 && turned <= kNear) return true;
    move(change_, turned > kFarthest ? kFarthest / turned : 1, state, S);
    resistance = turned > kFarthest ? kMore * resistance : resistance / (kMore * kMore);
    if (resistance < kNone * first) resistance = 0;
  }
  return false;
}

// Inverse iteration; forces that are left give the motion its sign.
void LargeEquilibrium::push(State& state, std::vector<double>& S) {
  constexpr int kIterations = 5;
  constexpr double kPush = 0.01;  // [rad]
  evaluate(state, 1, S);
  if (!factor(state, S, 1)) return;
  const std::vector<double> left = force_, none_e(gap_.size(), 0.0), none_z(rate_.size(), 0.0);
  for (std::size_t i = 0; i < force_.size(); ++i) force_[i] = uniform_at(1, i) - 0.5;
  for (int k = 0; k < kIterations; ++k) {
    tangent_.solve(force_, none_e, none_z, change_.x, change_.S, change_.z);
    const double size = largest(change_.x);
    for (std::size_t i = 0; i < force_.size(); ++i) force_[i] = change_.x[i] / size;
  }
  const double turned = turning(change_.x, state);
  if (!(turned > 0) || !std::isfinite(turned)) return;
  move(change_, std::copysign(kPush / turned, dot(left, change_.x)), state, S);
}

// From a state at which the path of equilibria began, with less load than its limit. True where a
// stable equilibrium under the whole load is found downhill; else the state is any.
bool Equilibrium::solve_downhill(State& state) {
  if (!place_at_rest(state, false)) return false;
  LargeEquilibrium newton(model_, phase_, linear_);
  std::vector<double> S(dynamics_.stresses().begin(), dynamics_.stresses().end());
  const EquilibriumSettings asked = settings_;
  settings_.load_steps = 1;
  settings_.before = nullptr;  // it goes on from where the descent ends
  bool found = false;
  for (int k = 0; k < 2 && !found; ++k) {
    // The first descent may end beside an equilibrium that only just has become unstable.
    if (k > 0) newton.push(state, S);
    if (!newton.descend(state, S)) break;
    found = solve_large(state) && status_.ok() && status_.judged && status_.stable;
  }
  has_no_mass_ = !newton.has_mass();
  settings_ = asked;
  return found;
}

}  // namespace mbs
