#include "integrate/rodasp_errors.h"

#include "integrate/rodasp_coefficients.h"

namespace mbs {
namespace {

// A vibration is left out where errors without it are below this part of those with it.
constexpr double kFast = 0.1;
// What a vibration may move positions by where a step is looked at, as a part of the tolerance.
constexpr double kLookedAt = 10;
// How fast the length of a step that was looked at is forgotten.
constexpr double kForgets = 0.98;
// A step h of a large mechanism follows what is slower than 1 / (kFollows h). Errors of such
// velocities count kFollowedSteps times the step, errors of others once (docs/decisions.md).
constexpr double kFollows = 2, kFollowedSteps = 28;

void keep_larger(ErrorRatio& worst, double part, std::size_t component) {
  if (part <= worst.value) return;  // false for NaN, which must not be lost
  worst.value = part;
  worst.component = static_cast<int>(component);
}

}  // namespace

RodaspErrors::RodaspErrors(const OdeSystem& system, const IntegratorSettings& settings,
                           const ErrorWeights& weights)
    : system_(system),
      settings_(settings),
      weights_(weights),
      n_(static_cast<std::size_t>(system.n)),
      m_(static_cast<std::size_t>(system.pairs)),
      slow_(n_),
      followed_(n_ - m_ - static_cast<std::size_t>(system.quadratures)) {
  for (auto* v : {&moved_, &speed_, &place_}) v->resize(system.places);
}

void RodaspErrors::accept(double h) {
  longest_ = std::max(longest_, std::abs(h));
  far_ = std::max(std::abs(h), kForgets * far_);
}

ErrorRatio RodaspErrors::largest(const double* e, const Step& step, Rates rates) {
  ErrorRatio worst;
  for (std::size_t i = 0; i < n_; ++i) {
    const bool lenient = counts_times_step(i);
    if (lenient && rates == Rates::those_read) continue;
    const std::size_t j = lenient ? i - m_ : i;
    const double size = std::max(std::abs(step.y[j]), std::abs(step.y_new[j]));
    const double part = (lenient ? span(step.h) : 1) * std::abs(e[i]) / weights_.at(j, size);
    keep_larger(worst, part, i);
  }
  if (matrix_ == nullptr) {
    worst.value = std::max(worst.value, largest_in_space(e, step, rates));
  } else if ((leaves_out_ || is_look_) && may_leave_out(worst.component)) {
    const ErrorRatio other = without_vibrations(e, step);
    if (other.value < kFast * worst.value) return other;
  }
  return worst;
}

// In a small mechanism velocities of what is slower than the steps keep the tolerance, so that a
// motion that each step follows is as exact as its tolerance says.
ErrorRatio RodaspErrors::without_vibrations(const double* e, const Step& step) {
  const Vector slow{slow_.data() + m_, m_};
  std::copy_n(e + m_, m_, slow.begin());
  const double far = 1 / (rodasp::kGamma * std::max(far_, std::abs(step.h)));
  ErrorRatio worst{{}, HUGE_VAL, static_cast<int>(m_)};
  const bool found = matrix_->keep_slow(far, system_.pairs, slow_);
  if (!matrix_->factor(s_) || !found) return worst;
  worst.value = 0;
  const double leave = is_look_ ? 1 / kLookedAt : 1;
  const auto count = [&](std::size_t i, double error, std::size_t j) {
    const double size = std::max(std::abs(step.y[j]), std::abs(step.y_new[j]));
    const double part = std::abs(error) / weights_.at(j, size);
    keep_larger(worst, part, i);
  };
  for (std::size_t i = 0; i < n_; ++i) {
    count(i, i < m_ ? leave * e[i] : is_velocity(i) ? slow_[i] : e[i], i);
    if (is_velocity(i)) count(i, leave * step.h * e[i], i - m_);
  }
  if (system_.rates_read != nullptr)
    worst.value = std::max(worst.value, largest_speed(e, step, system_.rates_read));
  return worst;
}

// In a large mechanism the errors of many deformations add up to that of a position: places in
// space keep the tolerance. A beam without damping vibrates in modes of any frequency, with
// velocities that fall no faster than 1 / frequency.
double RodaspErrors::largest_in_space(const double* e, const Step& step, Rates rates) {
  const double worst = largest_move({e, m_});
  if (!is_lenient() || system_.rates_read != nullptr)
    return std::max(worst, largest_speed(e, step, nullptr));
  if (rates == Rates::those_read) return worst;
  return std::max(worst, span(step.h) * largest_move({e + m_, m_}));
}

// Of the velocities of places in space, by the errors e of a step. read: of these coordinates
// alone.
double RodaspErrors::largest_speed(const double* e, const Step& step, const char* read) {
  double worst = 0;
  system_.displace(system_.context, {e + m_, m_}, moved_, place_);
  system_.displace(system_.context, step.y.subspan(m_, m_), speed_, place_);
  for (std::size_t i = 0; i < moved_.size(); ++i)
    if (read == nullptr || read[i] != 0)
      worst =
          std::max(worst, std::abs(moved_[i]) / weights_.of_place(moved_.size() + i, speed_[i]));
  return worst;
}

// What of the errors dv of velocities is slower than s is nearly s^2 q, with
//   (s^2 M + s C + K) q = M dv
// and what is faster is nearly left out.
ErrorRatio RodaspErrors::largest_followed(const double* e, const Step& step) {
  ErrorRatio worst;
  const double s = 1 / (kFollows * std::abs(step.h));
  if (!is_lenient() || !system_.factor_tangent(system_.context, s * s, s)) return worst;
  std::fill(followed_.begin(), followed_.end(), 0.0);
  std::copy_n(e + m_, m_, followed_.begin());
  system_.solve_tangent(system_.context, followed_, {}, {});
  for (std::size_t i = 0; i < m_; ++i) {
    followed_[i] *= kFollowedSteps * std::abs(step.h) * s * s;
    const double size = std::max(std::abs(step.y[i]), std::abs(step.y_new[i]));
    keep_larger(worst, std::abs(followed_[i]) / weights_.at(i, size), m_ + i);
  }
  worst.value = std::max(worst.value, largest_move({followed_.data(), m_}));
  return worst;
}

// Of the places in space, by a change of the positions.
double RodaspErrors::largest_move(ConstVector dq) {
  double worst = 0;
  system_.displace(system_.context, dq, moved_, place_);
  for (std::size_t i = 0; i < moved_.size(); ++i)
    worst = std::max(worst, std::abs(moved_[i]) / weights_.of_place(i, place_[i]));
  return worst;
}

void RodaspErrors::scale_components(const Step& step, std::vector<double>& scale) const {
  for (std::size_t i = 0; i < n_; ++i) {
    const bool lenient = counts_times_step(i);
    const std::size_t j = lenient ? i - m_ : i;
    scale[i] = (lenient ? span(step.h) : 1) / weights_.at(j, step.y[j]);
  }
}

}  // namespace mbs
