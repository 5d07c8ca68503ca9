#include "integrate/integrator.h"

#include <algorithm>
#include <cmath>

#include "base/tolerances.h"
#include "integrate/lanes.h"

namespace mbs {
namespace {

// The time left until tstop is no step when it is less than this part of t.
constexpr double kNoStep = 8 * tolerance::epsilon;
// A step is halved at most so often for its meter.
constexpr int kMostHalvings = 16;

// Index of the first number that is not finite, or -1. The sum of 0 * x is a cheap screen.
int first_bad(ConstVector x) {
  const double* const values = x.data();
  if (sum_of(x.size(), [=](std::size_t i) { return 0.0 * values[i]; }) == 0) return -1;
  const auto bad = std::find_if(x.begin(), x.end(), [](double v) { return !std::isfinite(v); });
  return static_cast<int>(bad - x.begin());
}

}  // namespace

Integrator::Integrator(const OdeSystem& system, const IntegratorSettings& settings)
    : system_(system), settings_(settings), control_(settings_), error_weights_(settings_) {
  const std::size_t n = system.n;
  for (auto* v : {&y_, &y_old_, &y_new_, &f_, &f_old_, &f_new_, &scratch_}) v->resize(n);
}

StepStatus Integrator::start(double t0, ConstVector y0, double direction) {
  control_.start(direction);
  stats_ = {};
  return restart(t0, y0);
}

StepStatus Integrator::restart(double t, ConstVector y) {
  t_ = t_old_ = t;
  // y may be a view of y_ itself.
  std::copy(y.begin(), y.end(), y_new_.begin());
  y_.swap(y_new_);
  y_old_ = y_;
  control_.forget();
  sticky_ = {};
  meter_is_new_ = true;
  const EvalStatus eval = evaluate(t_, y_, f_);
  if (!eval.ok()) return sticky_ = failure(without_retry(eval), 0, eval);
  begin();
  return {};
}

StepStatus Integrator::take_over(const Integrator& before, ConstVector y) {
  const double h = before.h_next_;
  control_.take_over(before.control_);
  stats_ = before.stats_;
  meter_ = before.meter_;
  guard_ = before.guard_;
  const StepStatus status = restart(before.t_, y);
  if (status.ok()) go_on(), h_next_ = h;
  return status;
}

StepStatus Integrator::step() {
  if (!sticky_.ok()) return sticky_;
  const double left = control_.left(t_);
  if (left <= 0) return {StepKind::at_tstop, t_, 0, -1, EvalKind::ok, 0};
  if (left <= kNoStep * std::abs(t_)) {  // after an event just before it
    t_ = t_old_ = control_.tstop();
    std::copy(y_.begin(), y_.end(), y_old_.begin());
    return {};
  }
  if (meter_ &&
      (meter_is_new_ || meter_value_.size() != static_cast<std::size_t>(meter_->count()) ||
       meter_change_.size() != meter_value_.size() + static_cast<std::size_t>(meter_->loads()))) {
    meter_is_new_ = false;
    meter_change_.assign(meter_->count() + meter_->loads(), 0);
    meter_value_.assign(meter_->count(), 0);
    begin_meter();
  }
  StepStatus status = advance();
  stats_.h_next = h_next_;
  if (!status.ok()) sticky_ = status;
  return status;
}

void Integrator::shorten_by_meter(StepControl::Planned& p) {
  for (int k = 0;; ++k) {
    measure(p.h, p.t_new);
    const double half = p.h / 2;
    const bool accepted = meter_->accepts(t_, p.t_new, meter_change_);
    if (accepted && !(k > 0 && guard_ && shorten_by_guard(p))) return;
    if (accepted) continue;
    if (k == kMostHalvings || std::abs(half) < control_.hmin(t_)) return meter_->give_way();
    p = {half, t_ + half, true};
  }
}

// True where the guard wants the trial shorter.
bool Integrator::shorten_by_guard(StepControl::Planned& p) {
  const double length = std::abs(p.h),
               wanted = std::max(guard_->longest(length), control_.hmin(t_));
  if (!(wanted < length)) return false;
  const double h = std::copysign(wanted, p.h);
  p = {h, t_ + h, true};
  return true;
}

EvalStatus Integrator::interpolate(double t, Vector y) {
  const double direction = control_.direction();
  if (direction * (t - t_old_) > 0 && direction * (t - t_) < 0) return dense(t, y);
  const auto& end = direction * (t - t_) >= 0 ? y_ : y_old_;
  std::copy(end.begin(), end.end(), y.begin());
  return {};
}

EvalStatus Integrator::evaluate(double t, ConstVector y, Vector f) {
  if (const int bad = first_bad(y); bad >= 0) return {EvalKind::non_finite, bad, 0};
  ++stats_.rhs;
  const EvalStatus eval = system_.rhs(system_.context, t, y, f);
  if (!eval.ok()) return eval;
  if (const int bad = first_bad(f); bad >= 0) return {EvalKind::non_finite, bad, 0};
  return {};
}

EvalStatus Integrator::project_and_evaluate(double t_new) {
  if (system_.project != nullptr) {
    if (const int bad = first_bad(y_new_); bad >= 0) return {EvalKind::non_finite, bad, 0};
    ++stats_.projections;
    const EvalStatus eval = system_.project(system_.context, t_new, y_new_);
    if (!eval.ok()) return eval;
  }
  return evaluate(t_new, y_new_, f_new_);
}

void Integrator::commit(double t_new, int order) {
  y_old_.swap(y_);
  y_.swap(y_new_);
  f_old_.swap(f_);
  f_.swap(f_new_);
  t_old_ = t_;
  t_ = t_new;
  if (meter_) meter_->commit();
  ++stats_.accepted;
  stats_.order = order;
  stats_.h_last = t_ - t_old_;
  stats_.longest = std::max(stats_.longest, std::fabs(stats_.h_last));
}

StepStatus Integrator::failure(StepKind kind, double h, EvalStatus why) const {
  return {kind, t_, h, why.component, why.kind, why.code};
}

double Integrator::first_step(int order) {
  const double longest = std::abs(control_.plan(t_, 1e30, false).h);
  const double h = settings_.hinit > 0 ? settings_.hinit : guess_first_step(order, longest);
  return control_.direction() * std::clamp(h, std::min(2 * control_.hmin(t_), longest), longest);
}

double Integrator::guess_first_step(int order, double longest) {
  double d0 = 0, d1 = 0, d2 = 0;
  const double direction = control_.direction(), second = settings_.second;
  const auto n = y_.size();
  for (std::size_t i = 0; i < n; ++i) {
    const double w = error_weights_.at(i, y_[i]);
    d0 = std::max(d0, std::abs(y_[i]) / w);
    d1 = std::max(d1, std::abs(f_[i]) / w);
  }
  // These numbers and those below come from Hairer, Norsett and Wanner, II.4. They compare rates
  // and their changes as numbers, so the guess is made in seconds whatever the unit of time.
  d1 *= second;
  // Their first guess.
  const double seconds =
      std::min(d0 < 1e-10 || d1 < 1e-10 ? 1e-6 : 0.01 * d0 / d1, longest / second);
  const double h0 = seconds * second;
  for (std::size_t i = 0; i < n; ++i) y_new_[i] = y_[i] + direction * h0 * f_[i];
  // A step that cannot be evaluated is tried shorter.
  if (!evaluate(t_ + direction * h0, y_new_, f_new_).ok()) return 1e-3 * h0;
  for (std::size_t i = 0; i < n; ++i) {
    const double w = error_weights_.at(i, y_[i]);
    d2 = std::max(d2, std::abs(f_new_[i] - f_[i]) / (w * h0));
  }
  const double d = std::max(d1, d2 * second * second);
  // Where nothing changes the first step is a guess.
  const double h1 =
      d <= 1e-15 ? std::max(1e-6, 1e-3 * seconds) : std::pow(0.01 / d, 1.0 / (order + 1));
  return second * std::min(100 * seconds, h1);
}

}  // namespace mbs
