#include "solve/continuation.h"

#include <algorithm>
#include <cmath>

#include "base/lagrange.h"

namespace mbs {

namespace {

// A position this near its prediction (in units of the mechanism's size) is on the same branch:
// where the Jacobian is not weak, other branches are much farther away.
constexpr double kSurely = 1e-6;
// Below this pivot a position is not used as it comes out of the equations.
constexpr double kSingular = 1e-6;
// Neighbours for an interpolation move at most this far (in units of the mechanism's size).
constexpr double kFarthest = 0.1;

}  // namespace

Continuation::Continuation(const Model& model, Kinematics& kinematics, const Options& options,
                           const State& start)
    : model_(model),
      kinematics_(kinematics),
      options_(options),
      is_angle_(static_cast<std::size_t>(model.nx), false),
      good_(start),
      trial_(start),
      predicted_(start.x),
      around_{start, start, start, start, start, start, start, start},
      base_(start),
      weak_(options.weak_pivot * kinematics.pivot_ratio()) {
  for (int i : model.angles) is_angle_[static_cast<std::size_t>(i)] = true;
}

bool Continuation::advance(double t, State& out) {
  Landing last = Landing::failed;
  if (walk(good_, t, last)) {
    out = good_;
    return true;
  }
  if (last != Landing::failed && interpolate(t, out)) {
    ++count_.interpolated;
    return true;
  }
  if (last == Landing::weak) {  // nearly singular, but a motion: a toggle position ahead
    try_step(good_, t);
    accept();
    std::swap(good_, trial_);
    out = good_;
    return true;
  }
  return false;
}

// Moves base towards t; true when it has arrived. Otherwise `last` says how the step that was to
// end at t came out.
bool Continuation::walk(State& base, double t, Landing& last) {
  double h = t - base.t;
  const double shortest = std::fabs(h) * std::ldexp(1.0, -static_cast<int>(options_.halvings));
  int halved = 0;
  while (base.t != t) {
    const bool final = std::fabs(t - base.t) <= std::fabs(h) * (1 + 1e-9);
    const Landing landing = try_step(base, final ? t : base.t + h);
    const bool weak_will_do = !final && halved > 3 && landing == Landing::weak;
    if (landing == Landing::good || weak_will_do) {
      accept();
      std::swap(base, trial_);
      h *= 2;
      halved = std::max(0, halved - 1);
      continue;
    }
    last = landing;
    if (final && landing != Landing::failed) return false;
    h *= 0.5;
    ++halved;
    ++count_.halvings;
    if (std::fabs(h) < shortest || base.t + h == base.t) {
      last = Landing::failed;
      return false;
    }
  }
  return true;
}

Continuation::Landing Continuation::try_step(const State& from, double t) {
  const double h = t - from.t;
  trial_.t = t;
  for (std::size_t i = 0; i < predicted_.size(); ++i)
    trial_.x[i] = predicted_[i] = from.x[i] + h * (from.v[i] + 0.5 * h * from.a[i]);
  SolveStatus status = kinematics_.position(trial_);
  iterations_ = status.iterations;
  const double pivot = kinematics_.pivot_ratio();
  if (status.ok()) {
    const int iterations = status.iterations;
    status = kinematics_.rates(trial_);
    status.iterations = iterations;
  }
  stop_ = {status, t, kinematics_.weakest_coordinate(), pivot, false};
  if (!status.ok()) return pivot < weak_ ? Landing::singular : Landing::failed;
  if (!agrees(from)) {
    stop_.left_branch = true;
    return pivot < weak_ ? Landing::singular : Landing::failed;
  }
  if (pivot >= weak_) return Landing::good;
  return pivot > kSingular * weak_ / options_.weak_pivot ? Landing::weak : Landing::singular;
}

// Position and velocity of the trial against their prediction; lengths and angles apart.
bool Continuation::agrees(const State& from) const {
  const double h = trial_.t - from.t;
  double off[2] = {0, 0}, step[2] = {0, 0}, off_v[2] = {0, 0}, speed[2] = {0, 0};
  for (std::size_t i = 0; i < predicted_.size(); ++i) {
    const int kind = is_angle_[i] ? 1 : 0;
    auto raise = [](double& most, double value) { most = std::max(most, std::fabs(value)); };
    raise(off[kind], trial_.x[i] - predicted_[i]);
    raise(step[kind], trial_.x[i] - from.x[i]);
    raise(step[kind], predicted_[i] - from.x[i]);
    raise(off_v[kind], trial_.v[i] - (from.v[i] + h * from.a[i]));
    raise(speed[kind], trial_.v[i]);
    raise(speed[kind], from.v[i]);
    raise(speed[kind], h * from.a[i]);
  }
  if (off[0] <= kSurely * kinematics_.length() && off[1] <= kSurely) return true;
  for (int kind = 0; kind < 2; ++kind)
    if (off[kind] > options_.branch * step[kind] || off_v[kind] > options_.branch * speed[kind])
      return false;
  return true;
}

void Continuation::accept() {
  ++count_.positions;
  count_.iterations += iterations_;
  count_.most_iterations = std::max(count_.most_iterations, iterations_);
  if (kinematics_.pivot_ratio() < count_.smallest_pivot) {
    count_.smallest_pivot = kinematics_.pivot_ratio();
    count_.smallest_pivot_time = trial_.t;
  }
}

// The motion is smooth through a position where only the equations are singular: x, v, a at t are
// those of the polynomial through kSide neighbours before and as many after. The residual at the
// interpolated position is the check.
bool Continuation::interpolate(double t, State& out) {
  const double longest = longest_spacing();
  double spacing = std::min(longest, std::max(std::fabs(t - good_.t) / kSide, 1e-3 * longest));
  while (spacing <= longest && !place_neighbours(t, spacing)) spacing *= 2;
  if (spacing > longest) return false;
  std::array<double, 2 * kSide> nodes, weights;
  for (std::size_t k = 0; k < nodes.size(); ++k) nodes[k] = (around_[k].t - t) / spacing;
  lagrange_weights(nodes, 0, weights);
  out.t = t;
  for (std::size_t i = 0; i < predicted_.size(); ++i) {
    out.x[i] = out.v[i] = out.a[i] = 0;
    for (std::size_t k = 0; k < nodes.size(); ++k) {
      out.x[i] += weights[k] * around_[k].x[i];
      out.v[i] += weights[k] * around_[k].v[i];
      out.a[i] += weights[k] * around_[k].a[i];
    }
  }
  if (!(kinematics_.residual_at(out) <= options_.feps)) return false;
  kinematics_.measure(out);
  good_ = around_[kSide];
  return true;
}

double Continuation::longest_spacing() const {
  double points = 0, angles = 0;
  for (std::size_t i = 0; i < good_.v.size(); ++i) {
    double& most = is_angle_[i] ? angles : points;
    most = std::max(most, std::fabs(good_.v[i]));
  }
  const double speed = std::max(points / kinematics_.length(), angles);
  return speed > 0 ? kFarthest / speed : 0;
}

// around_[kSide + k] = state at t + (k + 1) spacing, around_[kSide - 1 - k] the same before t, all
// well conditioned; "after" is the direction the run goes.
bool Continuation::place_neighbours(double t, double spacing) {
  Landing last;
  base_ = good_;
  for (int k = 0; k < kSide; ++k) {
    if (!walk(base_, t + (k + 1) * spacing, last)) return false;
    around_[static_cast<std::size_t>(kSide + k)] = base_;
  }
  base_ = good_;
  for (int k = 0; k < kSide; ++k) {
    if (!walk(base_, t - (k + 1) * spacing, last)) return false;
    around_[static_cast<std::size_t>(kSide - 1 - k)] = base_;
  }
  return true;
}

}  // namespace mbs
