#include "integrate/integrator.h"

#include <algorithm>
#include <cmath>

#include "base/tolerances.h"
#include "integrate/lanes.h"

namespace mbs {
namespace {

// What is left until tstop is no step when it is less than this part of the time.
constexpr double kNoStep = 8 * tolerance::epsilon;

// Index of the first number that is not finite, or -1. The sum of 0 * x is a cheap screen.
int first_bad(ConstVector x) {
  const double* const values = x.data();
  if (sum_of(x.size(), [=](std::size_t i) { return 0.0 * values[i]; }) == 0) return -1;
  const auto bad = std::find_if(x.begin(), x.end(), [](double v) { return !std::isfinite(v); });
  return static_cast<int>(bad - x.begin());
}

}  // namespace

Integrator::Integrator(const OdeSystem& system, const IntegratorSettings& settings)
    : system_(system), settings_(settings) {
  const std::size_t n = system.n;
  for (auto* v : {&y_, &y_old_, &y_new_, &f_, &f_old_, &f_new_, &scratch_}) v->resize(n);
}

StepStatus Integrator::start(double t0, ConstVector y0, double direction) {
  direction_ = direction > 0 ? 1 : -1;
  stats_ = {};
  attempts_ = 0;
  clear_tstop();
  return set_state(t0, y0);
}

StepStatus Integrator::restart(double t, ConstVector y) { return set_state(t, y); }

StepStatus Integrator::set_state(double t, ConstVector y) {
  t_ = t_old_ = t;
  // y may be a view of y_ itself.
  std::copy(y.begin(), y.end(), y_new_.begin());
  y_.swap(y_new_);
  y_old_ = y_;
  ratio_last_ = 1;
  h_accepted_ = 0;
  sticky_ = {};
  const EvalStatus eval = evaluate(t_, y_, f_);
  if (!eval.ok()) return sticky_ = failure_without_retry(0, eval);
  begin();
  return {};
}

StepStatus Integrator::take_over(const Integrator& before, ConstVector y) {
  const double h = before.h_next_;
  direction_ = before.direction_;
  tstop_ = before.tstop_;
  stats_ = before.stats_;
  attempts_ = before.attempts_;
  const StepStatus status = set_state(before.t_, y);
  if (status.ok()) h_next_ = h;
  return status;
}

StepStatus Integrator::step() {
  if (!sticky_.ok()) return sticky_;
  const double left = direction_ * (tstop_ - t_);
  if (left <= 0) return {StepKind::at_tstop, t_, 0, -1, EvalKind::ok, 0};
  if (left <= kNoStep * std::abs(t_)) {  // after an event just before it
    t_ = t_old_ = tstop_;
    std::copy(y_.begin(), y_.end(), y_old_.begin());
    return {};
  }
  StepStatus status = advance();
  stats_.h_next = h_next_;
  if (!status.ok()) sticky_ = status;
  return status;
}

EvalStatus Integrator::interpolate(double t, Vector y) {
  if (direction_ * (t - t_old_) > 0 && direction_ * (t - t_) < 0) return dense(t, y);
  const auto& end = direction_ * (t - t_) >= 0 ? y_ : y_old_;
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

EvalStatus Integrator::settle(double t_new) {
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
  ++stats_.accepted;
  stats_.order = order;
  stats_.h_last = t_ - t_old_;
}

StepStatus Integrator::failure(StepKind kind, double h, EvalStatus why) const {
  return {kind, t_, h, why.component, why.kind, why.code};
}

StepStatus Integrator::failure_without_retry(double h, EvalStatus why) const {
  const bool infinite = why.kind == EvalKind::non_finite;
  return failure(infinite ? StepKind::non_finite : StepKind::rhs_failed, h, why);
}

Integrator::Planned Integrator::plan(double h, bool even) const {
  double length = std::abs(h);
  if (settings_.hmax > 0) length = std::min(length, settings_.hmax);
  const double left = direction_ * (tstop_ - t_);
  const double stretch = even ? 1.01 : 1 + 64 * tolerance::epsilon;
  if (left <= stretch * length) return {direction_ * left, tstop_, left < length};
  if (even && left < 2 * length) return {direction_ * left / 2, t_ + direction_ * left / 2, true};
  return {direction_ * length, t_ + direction_ * length, false};
}

// Near t = 0 rounding sets no limit; a step of nothing would be tried for ever.
double Integrator::hmin() const {
  constexpr double kNothing = 1e-40;  // of the time left, and in units of time
  return std::max({settings_.hmin, 16 * tolerance::epsilon * std::abs(t_),
                   kNothing * std::min(std::abs(tstop_ - t_), 1.0)});
}

namespace {

double weight_of(double abs, double rel, double y) {
  const double size = std::abs(y);
  constexpr double kTiny = 1e-290;  // keeps 0 / 0 away when abs is 0 and y passes through 0
  return std::max(abs + rel * size, 4 * tolerance::epsilon * size + kTiny);
}

}  // namespace

double Integrator::weight(int i, double y) const {
  return weight_of(settings_.abs_each.empty() ? settings_.abs : settings_.abs_each[i],
                   settings_.rel, y);
}

void Integrator::find_weights(ConstVector y, Vector weights) const {
  const double abs = settings_.abs, rel = settings_.rel;
  const double* const each = settings_.abs_each.empty() ? nullptr : settings_.abs_each.data();
  for (std::size_t i = 0; i < y.size(); ++i)
    weights[i] = weight_of(each ? each[i] : abs, rel, y[i]);
}

double Integrator::first_step(int order) {
  const double longest = std::abs(plan(1e30, false).h);
  const double h = settings_.hinit > 0 ? settings_.hinit : guess_first_step(order, longest);
  return direction_ * std::clamp(h, std::min(2 * hmin(), longest), longest);
}

double Integrator::guess_first_step(int order, double longest) {
  double d0 = 0, d1 = 0, d2 = 0;
  const auto n = y_.size();
  for (std::size_t i = 0; i < n; ++i) {
    const double w = weight(static_cast<int>(i), y_[i]);
    d0 = std::max(d0, std::abs(y_[i]) / w);
    d1 = std::max(d1, std::abs(f_[i]) / w);
  }
  // These numbers and those below are of Hairer, Norsett and Wanner, II.4.
  const double h0 = std::min(d0 < 1e-10 || d1 < 1e-10 ? 1e-6 : 0.01 * d0 / d1, longest);
  for (std::size_t i = 0; i < n; ++i) y_new_[i] = y_[i] + direction_ * h0 * f_[i];
  // A step that cannot be made is tried shorter.
  if (!evaluate(t_ + direction_ * h0, y_new_, f_new_).ok()) return 1e-3 * h0;
  for (std::size_t i = 0; i < n; ++i) {
    const double w = weight(static_cast<int>(i), y_[i]);
    d2 = std::max(d2, std::abs(f_new_[i] - f_[i]) / (w * h0));
  }
  const double d = std::max(d1, d2);
  // Where nothing changes the first step is a guess.
  const double h1 = d <= 1e-15 ? std::max(1e-6, 1e-3 * h0) : std::pow(0.01 / d, 1.0 / (order + 1));
  return std::min(100 * h0, h1);
}

// Hairer and Wanner, Solving ODEs II, IV.8: the predictive rule takes the trend of the
// error into account and avoids the rejections a growing stiffness would otherwise cause.
double Integrator::next_step(const Control& control, const ErrorRatio& error, double h,
                             bool after_rejection) {
  constexpr double kSafety = 0.9;
  const double ratio = std::max(error.value, 1e-12);  // bounds the growth
  double factor = kSafety * std::pow(ratio, -control.exponent);
  if (ratio <= 1) {
    if (control.predictive && h_accepted_ != 0) {
      const double trend = std::pow(ratio_last_ / (ratio * ratio), control.exponent);
      factor = std::min(factor, kSafety * trend * std::abs(h / h_accepted_));
    }
    ratio_last_ = std::max(1e-2, ratio);  // as Gustafsson 1991
    h_accepted_ = h;
  }
  const double grow = after_rejection ? 1 : control.grow;
  return h * std::clamp(factor, control.shrink, grow);
}

}  // namespace mbs
