#include "text/time_function.h"

#include <cmath>
#include <limits>
#include <utility>

#include "text/expression_series.h"

namespace mbs {

namespace {

// The first row within the stretch, if the second derivative of the spline jumps at rows; else nan.
double row_within(const Spline& spline, Bound stretch) {
  constexpr double kNone = std::numeric_limits<double>::quiet_NaN();
  if (spline.smoothness() != 1) return kNone;
  int low = 0, high = spline.size();  // search of the first row behind stretch.lo
  while (low < high) {
    const int middle = (low + high) / 2;
    spline.time(middle) > stretch.lo ? high = middle : low = middle + 1;
  }
  return low < spline.size() && spline.time(low) < stretch.hi ? spline.time(low) : kNone;
}

}  // namespace

TimeFunction::TimeFunction(Expression expression, std::vector<double> parameters)
    : expression_(std::move(expression)),
      slots_(std::move(parameters)),
      along_(slots_.size() + 1),
      registers_(expression_->program().register_count()),
      run_(std::make_unique<SeriesRun>(expression_->program())) {
  for (const double parameter : slots_) ranges_.push_back({Bound::of(parameter)});
  slots_.push_back(0);
  ranges_.push_back({});
  along_.back() = 1;
}

TimeFunction::TimeFunction(const Spline& spline) : spline_(&spline) {}

TimeFunction::TimeFunction(TimeFunction&&) noexcept = default;
TimeFunction::~TimeFunction() = default;

DerivativesAlong TimeFunction::at(double t) {
  if (spline_) {
    double out[3];
    spline_->evaluate(t, out, hint_);
    return {out[0], out[1], out[2]};
  }
  slots_.back() = t;
  return expression_->along(slots_.data(), along_.data());
}

double TimeFunction::value(double t) {
  if (spline_) return at(t).value;
  slots_.back() = t;
  return expression_->value(slots_.data());
}

Series TimeFunction::range(Bound stretch) {
  switches_.clear();
  if (!spline_) {
    ranges_.back() = {stretch, Bound::of(1)};
    return run_->run(ranges_.data(), switches_);
  }
  const Spline::Range range = spline_->range(stretch.lo, stretch.hi);
  if (const double row = std::isfinite(range.kink) ? range.kink : row_within(*spline_, stretch);
      std::isfinite(row))
    switches_.push_back({0, 0, row, false, false, Bound::of(1)});
  const auto bound = [](const double ends[2]) { return widened(ends[0], ends[1], 16); };
  return {bound(range.value), bound(range.slope), bound(range.curvature)};
}

bool TimeFunction::is_above(const Switch& which, double t) {
  if (spline_) return t >= which.level;
  slots_.back() = t;
  expression_->program().fill(slots_.data(), registers_.data());
  return which.is_above(registers_.data());
}

}  // namespace mbs
