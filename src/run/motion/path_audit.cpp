#include "run/motion/path_audit.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "base/index.h"
#include "base/tolerances.h"
#include "model/owner.h"

namespace mbs {

namespace {

// Relative rounding of one step in the audit of paths.
constexpr double kStepRounding = 1e-15;

// A rotation vector is known but for whole turns. If the body turns by more than half a turn in a
// step, about one axis, d becomes the one next to the way of the angular velocities.
void unwind(double* d, const double* w0, const double* w1, double h) {
  double way[3], size = 0, part = 0;
  for (int k = 0; k < 3; ++k) {
    way[k] = h / 2 * (w0[k] + w1[k]);
    size += way[k] * way[k];
  }
  size = std::sqrt(size);
  if (!(size > std::numbers::pi)) return;
  for (int k = 0; k < 3; ++k) part += d[k] * way[k] / size;
  const double turns = std::round((size - part) / (2 * std::numbers::pi));
  for (int k = 0; k < 3; ++k) d[k] += 2 * std::numbers::pi * turns * way[k] / size;
}

}  // namespace

PathAudit::PathAudit(std::vector<char> angle, std::function<std::string(int)> name)
    : angle_(std::move(angle)),
      name_(std::move(name)),
      gap_x_(angle_.size()),
      gap_v_(gap_x_),
      kept_(gap_x_),
      last_(count_of(angle_), 0),
      previous_(last_) {}

PathAudit::PathAudit(const Model& model)
    : PathAudit(turning_flags(model), [&model](int i) { return model.coordinate_name(i); }) {
  orientations_ = model.orientations;
  orientation_of_ = model.orientation_of;
}

void PathAudit::moved(const std::vector<int>& coordinates, ConstVector before, ConstVector after) {
  const std::size_t n = coordinates.size();
  for (std::size_t k = 0; k < n; ++k)
    moved(coordinates[k], after[k] - before[k], after[n + k] - before[n + k]);
}

void PathAudit::add_step(const State& from, const State& to) {
  const double h = to.t - from.t;
  const auto add = [&](std::size_t i, double dx, double v0, double v1, double a0, double a1) {
    const double left = dx - h / 2 * (v0 + v1), corrected = left - h * h / 12 * (a0 - a1);
    gap_x_[i] += std::fabs(left) < std::fabs(corrected) ? left : corrected;
  };
  for (std::size_t i = 0; i < gap_x_.size(); ++i)
    if (!is_orientation(i)) add(i, to.x[i] - from.x[i], from.v[i], to.v[i], from.a[i], to.a[i]);
  for (const Orientation& of : orientations_) {
    double d[kMostVelocities], rate[kMostVelocities], second[kMostVelocities];
    const std::size_t first = at(of.first);
    of.type->difference(of.quaternion(from.x.data()).data(), of.quaternion(to.x.data()).data(), d);
    unwind(d, from.v.data() + first, to.v.data() + first, h);
    of.type->chart_rates(d, to.v.data() + first, to.a.data() + first, rate, second);
    for (std::size_t c = 0; c < 3; ++c)
      add(first + c, d[c], from.v[first + c], rate[c], from.a[first + c], second[c]);
  }
}

void PathAudit::step(const State& state) {
  if (begun_ && state.t == last_.t) return;
  std::swap(previous_, last_);
  last_ = state;
  if (begun_) {
    kept_ = gap_x_;
    add_step(previous_, last_);
    stepped_ = true;
  }
  begun_ = true;
}

void PathAudit::event(const State& before, const State& after) {
  if (begun_) {  // the last step went beyond the event
    if (stepped_ && before.t > previous_.t && before.t < last_.t) {
      gap_x_ = kept_;
      add_step(previous_, before);
    }
    last_ = after;
    stepped_ = false;
  }
  for (std::size_t i = 0; i < gap_x_.size(); ++i)
    if (!is_orientation(i)) gap_x_[i] += after.x[i] - before.x[i];
}

void PathAudit::note_size(ConstVector x, ConstVector v) {
  for (std::size_t i = 0; i < angle_.size(); ++i) {
    const std::size_t kind = angle_[i];
    size_x_[kind] = std::max(size_x_[kind], std::fabs(x[i]));
    size_v_[kind] = std::max(size_v_[kind], std::fabs(v[i]));
  }
}

PathAudit::Worst PathAudit::worst(const std::vector<double>& gaps, const double* sizes, int rate,
                                  double steps, double abs, double rel) const {
  Worst worst;
  double most = 0;
  for (std::size_t i = 0; i < gaps.size(); ++i) {
    const double gap = std::fabs(gaps[i]);
    if (gap == 0) continue;
    const bool angle = angle_[i] != 0;
    const double others = length_ <= 0 ? 0 : angle ? sizes[0] / length_ : sizes[1] * length_;
    const double size = std::max({sizes[angle ? 1 : 0], tolerance::small_rate * others, gap});
    const double explained = steps * (abs * one_.of(angle, rate) / size + rel + kStepRounding);
    const double value = gap / size;
    if (!(value / explained <= most))
      most = value / explained, worst = {value, explained, static_cast<int>(i)};
  }
  return worst;
}

std::vector<Figure> PathAudit::figures(long long steps, double abs, double rel) const {
  const double n = static_cast<double>(std::max<long long>(steps, 1));
  const Worst x = worst(gap_x_, size_x_, 0, n, abs, rel),
              v = worst(gap_v_, size_v_, 1, n, abs, rel);
  auto name = [this](int i) { return i < 0 ? std::string() : name_(i); };
  return {{Check::path, x.value, x.explained, name(x.coordinate)},
          {Check::rate_path, v.value, v.explained, name(v.coordinate)}};
}

}  // namespace mbs
