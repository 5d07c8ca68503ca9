// The inputs of laws that FieldWatch looks at, and how they move.
#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

#include "integrate/integrator.h"
#include "run/motion/every_law.h"
#include "run/motion/motion_watches.h"

namespace mbs {

namespace {

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
                       Diagnostics& diagnostics)
    : inputs_(model.forces.inputs),
      diagnostics_(diagnostics),
      tolerance_(kCountsField * settings.abs),
      fixed_step_(is_fixed_step(settings.method, settings.h) ? settings.h : 0),
      first_(phase.parameters.size()) {
  for_every_law(model, [&](const ExpressionLaw& law) { add(model, law); });
  if (!any()) return;
  std::sort(read_.begin(), read_.end());
  read_.erase(std::unique(read_.begin(), read_.end()), read_.end());
  const std::size_t inputs = model.forces.inputs.count();
  for (auto* z : {&now_, &mean_, &rate_, &bend_}) z->assign(inputs, 0);
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
