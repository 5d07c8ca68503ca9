// The equilibrium of a large mechanism while driven motions move it: the degrees of freedom stand
// still, and what is driven has its velocity and acceleration. The forces that belong to these are
// kept while the mechanism is brought to rest under them, and found again there. This iteration
// contracts like the square of the rate of the motion over that of the lowest vibration; Broyden's
// update takes it on where that is no small number.
#include <algorithm>
#include <cmath>

#include "base/random.h"
#include "linalg/broyden.h"
#include "solve/statics/equilibrium.h"
#include "solve/statics/large_equilibrium.h"

namespace mbs {

namespace {

void stop(State& state) {
  std::fill(state.v.begin(), state.v.end(), 0.0);
  std::fill(state.a.begin(), state.a.end(), 0.0);
}

}  // namespace

// sum += factor times the forces on all coordinates, stresses of constraints left out.
void LargeEquilibrium::add_forces_at(const State& state, double load_factor, double factor,
                                     Vector sum) {
  evaluate_acceleration(model_, state.x, state.v, here_);
  inertia_.evaluate(model_, state.x, state.v, here_);
  evaluate_loads(model_, phase_, state.t, state.x, state.v, state.z, here_, inertia_, loads_);
  for (int r = 0; r < model_.ne; ++r) law_[r] = is_free(phase_.e_class[r]) ? loads_.S[r] : 0;
  std::fill(force_.begin(), force_.end(), 0.0);
  inertia_.add_mass_times(state.a, force_);
  for (std::size_t i = 0; i < force_.size(); ++i)
    force_[i] = load_factor * loads_.f[i] - loads_.h[i] - force_[i];
  subtract_transposed_times(model_, here_, law_, force_);
  for (std::size_t i = 0; i < force_.size(); ++i) sum[i] += factor * force_[i];
}

std::vector<double> LargeEquilibrium::forces_of_motion(const State& state, double load_factor) {
  std::vector<double> out(force_.size(), 0.0);
  State at_rest = state;
  stop(at_rest);
  add_forces_at(state, load_factor, 1, out);
  add_forces_at(at_rest, load_factor, -1, out);
  return out;
}

double LargeEquilibrium::give_way(ConstVector force, Change& change) {
  std::copy(force.begin(), force.end(), force_.begin());
  std::fill(gap_.begin(), gap_.end(), 0.0);
  std::fill(rate_.begin(), rate_.end(), 0.0);
  solve_rest(change);
  double work = 0;
  for (std::size_t i = 0; i < force.size(); ++i) work += force[i] * change.x[i];
  return work;
}

bool LargeEquilibrium::find_response(const State& state, std::vector<double>& S,
                                     ConstVector given_x, ConstVector given_e, Change& change) {
  constexpr double kPart = 1e-4;  // of the difference, of what is given
  hold(state);
  evaluate(state, 1, S);
  if (!factor(state, S, 1)) return false;
  std::vector<double> low = S, high = S;
  State beside = state;
  const auto evaluate_beside = [&](double part, std::vector<double>& stress) {
    beside.x = state.x;
    move_coordinates(model_, given_x, part, beside.x);
    evaluate(beside, 1, stress);
    for (int r = 0; r < model_.ne; ++r) gap_[r] += part * given_e[r];
  };
  evaluate_beside(-kPart, low);
  low_ = {force_, gap_, rate_};
  evaluate_beside(kPart, high);
  solve_difference(low, high, 2 * kPart, change);
  for (int i = 0; i < model_.nx; ++i)
    if (phase_.x_class[i] == Class::prescribed) change.x[i] = given_x[i];
  return true;
}

// From the equilibrium settings_.before: moves the state, and its stresses, by what the prescribed
// motions do until its time. So a long way is spread over all elements. False where the state
// cannot be placed.
bool Equilibrium::go_with_drives(LargeEquilibrium& newton, State& state, std::vector<double>& S) {
  PrescribedMotion& motion = dynamics_.kinematics().motion();
  State before = *settings_.before;
  if (!place_at_rest(before, false)) return false;
  S.assign(dynamics_.stresses().begin(), dynamics_.stresses().end());
  const std::vector<double> e = motion.e();
  State there = before;
  there.t = state.t;
  if (!motion.prescribe(there)) return false;
  std::vector<double> given_x(before.v.size(), 0.0), given_e(e.size(), 0.0);
  coordinate_difference(model_, before.x, there.x, given_x);
  for (std::size_t r = 0; r < e.size(); ++r)
    if (phase_.e_class[r] == Class::prescribed) given_e[r] = motion.e()[r] - e[r];
  if (largest(given_x) == 0 && largest(given_e) == 0) return S.clear(), true;
  stop(before);
  LargeEquilibrium::Change change = newton.no_change();
  if (!newton.find_response(before, S, given_x, given_e, change)) return false;
  newton.move(change, 1, before, S);
  state.x = before.x;
  return true;
}

bool Equilibrium::follow_drives(State& state) {
  if (!BorderedTangent::unknown_part(model_, phase_).empty()) return false;
  LargeEquilibrium newton(model_, phase_, linear_);
  std::vector<double> S;
  return go_with_drives(newton, state, S) && !S.empty();
}

// False where the dense method must be used; the state is then any. Begins with a state that is
// placed at rest, and its stresses.
bool Equilibrium::solve_driven(LargeEquilibrium& newton, State& state, std::vector<double>& S) {
  constexpr int kMost = 60;
  constexpr std::size_t kUpdates = 30;
  constexpr double kLeast = 0.01;
  if (!free_states_.empty()) return needs_dense_ = true, false;
  LargeEquilibrium::Result found;
  for (int step = 1; step <= settings_.load_steps; ++step) {
    status_.load_factor = 1.0 * step / settings_.load_steps;
    std::vector<double> kept = newton.forces_of_motion(state, status_.load_factor);
    Broyden broyden(kept.size(), kUpdates, kLeast);
    for (int k = 0;; ++k) {
      if (k == kMost) return needs_dense_ = true, false;
      newton.keep_forces(kept);
      stop(state);
      found = newton.solve(state, S, status_.load_factor, settings_.iterations);
      // What velocities add to stresses is not in K; without signs nothing says what is stable.
      needs_dense_ = found.found && (newton.is_damped() || !found.judged);
      status_.iterations += found.iterations;
      was_rough_ |= found.was_rough;
      if (!found.found || !found.stable || !place_at_rest(state, false)) return false;
      status_.range = ranges_.now(dynamics_.kinematics().evaluation());
      if (status_.range.used > 1) return false;
      if (measure_large(state) <= settings_.tolerance) break;
      std::vector<double> change = newton.forces_of_motion(state, status_.load_factor);
      for (std::size_t i = 0; i < kept.size(); ++i) change[i] -= kept[i];
      broyden.improve(change);
      for (std::size_t i = 0; i < kept.size(); ++i) kept[i] += change[i];
    }
    ++status_.load_steps;
  }
  status_.judged = true;
  status_.stable = is_stable_in_motion(newton, state);
  return status_.stable && place_at_rest(state, false);
}

// Whether what the forces of a motion take from the stiffness, M w^2 of what turns steadily with w,
// is less than all of it along each displacement; `newton` has ended at the state. Powers of
// K^-1 dF/dx find the largest part that they take: it is 1 where an equilibrium becomes unstable.
bool Equilibrium::is_stable_in_motion(LargeEquilibrium& newton, const State& state) {
  constexpr int kMost = 40, kFew = 4, kMany = 10;  // powers
  // A first power that takes no more than kNone, and a later one with less than kLittle, are
  // enough.
  constexpr double kNone = 1e-6, kLittle = 0.1;
  constexpr double kSettled = 0.01;  // the last change of the part, beside what is left to 1
  constexpr double kTurn = 1e-5;     // [rad] of the displacement
  const std::vector<double> here = newton.forces_of_motion(state, 1);
  std::vector<double> force(here.size());
  for (std::size_t i = 0; i < force.size(); ++i) force[i] = uniform_at(1, i) - 0.5;
  LargeEquilibrium::Change change = newton.no_change();
  double part = 0, change_of_part = 1;
  for (int k = 1; k <= kMost; ++k) {
    const double work = newton.give_way(force, change);
    if (!(work > 0)) return false;
    State beside = state;
    const double step = kTurn / linear_.turning(change.x, state);
    stop(beside);
    move_coordinates(model_, change.x, step, beside.x);
    if (!place_at_rest(beside, false)) return false;
    force = newton.forces_of_motion(beside, 1);
    for (std::size_t i = 0; i < force.size(); ++i) force[i] = (force[i] - here[i]) / step;
    const double before = part;
    part = std::sqrt(std::fabs(newton.give_way(force, change)) / work);
    if (part < (k < kFew ? kNone : kLittle)) return true;
    change_of_part = std::fabs(part - before);
    if (k > kMany && change_of_part < kSettled * kSettled * (1 - part)) break;
  }
  return part < 1 && change_of_part < kSettled * (1 - part);
}

}  // namespace mbs
