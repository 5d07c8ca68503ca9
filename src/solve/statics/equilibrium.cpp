#include "solve/statics/equilibrium.h"

#include <algorithm>
#include <cmath>

#include "base/tolerances.h"
#include "linalg/cholesky.h"
#include "linalg/eigen.h"
#include "solve/statics/muscles_in_range.h"

namespace mbs {

namespace {

// The degrees of freedom are chosen again when their pivot falls below this part of its value after
// the last choice: later than in a motion, because these positions are iterated anyway.
constexpr double kBadChoice = 0.1;

// kLongest: the longest downhill step in units of the scale of a degree of freedom. kMostTurning:
// the largest angle [rad] by which any step may turn an angle or an element.
constexpr double kLongest = 0.2;
constexpr double kMostTurning = 0.5;
constexpr double kShortest = 1. / 512;
// The smallest load step, as a part of the whole load.
constexpr double kSmallestLoadStep = 1. / 256;

double largest_or_infinity(const std::vector<double>& z) {
  double out = 0;
  for (double value : z) out = std::isnan(value) ? INFINITY : std::max(out, std::fabs(value));
  return out;
}

}  // namespace

Equilibrium::Equilibrium(const Model& model, const Phase& phase, Dynamics& dynamics,
                         const EquilibriumSettings& settings)
    : model_(model),
      phase_(phase),
      dynamics_(dynamics),
      settings_(settings),
      linear_(model, phase),
      ranges_(model),
      start_(model.nx, model.ne, model.nz()),
      trial_(start_),
      best_(start_) {
  for (std::size_t k = 0; k < model.states.size(); ++k)
    if (model.states[k].equilibrium) free_states_.push_back(k);
  state_size_.resize(free_states_.size());
  state_row_.assign(free_states_.size(), 1.0);
  status_.judged = free_states_.empty();
}

EquilibriumStatus Equilibrium::solve(State& state) {
  fresh_pivot_ = dynamics_.kinematics().jacobian().pivot_ratio();
  best_ = start_ = state;
  status_.range = ranges_.now(dynamics_.kinematics().evaluation());
  if (status_.range.used > 1) return status_.kind = EquilibriumKind::out_of_range, status_;
  if (settings_.follows_path) return follow_path(state, true), status_;
  const State began = state;
  const auto seek = [&] {
    if (settings_.seeks_limit && status_.ok() && (status_.went_downhill || was_rough_) &&
        status_.judged && status_.stable)
      seek_limit(began, state);
    return status_;
  };
  if (solve_large(state)) {
    judge_in_motion(state);
    return seek();
  }
  if (settings_.before && is_known_large() && !needs_dense_) {
    if (settings_.may_part) return status_.kind = EquilibriumKind::not_converged, status_;
    const EquilibriumStatus before = status_;
    if (solve_downhill(state)) return status_.went_downhill = true, status_;
    status_ = before;
    is_large_ = false;
    best_ = state = began;
  }
  if (solve_along_path(state)) return seek();
  const EquilibriumStatus before = status_;
  grow_loads(state);
  const auto is_refused = [&] {
    return status_.kind == EquilibriumKind::not_converged && free_states_.empty();
  };
  const auto grow_again = [&](const State& from) {
    const EquilibriumStatus refused = status_;
    const State last = state;
    status_ = before;
    best_ = state = from;
    grow_loads(state);
    if (!status_.ok()) status_ = refused, state = last;
  };
  if (State moved = began; is_refused() && settings_.before && follow_drives(moved))
    grow_again(moved);
  if (is_refused() && status_.follows) {
    // Far from an equilibrium what has an energy leads downhill.
    way_ = Way::of_energy;
    grow_again(began);
    way_ = Way::usual;
    if (status_.ok() && place_at_rest(state, false)) judge(factor(state));
  }
  if (is_refused() && linear_.moving() && n_ < kManyForJudgement) {
    // Gyroscopic forces may hold what no stiffness holds: there is no way downhill then.
    way_ = Way::of_newton;
    grow_again(began);
    way_ = Way::usual;
  }
  if (status_.kind == EquilibriumKind::not_converged && has_elastic_tendons()) {
    // Of fibres and tendons in balance the joints are left to be found.
    balances_muscles_ = true;
    grow_again(began);
    balances_muscles_ = false;
  }
  judge_in_motion(state);
  if (!status_.ok() && range_ended_) status_.kind = EquilibriumKind::out_of_range;
  // Exactly on top of a hill at the start it stays there.
  const bool is_led_on_a_hill = status_.ok() && status_.judged && !status_.stable &&
                                !status_.follows && status_.iterations > 0;
  if (is_led_on_a_hill || status_.kind == EquilibriumKind::not_converged ||
      status_.kind == EquilibriumKind::out_of_range)
    fall_from_best(state);
  return seek();
}

bool Equilibrium::has_elastic_tendons() const {
  const auto& muscles = model_.forces.muscles;
  return !free_states_.empty() && std::any_of(muscles.begin(), muscles.end(),
                                              [](const Muscle& one) { return one.strain >= 0; });
}

// Load steps from the state on, halved where they fail.
void Equilibrium::grow_loads(State& state) {
  const double most = 1.0 / settings_.load_steps;
  double step = most;
  double& reached = status_.reached;
  while (reached < 1) {
    // The last step ends at 1 exactly, whatever the rounding of the sum.
    const double target = reached + step > 1 - 1e-9 ? 1 : reached + step;
    status_.load_factor = target;
    if (load_step(state)) {
      reached = target;
      best_ = state;
      status_.range = ranges_.now(dynamics_.kinematics().evaluation());
      ++status_.load_steps;
      step = std::min(most, 2 * step);
      continue;
    }
    // A motion without stiffness stays without it, however small the load step is.
    const bool indifferent =
        status_.kind == EquilibriumKind::no_stiffness && status_.relative <= settings_.tolerance;
    if (indifferent || step < most * kSmallestLoadStep) break;
    state = best_;
    step /= 2;
    status_.kind = EquilibriumKind::ok;
  }
}

// Whether a coordinate is more than 1e8 times the size of the mechanism from the start, so that
// only rounding of large forces balances there.
bool Equilibrium::is_far(const State& state) {
  constexpr double kFar = 1e8;
  for (std::size_t i = 0; i < state.v.size(); ++i)
    if (!(std::fabs(state.x[i] - start_.x[i]) <= kFar * extent_)) {
      status_.coordinate = static_cast<int>(i);
      return true;
    }
  return false;
}

// Places the state on the constraints with the degrees of freedom at rest; driven coordinates have
// the velocity of their motion, or stand still along a path. choose: the degrees of freedom may be
// chosen again.
bool Equilibrium::place_at_rest(State& state, bool choose) {
  Kinematics* kinematics = &dynamics_.kinematics();
  std::fill(state.v.begin(), state.v.end(), 0.0);
  std::fill(state.a.begin(), state.a.end(), 0.0);
  kinematics->keep_freedoms(state);
  Positioned at = kinematics->position(state);
  if (!at.ok()) return false;
  if (choose && kinematics->jacobian().pivot_ratio() < kBadChoice * fresh_pivot_) {
    // In the place that has been reached, not in the start of the deck, as long as it can be
    // closed.
    const State given = state;
    const bool resumes =
        dynamics_.resume(state).ok() && (at = dynamics_.kinematics().position(state)).ok();
    if (!resumes) at = dynamics_.start(state = given);
    if (!at.ok()) return false;
    kinematics = &dynamics_.kinematics();
    fresh_pivot_ = kinematics->jacobian().pivot_ratio();
    for (int i : kinematics->partition().x_freedoms) state.v[i] = 0;
  }
  if (stands_while_driven_) {
    std::fill(state.v.begin(), state.v.end(), 0.0);
    status_.placed = kinematics->velocities_at(at, state);
  } else {
    status_.placed = kinematics->velocities(at, state);
  }
  balance(status_.placed, state);
  return true;
}

bool Equilibrium::load_step(State& state) {
  status_.kind = EquilibriumKind::not_closed;
  range_ended_ = false;
  for (std::size_t k = 0; k < free_states_.size(); ++k)
    state_size_[k] = std::max(kLeastState, std::fabs(state.z[free_states_[k]]));
  state_seen_ = state_size_;
  if (!place_at_rest(state, true)) return false;
  for (int k = 0;; ++k, ++status_.iterations) {
    if (!is_finite(state)) return status_.kind = EquilibriumKind::non_finite, false;
    const Tangent tangent = factor(state);
    judge(tangent);
    const bool converged = measure_residual(state) <= settings_.tolerance;
    // The corrections that measure the states need factors.
    const bool undetermined = !free_states_.empty() || converged || k >= settings_.iterations;
    if (tangent == Tangent::singular && undetermined) {
      if (is_far(state)) return status_.kind = EquilibriumKind::far_away, false;
      name_soft_motion();
      return status_.kind = EquilibriumKind::no_stiffness, false;
    }
    if (std::isinf(status_.relative)) return status_.kind = EquilibriumKind::non_finite, false;
    if (converged && is_far(state)) return status_.kind = EquilibriumKind::far_away, false;
    if (converged) {
      // One more correction costs one evaluation and removes most of the residual.
      const double before = status_.relative;
      State polished = state;
      const bool unknowns = n_ > 0 || !free_states_.empty();
      if (tangent == Tangent::definite && unknowns && move(state, 1, polished) &&
          measure_residual(polished) < before)
        state = polished;
      else if (place_at_rest(state, false))
        measure_residual(state);
      else
        return status_.kind = EquilibriumKind::not_closed, false;
      return status_.kind = EquilibriumKind::ok, true;
    }
    if (k >= settings_.iterations) return status_.kind = EquilibriumKind::not_converged, false;
    status_.went_downhill |= tangent != Tangent::definite;
    if (!advance(state, tangent)) return status_.kind = EquilibriumKind::not_closed, false;
  }
}

void Equilibrium::judge(Tangent tangent) {
  status_.stable = tangent == Tangent::definite && !grows_;
  status_.judged = free_states_.empty() && !(status_.follows && has_no_mass_);
}

// Factors the scaled tangent and finds the Newton correction for the imbalance R.
Equilibrium::Tangent Equilibrium::factor(const State& state) {
  linear_.evaluate(dynamics_, status_.placed, state, status_.load_factor);
  if (extent_ == 0) extent_ = linear_.length();
  const std::vector<double>&scale = linear_.scales(), &K = linear_.K();
  const std::size_t n = n_;
  if (!free_states_.empty()) return factor_with_states(state);
  if (tangent_.size() != n_) tangent_.resize(n_);
  symmetric_.assign(n * n, 0.0);
  Cholesky cholesky(n_);
  double stiffest = 0;
  for (int j = 0; j < n_; ++j)
    for (int i = 0; i < n_; ++i) {
      const double scaled = scale[i] * scale[j];
      tangent_.matrix()(i, j) = scaled * K[j * n + i];
      symmetric_[j * n + i] = scaled * (K[j * n + i] + K[i * n + j]) / 2;
    }
  grows_ = false;
  status_.follows = false;
  if (take_unsymmetric(state)) return Tangent::definite;
  double rounding = 0;
  for (int j = 0; j < n_; ++j) {
    stiffest = std::max(stiffest, std::fabs(symmetric_[j * (n + 1)]));
    const double terms = scale[j] * scale[j] * linear_.spring_terms()[j];
    rounding = std::max(rounding, tolerance::rounding_of_one * terms);
  }
  std::copy(symmetric_.begin(), symmetric_.end(), cholesky.matrix().data);
  bool definite = cholesky.factor() < 0;
  for (int j = 0; j < n_ && definite; ++j) {
    const double pivot = cholesky.matrix()(j, j);
    definite = pivot * pivot > std::max(tolerance::no_stiffness * stiffest, rounding);
  }
  correction_.resize(n);
  if ((definite || way_ == Way::of_newton) && tangent_.factor() < 0) {
    grows_ = !definite;  // unless gyroscopic forces hold it: judge_in_motion()
    correction_of(state, correction_ = R_);
    return Tangent::definite;
  }
  std::vector<double> unit(n * n, 0.0);
  for (std::size_t j = 0; j < n; ++j) unit[j * (n + 1)] = 1;
  const SymmetricEigen eigen = symmetric_eigen(n_, symmetric_, unit);
  values_ = eigen.values;
  vectors_ = eigen.vectors;
  downhill();
  double softest = INFINITY, most = 0;
  for (double value : values_) {
    softest = std::min(softest, std::fabs(value));
    most = std::max(most, std::fabs(value));
  }
  const double none = std::max(tolerance::no_stiffness * most, rounding);
  return !eigen.ok || softest <= none ? Tangent::singular : Tangent::indefinite;
}

// residual := its Newton correction, divided by the scales; corrections of states come last,
// divided by their sizes. Returns the largest.
double Equilibrium::correction_of(const State& state, std::vector<double>& residual) {
  for (int j = 0; j < n_; ++j) residual[j] *= linear_.scales()[j];
  for (std::size_t k = 0; k < free_states_.size(); ++k)
    residual.push_back(state_row_[k] * state.zd[free_states_[k]]);
  tangent_.solve(residual.data());
  for (std::size_t k = 0; k < free_states_.size(); ++k) residual[n_ + k] /= state_size_[k];
  return largest_or_infinity(residual);
}

// correction := sum of eigenvectors v (v.R) / |value|, no longer than kLongest.
void Equilibrium::downhill() {
  const std::size_t n = n_;
  double most = 0;
  for (double value : values_) most = std::max(most, std::fabs(value));
  std::fill(correction_.begin(), correction_.end(), 0.0);
  for (int k = 0; k < n_; ++k) {
    const double* v = vectors_.data() + k * n;
    double along = 0;
    for (int j = 0; j < n_; ++j) along += v[j] * R_[j] * linear_.scales()[j];
    if (along == 0) continue;
    double length = along / std::max(std::fabs(values_[k]), tolerance::no_stiffness * most);
    length = std::clamp(length, -kLongest, kLongest);
    for (int j = 0; j < n_; ++j) correction_[j] += length * v[j];
  }
  const double longest = largest_or_infinity(correction_);
  if (longest > kLongest)
    for (double& c : correction_) c *= kLongest / longest;
}

// Notes the coordinate that moves most in the softest motion. The scales make lengths and angles
// comparable.
void Equilibrium::name_soft_motion() {
  const std::size_t nx = model_.nx;
  int softest = 0;
  status_.coordinate = -1;
  if (!free_states_.empty()) return;
  for (int k = 1; k < n_; ++k)
    if (std::fabs(values_[k]) < std::fabs(values_[softest])) softest = k;
  std::vector<double> motion(nx, 0.0);
  for (int j = 0; j < n_; ++j)
    for (std::size_t i = 0; i < nx; ++i)
      motion[i] += linear_.DF()[j * nx + i] * linear_.scales()[j] * vectors_[softest * n_ + j];
  double most = 0;
  for (std::size_t i = 0; i < nx; ++i)
    if (std::fabs(motion[i]) > most * (1 + tolerance::same_size)) {
      most = std::fabs(motion[i]);
      status_.coordinate = static_cast<int>(i);
    }
}

// motion := the correction over all coordinates.
void Equilibrium::spread_correction() {
  const std::size_t nx = model_.nx;
  motion_.assign(nx, 0.0);
  for (int j = 0; j < n_; ++j) {
    const double dq = correction_[j] * linear_.scales()[j];
    for (std::size_t i = 0; i < nx; ++i) motion_[i] += linear_.DF()[j * nx + i] * dq;
  }
}

// `to` := `from` moved by `fraction` of the correction and placed at rest. False where the
// mechanism cannot be closed there.
bool Equilibrium::move(const State& from, double fraction, State& to) {
  to = from;
  spread_correction();
  for (std::size_t i = 0; i < to.v.size(); ++i) to.v[i] = fraction * motion_[i];
  Kinematics& kinematics = dynamics_.kinematics();
  kinematics.keep_freedoms(to);  // free deformations follow the same change exactly
  kinematics.motion().shift_freedoms(1);
  for (std::size_t k = 0; k < free_states_.size(); ++k)
    to.z[free_states_[k]] += fraction * correction_[n_ + k] * state_size_[k];
  move_coordinates(model_, to.v, 1, to.x);
  if (!kinematics.position(to).ok()) return false;
  keep_muscles_in_range(model_, kinematics.evaluation().e, balances_muscles_, to);
  if (ranges_.now(kinematics.evaluation()).used > 1) return range_ended_ = true, false;
  return place_at_rest(to, false);
}

bool Equilibrium::advance(State& state, Tangent tangent) {
  const double before = largest_or_infinity(correction_);
  bool moved = false;
  double cut = 1;
  spread_correction();
  const double first = std::min(1.0, kMostTurning / linear_.turning(motion_, state));
  for (double fraction = first; fraction >= kShortest * first; fraction /= 2) {
    if (!move(state, fraction, trial_)) continue;
    if (!is_finite(trial_)) continue;
    moved = true;
    cut = fraction;
    if (tangent != Tangent::definite) break;
    if (correction_of(trial_, simplified_ = R_) <= (1 - fraction / 4) * before) break;
  }
  if (!moved) return false;
  was_rough_ |= cut < 1;
  state = trial_;
  return place_at_rest(state, true);
}

}  // namespace mbs
