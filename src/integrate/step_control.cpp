#include "base/tolerances.h"
#include "integrate/integrator.h"

namespace mbs {

void StepControl::start(double direction) {
  direction_ = direction > 0 ? 1 : -1;
  attempts_ = 0;
  longest_ = std::numeric_limits<double>::infinity();
  clear_tstop();
}

void StepControl::forget() {
  ratio_last_ = 1;
  h_accepted_ = 0;
}

void StepControl::take_over(const StepControl& before) {
  direction_ = before.direction_;
  tstop_ = before.tstop_;
  longest_ = before.longest_;
  attempts_ = before.attempts_;
}

StepControl::Planned StepControl::plan(double t, double h, bool even) const {
  double length = std::abs(h);
  if (settings_.hmax > 0) length = std::min(length, settings_.hmax);
  const bool limited = length > longest_;
  if (limited) length = longest_;
  const double left = this->left(t);
  const double stretch = even ? 1.01 : 1 + 64 * tolerance::epsilon;
  if (left <= stretch * length) return {direction_ * left, tstop_, left < length || limited};
  if (even && left < 2 * length) return {direction_ * left / 2, t + direction_ * left / 2, true};
  return {direction_ * length, t + direction_ * length, limited};
}

// The shortest step. Near t = 0 rounding of the time sets no limit, so that kNothing does: a step
// of length 0 would be tried for ever.
double StepControl::hmin(double t) const {
  constexpr double kNothing = 1e-40;  // of the time left, and in units of time
  return std::max({settings_.hmin, 16 * tolerance::epsilon * std::abs(t),
                   kNothing * std::min(std::abs(tstop_ - t), 1.0)});
}

// Hairer and Wanner, Solving ODEs II, IV.8: the predictive rule takes the trend of the
// error into account and avoids the rejections a growing stiffness would otherwise cause.
double StepControl::next(const StepRule& rule, const ErrorRatio& error, double h,
                         bool after_rejection) {
  constexpr double kSafety = 0.9;
  const double ratio = std::max(error.value, 1e-12);  // bounds the growth
  double factor = kSafety * std::pow(ratio, -rule.exponent);
  if (ratio <= 1) {
    if (rule.predictive && h_accepted_ != 0) {
      const double trend = std::pow(ratio_last_ / (ratio * ratio), rule.exponent);
      factor = std::min(factor, kSafety * trend * std::abs(h / h_accepted_));
    }
    ratio_last_ = std::max(1e-2, ratio);  // as Gustafsson 1991
    h_accepted_ = h;
  }
  const double grow = after_rejection ? 1 : rule.grow;
  return h * std::clamp(factor, rule.shrink, grow);
}

void ErrorWeights::find(ConstVector y, Vector weights) const {
  const double abs = settings_.abs, rel = settings_.rel;
  const double* const each = settings_.abs_each.empty() ? nullptr : settings_.abs_each.data();
  for (std::size_t i = 0; i < y.size(); ++i) weights[i] = of(each ? each[i] : abs, rel, y[i]);
}

}  // namespace mbs
