#include "solve/statics/large_equilibrium.h"

#include <algorithm>
#include <cmath>

#include "base/classes.h"
#include "base/index.h"
#include "base/random.h"
#include "base/tolerances.h"
#include "solve/statics/equilibrium.h"
#include "solve/statics/muscles_in_range.h"

namespace mbs {

namespace {

// The last step turns less [rad], so that the error after it is the square of that.
constexpr double kLast = 1e-8;
// The most further steps for motions that turn nothing.
constexpr int kMoreSteps = 20;
// Least size of a state [its unit].
constexpr double kLeastSize = 1e-6;
// Differences of what changes with time, of the load factor.
constexpr double kTimeStep = 1e-4;
// A prescribed motion is straight where it is off by no more than this part of its way.
constexpr double kStraightMotion = 1e-9;
// So exactly a deformation is placed, over the size of its terms (Options::feps).
constexpr double kPlaced = 1e-12;

}  // namespace

LargeEquilibrium::LargeEquilibrium(const Model& model, const Phase& phase, Linearisation& linear)
    : model_(model),
      phase_(phase),
      linear_(linear),
      tangent_(model, phase),
      here_(model),
      inertia_(model),
      loads_(model, phase),
      rates_(model, phase),
      with_rates_(model.nx, model.ne, model.nz()),
      law_(model.ne),
      force_(model.nx),
      gap_(model.ne),
      rate_(model.nz()),
      state_size_(model.nz(), kLeastSize),
      change_(no_change()) {}

LargeEquilibrium::Change LargeEquilibrium::no_change() const {
  return {std::vector<double>(at(model_.nx), 0.0), std::vector<double>(at(model_.ne), 0.0),
          std::vector<double>(at(model_.nz()), 0.0)};
}

void LargeEquilibrium::move(const Change& change, double part, State& state,
                            std::vector<double>& S) {
  move_coordinates(model_, change.x, part, state.x);
  const bool has_muscles = !model_.forces.muscles.empty();
  if (has_muscles || model_.windings() > 0) {
    evaluate_position(model_, state.x, here_);
    update_windings(model_, state.x, here_);
  }
  for (std::size_t r = 0; r < S.size(); ++r) S[r] += part * change.S[r];
  for (std::size_t k = 0; k < change.z.size(); ++k) state.z[k] += part * change.z[k];
  if (has_muscles) keep_muscles_in_range(model_, here_.e, false, state);
}

// The largest change of a state, as a part of its size.
double LargeEquilibrium::state_turn(const Change& change, const State& state) {
  double most = 0;
  for (std::size_t k = 0; k < change.z.size(); ++k) {
    state_size_[k] = std::max(state_size_[k], std::fabs(state.z[k]));
    most = std::max(most, std::fabs(change.z[k]) / state_size_[k]);
  }
  return most;
}

// Finds the unbalanced forces and the gaps at a state. Stresses that are no unknowns follow their
// laws.
void LargeEquilibrium::evaluate(const State& state, double load_factor, std::vector<double>& S) {
  evaluate_acceleration(model_, state.x, state.v, here_);
  inertia_.evaluate(model_, state.x, state.v, here_);
  evaluate_loads(model_, phase_, state.t, state.x, state.v, state.z, here_, inertia_, loads_);
  tangent_.evaluate_laws(state, load_factor);
  std::fill(gap_.begin(), gap_.end(), 0.0);
  for (int r = 0; r < model_.ne; ++r) {
    const bool is_loose = is_free(phase_.e_class[r]);
    law_[r] = loads_.S[r] - (is_loose ? (1 - load_factor) * model_.forces.prestress[r] : 0);
    if (is_loose && !tangent_.is_unknown(r)) S[r] = law_[r];
    if (!is_loose) gap_[r] = held_[r] + (e_rate_.empty() ? 0 : state.t * e_rate_[r]) - here_.e[r];
  }
  tangent_.spring_gaps(S, law_, gap_);
  for (std::size_t i = 0; i < force_.size(); ++i)
    force_[i] = load_factor * loads_.f[i] + (phase_.x_kept.empty() ? 0 : phase_.x_kept[i]) +
                (kept_.empty() ? 0 : kept_[i]);
  subtract_transposed_times(model_, here_, S, force_);
  if (!tangent_.has_states()) return;
  with_rates_ = state;
  with_rates_.e = here_.e;
  rates_.evaluate(with_rates_, &loads_.path);
  rate_ = with_rates_.zd;
}

LargeEquilibrium::Result LargeEquilibrium::solve(State& state, std::vector<double>& S,
                                                 double load_factor, int most_iterations) {
  Result out;
  if (e_rate_.empty()) hold(state);
  for (bool last = false; !last && out.iterations < most_iterations; ++out.iterations) {
    evaluate(state, load_factor, S);
    if (!tangent_.evaluate(state, S, load_factor) || !tangent_.factor(0)) return out;
    solve_rest(change_);
    const double turned = turning(change_.x, state), changed = state_turn(change_, state);
    if (!std::isfinite(turned) || !std::isfinite(changed)) return out;
    last = turned <= kLast && changed <= kLast;
    out.was_there = last && out.iterations == 0;
    const double part = turned > kFarthest ? kFarthest / turned : 1;
    out.was_rough |= tangent_.is_symmetric() && tangent_.negative() > 0;
    move(change_, part, state, S);
    out.found = last;
  }
  if (!out.found) return out;
  evaluate(state, load_factor, S);
  out.found = tangent_.evaluate(state, S, load_factor) && tangent_.factor(0);
  out.judged = out.found && tangent_.is_symmetric();
  out.stable = out.judged && tangent_.negative() == 0;
  if (out.judged) out.soft = soft_coordinate();
  if (out.found && tangent_.has_states()) {
    solve_rest(change_);
    state_turn(change_, state);
    for (std::size_t k = 0; k < change_.z.size(); ++k)
      if (const double left = std::fabs(change_.z[k]) / state_size_[k]; !(left <= out.state_left)) {
        out.state_left = std::isnan(left) ? INFINITY : left;
        out.state = static_cast<int>(k);
      }
  }
  return out;
}

bool LargeEquilibrium::factor(const State& state, ConstVector S, double load_factor) {
  return tangent_.evaluate(state, S, load_factor) && tangent_.factor(0);
}

void LargeEquilibrium::solve_rest(Change& change) {
  tangent_.solve(force_, gap_, rate_, change.x, change.S, change.z);
}

// What is left is linear in the load factor, and smooth in time.
void LargeEquilibrium::solve_for_load(const State& state, double load_factor,
                                      std::vector<double>& S, Change& change) {
  const bool has_time = !x_rate_.empty();
  const double step = has_time ? kTimeStep : 1;
  std::vector<double> low = S, high = S;
  State at = state;
  if (has_time) {
    move_to(state.t - time_at(step), at);
    evaluate(at, load_factor - step, low);
    move_to(state.t + time_at(step), at);
  }
  low_ = {force_, gap_, rate_};
  evaluate(at, load_factor + step, high);
  solve_difference(low, high, has_time ? 2 * step : step, change);
  for (std::size_t i = 0; i < x_rate_.size(); ++i)
    if (phase_.x_class[i] == Class::prescribed) change.x[i] = time_at(1) * x_rate_[i];
  evaluate(state, load_factor, S);
}

// The change by which all that is left between low_ and now is removed, over `between`; low, high:
// the stresses there.
void LargeEquilibrium::solve_difference(const std::vector<double>& low,
                                        const std::vector<double>& high, double between,
                                        Change& change) {
  const auto take = [between](const std::vector<double>& before, std::vector<double>& now) {
    for (std::size_t k = 0; k < now.size(); ++k) now[k] = (now[k] - before[k]) / between;
  };
  take(low_.force, force_);
  take(low_.gap, gap_);
  take(low_.rate, rate_);
  solve_rest(change);
  for (int r = 0; r < model_.ne; ++r)
    if (is_free(phase_.e_class[r]) && !tangent_.is_unknown(r))
      change.S[r] = (high[r] - low[r]) / between;
}

// start: with the velocities of what is prescribed.
void LargeEquilibrium::follow_time(const State& start, double second) {
  second_ = second;
  x_rate_.assign(start.v.size(), 0.0);
  e_rate_.assign(start.e.size(), 0.0);
  for (std::size_t i = 0; i < x_rate_.size(); ++i)
    if (phase_.x_class[i] == Class::prescribed) x_rate_[i] = start.v[i];
  for (std::size_t r = 0; r < e_rate_.size(); ++r)
    if (phase_.e_class[r] == Class::prescribed) e_rate_[r] = start.ed[r];
  most_rate_[0] = largest(x_rate_), most_rate_[1] = largest(e_rate_);
  std::vector<double> at_rest(start.v.size(), 0.0);
  evaluate_acceleration(model_, start.x, at_rest, here_);
  held_ = here_.e;
}

void LargeEquilibrium::move_to(double t, State& state) const {
  if (!x_rate_.empty()) move_coordinates(model_, x_rate_, t - state.t, state.x);
  state.t = t;
}

std::string LargeEquilibrium::bent_motion(const State& state, const State& placed) const {
  const auto is_bent = [&](double expected, double there, double rate, double rounding) {
    return std::fabs(expected - there) > kStraightMotion * rate * second_ + rounding;
  };
  for (int i = 0; i < model_.nx; ++i)
    if (phase_.x_class[i] == Class::prescribed &&
        is_bent(state.x[i], placed.x[i], most_rate_[0],
                tolerance::rounding_of_one * std::fabs(placed.x[i])))
      return model_.coordinate_name(i);
  for (int r = 0; r < model_.ne; ++r)
    if (phase_.e_class[r] == Class::prescribed &&
        is_bent(held_[r] + state.t * e_rate_[r], placed.e[r], most_rate_[1],
                kPlaced * here_.size[r]))
      return model_.deformation_name(r);
  return {};
}

// Finds the softest motion by two steps of the inverse iteration; -1 where something resists it.
int LargeEquilibrium::soft_coordinate() {
  for (std::size_t i = 0; i < force_.size(); ++i) force_[i] = uniform_at(1, i) - 0.5;
  std::vector<double>& motion = change_.x;
  tangent_.solve(force_, motion);
  const double size = largest(motion);
  for (double& one : motion) one /= size;
  tangent_.solve(motion, force_);
  if (!(size > 0) || !tangent_.energy(force_).is_none) return -1;
  int out = 0;
  for (std::size_t i = 0; i < force_.size(); ++i)
    if (std::fabs(force_[i]) > (1 + tolerance::same_size) * std::fabs(force_[out]))
      out = static_cast<int>(i);
  return out;
}

bool Equilibrium::is_known_large() const {
  return dynamics_.placement().partition().freedom_count() >= kManyForEquilibrium &&
         BorderedTangent::unknown_part(model_, phase_).empty();
}

// False where the dense method must be used: the state and the status are then unchanged. What
// drives move from an equilibrium on is found here whatever its size.
bool Equilibrium::solve_large(State& state) {
  const bool is_large = is_known_large();
  if (!is_large && ((!settings_.before && !goes_downhill_) ||
                    !BorderedTangent::unknown_part(model_, phase_).empty()))
    return false;
  const EquilibriumStatus before = status_;
  const State began = state;
  const auto give_up = [&] {
    is_large_ = false;
    status_ = before;
    state = began;
    return false;
  };
  is_large_ = true;
  LargeEquilibrium newton(model_, phase_, linear_);
  std::vector<double> S;
  if (settings_.before && !go_with_drives(newton, state, S)) return give_up();
  if (!is_large && S.empty() && !goes_downhill_) return give_up();
  if (!place_at_rest(state, false)) return give_up();
  if (S.empty()) S.assign(dynamics_.stresses().begin(), dynamics_.stresses().end());
  const auto take = [&] {
    status_.reached = 1;
    status_.kind = EquilibriumKind::ok;
    status_.went_downhill |= settings_.before && was_rough_;
    best_ = state;
    return true;
  };
  if (largest(state.v) > 0 || largest(state.a) > 0)
    return solve_driven(newton, state, S) ? take() : give_up();
  LargeEquilibrium::Result found;
  for (int k = 1; k <= settings_.load_steps; ++k) {
    status_.load_factor = 1.0 * k / settings_.load_steps;
    found = newton.solve(state, S, status_.load_factor, settings_.iterations);
    status_.iterations += found.iterations;
    was_rough_ |= found.was_rough;
    if (!found.found) return give_up();
    if (found.soft >= 0) {
      state = began;
      status_.kind = EquilibriumKind::no_stiffness;
      status_.coordinate = found.soft;
      return true;
    }
    ++status_.load_steps;
  }
  const auto measure = [&] {
    measure_large(state);
    if (found.state_left <= status_.relative) return status_.relative;
    status_.state = found.state;
    status_.residual = state.zd[found.state];
    return status_.relative = found.state_left;
  };
  // An unstable equilibrium is taken only if the mechanism started in it; else there may be a
  // stable one downhill.
  if (found.judged && !found.stable && !found.was_there) return give_up();
  // Newton's method ends with a step that turns next to nothing. A motion that turns nothing at
  // all, such as a body that sinks into a contact, may then be on its way.
  for (int k = 0;; ++k) {
    if (!place_at_rest(state, false)) return give_up();
    status_.range = ranges_.now(dynamics_.kinematics().evaluation());
    if (status_.range.used > 1) return give_up();
    if (measure() <= settings_.tolerance) break;
    if (k == kMoreSteps) return give_up();
    found = newton.solve(state, S, 1, 1);
    if (!found.found) return give_up();
    ++status_.iterations;
  }
  status_.stable = found.stable;
  status_.judged = found.judged;
  if (!found.judged && free_states_.empty() && !judge_following(newton, state)) return give_up();
  return take();
}

}  // namespace mbs
