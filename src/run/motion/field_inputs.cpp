// The inputs of laws that FieldWatch looks at, and how they move.
#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <optional>
#include <utility>

#include "base/index.h"
#include "integrate/integrator.h"
#include "run/motion/every_law.h"
#include "run/motion/motion_watches.h"

namespace mbs {

namespace {

// What is known of inputs is compared with what they are taken for at these parts of the way, which
// are no simple fractions of a wave. A way where they differ is halved so many times.
constexpr std::array<double, 3> kKnownPlaces{0.13697, 0.37796, 0.86111};
constexpr int kMostHalved = 20;

// Integrals of a law below this part of the tolerance abs of the run count for nothing.
constexpr double kCountsField = 0.1;

// The second derivative in time of an input along the motion whose rates are `along` (1, v, a, ed,
// edd, zd); of rates, states and directions 0.
double second_rate(const Input& input, const InputState& here, const InputState& along) {
  switch (input.kind) {
    case InputKind::coordinate:
      return along.v[input.i];
    case InputKind::deformation:
      return along.ed[input.i];
    case InputKind::angle:
      return along.v[input.angle] - along.v[input.i];
    case InputKind::point_position: {
      Input velocity = input;
      velocity.kind = InputKind::point_velocity;
      return velocity.change(here, along);
    }
    case InputKind::space_position: {
      Input velocity = input;
      velocity.kind = InputKind::space_velocity;
      return velocity.change(here, along);
    }
    default:
      return 0;
  }
}

}  // namespace

FieldWatch::FieldWatch(const Model& model, const Phase& phase, const IntegratorSettings& settings,
                       Diagnostics& diagnostics, Ahead ahead)
    : model_(model),
      phase_(phase),
      inputs_(model.forces.inputs),
      diagnostics_(diagnostics),
      ahead_of_(std::move(ahead)),
      later_(model.nx, model.ne, model.nz()),
      tolerance_(kCountsField * settings.abs),
      fixed_step_(is_fixed_step(settings.method, settings.h) ? settings.h : 0),
      first_(phase.parameters.size()) {
  for_every_law(model, [&](const ExpressionLaw& law) { add(model, law); });
  if (!any()) return;
  std::sort(read_.begin(), read_.end());
  read_.erase(std::unique(read_.begin(), read_.end()), read_.end());
  const std::size_t inputs = model.forces.inputs.count();
  for (auto* z : {&now_, &mean_, &rate_, &bend_}) z->assign(inputs, 0);
  for (auto* z : {&known_, &middle_, &end_}) z->assign(inputs, 0);
  ahead_.assign(first_ + inputs, 0);
  series_.assign(first_ + inputs, {});
}

void FieldWatch::add(const Model& model, const ExpressionLaw& law) {
  std::vector<char> varies(first_ + model.forces.inputs.count(), 0);
  for (const int k : law.reads())
    varies[first_ + static_cast<std::size_t>(k)] =
        model.forces.inputs[k].kind != InputKind::time ? 1 : 0;
  std::vector<char> is_input(varies.size(), 1);
  std::fill_n(is_input.begin(), first_, char{0});
  for (Expression& part : law.expression().uneven_addends(varies)) {
    std::vector<int> reads;
    for (const int slot : part.slots())
      if (slot >= static_cast<int>(first_)) reads.push_back(slot - static_cast<int>(first_));
    std::optional<std::vector<SlowWave>> waves = slow_waves(part, is_input);
    if (waves && waves->empty()) continue;
    std::vector<SlowWave> by_input = std::move(waves).value_or(std::vector<SlowWave>());
    for (SlowWave& wave : by_input) wave.slot -= static_cast<int>(first_);
    read_.insert(read_.end(), reads.begin(), reads.end());
    parts_.push_back({RangedExpression(std::move(part)), std::move(reads), std::move(by_input)});
  }
}

void FieldWatch::set_parameters(const Slots& laws) {
  for (std::size_t k = 0; k < first_; ++k) {
    ahead_[k] = laws.data()[k];
    series_[k] = {Bound::of(ahead_[k])};
  }
}

void FieldWatch::begin(const State& state, ConstVector ed, const Slots& laws) {
  if (!any()) return;
  set_parameters(laws);
  const InputState here{state.t, state.x, state.v, state.e, ed, state.z},
      along{1, state.v, state.a, ed, state.edd, state.zd};
  // Of what the state does not know yet nothing is foretold.
  const auto finite = [](double rate) { return std::isfinite(rate) ? rate : 0; };
  for (const int k : read_) {
    const std::size_t i = static_cast<std::size_t>(k);
    now_[i] = laws.variables()[i];
    mean_[i] = rate_[i] = finite(inputs_[k].change(here, along));
    bend_[i] = finite(second_rate(inputs_[k], here, along));
  }
  t_ = state.t;
  h_ = 0;
  is_known_ = true;
  note_what_is_known(state);
}

// Of later states only what is prescribed and what is fixed is known.
void FieldWatch::note_what_is_known(const State& state) {
  if (ahead_of_) return;
  constexpr double kUnknown = std::numeric_limits<double>::quiet_NaN();
  later_ = state;
  for (auto* all : {&later_.x, &later_.v, &later_.e, &later_.ed, &later_.z})
    std::fill(all->begin(), all->end(), kUnknown);
  for (int i = 0; i < model_.nx; ++i)
    if (phase_.x_class[at(i)] == Class::fixed && !model_.is_orientation(i))
      later_.x[at(i)] = state.x[at(i)], later_.v[at(i)] = 0;
  for (int r = 0; r < model_.ne; ++r)
    if (phase_.e_class[at(r)] == Class::fixed)
      later_.e[at(r)] = phase_.e_fixed[at(r)], later_.ed[at(r)] = 0;
  drives_.emplace(model_, phase_, Partition());
}

// What is known of the inputs at a later time; NaN elsewhere. False: nothing is.
bool FieldWatch::look_ahead(double t, Vector inputs) {
  if (ahead_of_) {
    if (!ahead_of_(t, later_)) return false;
  } else {
    later_.t = t;
    if (!drives_->prescribe(later_)) return false;
    for (int r = 0; r < model_.ne; ++r)
      if (phase_.e_class[at(r)] == Class::prescribed)
        later_.e[at(r)] = drives_->e()[at(r)], later_.ed[at(r)] = drives_->ed()[at(r)];
  }
  inputs_.read({t, later_.x, later_.v, later_.e, later_.ed, later_.z}, inputs.data());
  return true;
}

// Continues the inputs whose motion is known through the middle and the end of a way ahead of
// length h. Whether that is how they go between them, too.
bool FieldWatch::goes_as_known(double h) {
  if (!look_ahead(t_ + h / 2, middle_) || !look_ahead(t_ + h, end_)) return true;
  knows_ahead_ = false;
  for (const int k : read_) {
    const std::size_t i = static_cast<std::size_t>(k);
    const double half = middle_[i] - now_[i], whole = end_[i] - now_[i];
    if (!std::isfinite(half) || !std::isfinite(whole)) continue;
    knows_ahead_ = true;
    bend_[i] = 4 * (whole - 2 * half) / (h * h);
    rate_[i] = (4 * half - whole) / h;
  }
  for (const double part : kKnownPlaces) {
    if (!knows_ahead_ || !look_ahead(t_ + part * h, known_)) return true;
    for (const int k : read_) {
      const std::size_t i = static_cast<std::size_t>(k);
      const double s = part * h,
                   way = std::max({std::fabs(known_[i] - now_[i]), std::fabs(middle_[i] - now_[i]),
                                   std::fabs(end_[i] - now_[i])});
      const double missed = now_[i] + s * (rate_[i] + 0.5 * s * bend_[i]) - known_[i];
      if (std::fabs(missed) > kUnsureWay * way + kFieldRounds * std::fabs(now_[i])) return false;
    }
  }
  return true;
}

double FieldWatch::way_as_known(double h) {
  if (fixed_step_ > 0) return goes_as_known(h), h;
  const double shortest = std::ldexp(h, -kMostHalved);
  while (!goes_as_known(h) && h > shortest) h /= 2;
  return h;
}

void FieldWatch::note(double t, const Slots& laws) {
  const double h = t - t_;
  if (!any() || !(h > 0)) return;
  set_parameters(laws);
  const std::span<const double> inputs = laws.variables();
  for (const int k : read_) {
    const std::size_t i = static_cast<std::size_t>(k);
    const double mean = (inputs[i] - now_[i]) / h;
    bend_[i] = 2 * (mean - mean_[i]) / (h + h_);
    rate_[i] = mean + 0.5 * h * bend_[i];
    mean_[i] = mean;
    now_[i] = inputs[i];
  }
  t_ = t;
  h_ = h;
}

}  // namespace mbs
