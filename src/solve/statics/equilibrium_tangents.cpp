// The tangents of equilibria without an energy: unsymmetric tangents, and tangents with states of
// the deck.
#include <algorithm>
#include <cmath>
#include <complex>

#include "base/index.h"
#include "base/tolerances.h"
#include "linalg/eigen.h"
#include "solve/statics/equilibrium.h"
#include "solve/statics/growing_motion.h"
#include "solve/statics/large_equilibrium.h"

namespace mbs {

bool Equilibrium::is_finite(const State& state) const {
  return std::all_of(R_.begin(), R_.end(), [](double r) { return std::isfinite(r); }) &&
         std::all_of(free_states_.begin(), free_states_.end(),
                     [&](std::size_t k) { return std::isfinite(state.zd[k]); });
}

// A force that follows coordinates on which it does not act has no energy that says which way is
// down. Newton's correction is then taken as it is. False where the tangent is symmetric or
// singular.
bool Equilibrium::take_unsymmetric(const State& state) {
  const std::size_t n = n_;
  const Matrix K = tangent_.matrix();
  const std::vector<double>& scale = linear_.scales();
  std::vector<double> by_turns;
  linear_.skew_of_turns(R_, by_turns);
  double skew = 0, most = 0;
  for (int j = 0; j < n_; ++j)
    for (int i = 0; i < n_; ++i) {
      most = std::max(most, std::fabs(K(i, j)));
      skew =
          std::max(skew, std::fabs(K(i, j) - K(j, i) - scale[i] * scale[j] * by_turns[j * n + i]));
    }
  if (!(skew > tolerance::skew * most)) return false;
  if (way_ == Way::of_energy) {
    Cholesky energy(n_);
    std::copy(symmetric_.begin(), symmetric_.end(), energy.matrix().data);
    if (energy.factor() >= 0) return false;
  }
  std::vector<double> stiffness(n * n), mass(n * n), unit(n * n, 0.0);
  for (int j = 0; j < n_; ++j) {
    unit[j * (n + 1)] = 1;
    for (int i = 0; i < n_; ++i) {
      stiffness[j * n + i] = K(i, j);
      mass[j * n + i] = scale[i] * scale[j] * linear_.M()[j * n + i];
    }
  }
  const GeneralEigen own = general_eigen(n_, stiffness, unit);
  double softest = INFINITY;
  for (const std::complex<double>& value : own.values) softest = std::min(softest, std::abs(value));
  if (!own.ok || softest <= tolerance::no_stiffness * most || tangent_.factor() >= 0) {
    tangent_.set_zero();  // the symmetric matrix is not needed any more
    return false;
  }
  status_.follows = true;
  has_no_mass_ = largest(mass) == 0;
  // An infinite eigenvalue belongs to a motion without mass.
  const GeneralEigen motion = general_eigen(n_, stiffness, mass);
  for (const std::complex<double>& value : motion.values)
    if (std::isfinite(value.real()) && std::isfinite(value.imag())) grows_ |= motion_grows(value);
  correction_of(state, correction_ = R_);
  return true;
}

// Judges an equilibrium of a large mechanism with an unsymmetric tangent, whose factors are the
// last ones: all motions by dense matrices, of many degrees of freedom the lowest ones. False where
// a motion has no stiffness.
bool Equilibrium::judge_following(LargeEquilibrium& newton, const State& state) {
  status_.follows = true;
  if (n_ < kManyForJudgement) {
    const Tangent tangent = factor(state);
    if (tangent == Tangent::singular) return false;
    judge(tangent);
    return true;
  }
  const LowestMotions motions = newton.judge_lowest_motions();
  status_.lowest = motions.count;
  status_.judged = motions.count > 0;
  status_.stable = !motions.grows;
  return true;
}

// Judges the equilibrium of a small mechanism of which something is driven on: gyroscopic forces
// hold some motions and let others grow. G is the part of the damping that takes no energy:
//   dq' = dv - F dq,   M dv' = -K dq - G dv
// with the frames F of turns (Linearisation::frame()).
void Equilibrium::judge_in_motion(State& state) {
  // A real part over the size of its value, and over the largest one.
  constexpr double kGrows = 1e-6, kOfFastest = 1e-9;
  // Gyroscopic forces let nothing grow where the stiffness is symmetric and positive definite.
  if (status_.judged && status_.stable && !status_.follows) return;
  if (!status_.ok() || !free_states_.empty() || (largest(state.v) == 0 && largest(state.a) == 0) ||
      dynamics_.placement().partition().freedom_count() >= kManyForJudgement ||
      !place_at_rest(state, false))
    return;
  linear_.evaluate(dynamics_, status_.placed, state, 1);
  if (!place_at_rest(state, false)) return;
  const std::size_t n = at(linear_.size()), all = 2 * n;
  if (n == 0 || linear_.kinematic() > 0 || largest(linear_.M()) == 0) return;
  std::vector<double> A(all * all, 0.0), B(all * all, 0.0);
  for (std::size_t j = 0; j < n; ++j) {
    A[(n + j) * all + j] = B[j * all + j] = 1;
    for (std::size_t i = 0; i < n; ++i) {
      const double scale = linear_.scales()[i] * linear_.scales()[j];
      const std::size_t ij = j * n + i, ji = i * n + j;
      if (!linear_.frame().empty())
        A[j * all + i] = -linear_.frame()[ij] * linear_.scales()[j] / linear_.scales()[i];
      // Differences leave K a skew part that would make motions grow a little.
      const double stiffness =
          status_.follows ? linear_.K()[ij] : (linear_.K()[ij] + linear_.K()[ji]) / 2;
      A[j * all + n + i] = -scale * stiffness;
      const double gyroscopic = (linear_.gyroscopic()[ij] - linear_.gyroscopic()[ji]) / 2;
      const double damping = linear_.C()[ij] - linear_.gyroscopic()[ij];
      A[(n + j) * all + n + i] = -scale * (gyroscopic + damping);
      B[(n + j) * all + n + i] = scale * linear_.M()[ij];
    }
  }
  const GeneralEigen motions = general_eigen(static_cast<int>(all), std::move(A), std::move(B));
  if (!motions.ok) return;
  double fastest = 0;
  for (const std::complex<double>& value : motions.values)
    if (std::isfinite(std::abs(value))) fastest = std::max(fastest, std::abs(value));
  status_.judged = status_.stable = true;
  for (const std::complex<double>& value : motions.values)
    if (std::isfinite(std::abs(value)) &&
        value.real() > std::max(kGrows * std::abs(value), kOfFastest * fastest))
      status_.stable = false;
}

// The tangent with the states named EQUILIBRIUM. Each of their equations is divided by its largest
// derivative.
Equilibrium::Tangent Equilibrium::factor_with_states(const State& state) {
  const std::vector<double>& scale = linear_.scales();
  const std::size_t n = n_, m = free_states_.size(), nz = linear_.model().nz();
  tangent_.resize(static_cast<int>(n + m));
  const Matrix a = tangent_.matrix();
  const auto entry = [&](std::size_t i, std::size_t j) -> double& {
    return a(static_cast<int>(i), static_cast<int>(j));
  };
  for (std::size_t j = 0; j < n; ++j) {
    for (std::size_t i = 0; i < n; ++i) entry(i, j) = scale[i] * scale[j] * linear_.K()[j * n + i];
    for (std::size_t k = 0; k < m; ++k)
      entry(n + k, j) = -scale[j] * linear_.A()[j * nz + free_states_[k]];
  }
  for (std::size_t k = 0; k < m; ++k) {
    for (std::size_t i = 0; i < n; ++i)
      entry(i, n + k) = scale[i] * linear_.Z()[free_states_[k] * n + i];
    for (std::size_t l = 0; l < m; ++l)
      entry(n + l, n + k) = -linear_.D()[free_states_[k] * nz + free_states_[l]];
  }
  for (std::size_t k = 0; k < m; ++k) {
    double most = 0;
    for (std::size_t j = 0; j < n + m; ++j) most = std::max(most, std::fabs(entry(n + k, j)));
    state_row_[k] = most > 0 ? 1 / most : 1;
    for (std::size_t j = 0; j < n + m; ++j) entry(n + k, j) *= state_row_[k];
  }
  if (tangent_.factor() >= 0 || !(tangent_.pivot_ratio() > tolerance::no_stiffness)) {
    correction_.assign(n + m, 0.0);
    return Tangent::singular;
  }
  const std::vector<double> before = state_size_;
  std::fill(state_size_.begin(), state_size_.end(), 1.0);
  correction_of(state, correction_ = R_);
  for (std::size_t k = 0; k < m; ++k) {
    double& change = correction_[n + k];
    state_size_[k] = std::max({before[k], std::fabs(state.z[free_states_[k]]), std::fabs(change)});
    change /= state_size_[k];
  }
  return Tangent::definite;
}

}  // namespace mbs
