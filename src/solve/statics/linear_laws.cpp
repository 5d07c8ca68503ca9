#include "solve/statics/linear_laws.h"

#include <algorithm>
#include <cmath>

#include "base/classes.h"
#include "base/index.h"

namespace mbs {

namespace {

// Laws of stresses, and of loads: in each case the laws of the deck, then the known efforts of a
// chain.
using Laws = std::array<const std::vector<ExpressionLaw>*, 2>;
Laws stress_laws(const ForceLaws& forces) { return {&forces.stress_laws, &forces.known_stresses}; }
Laws load_laws(const ForceLaws& forces) { return {&forces.load_laws, &forces.known_loads}; }

}  // namespace

LinearLaws::LinearLaws(const Model& model, const Phase& phase)
    : model_(model),
      phase_(phase),
      slots_(phase.parameters.size(), model.forces.inputs.count()),
      ed_(model.ne),
      stress_(model.ne),
      input_change_(model.forces.inputs.count()) {
  for (const Laws& kind : {stress_laws(model.forces), load_laws(model.forces)})
    for (const auto* laws : kind)
      for (const ExpressionLaw& law : *laws) gradients_.emplace_back(law.reads().size());
  for (const ForceByLaw& force : model.forces.force_laws)
    for (const ExpressionLaw& law : force.components) gradients_.emplace_back(law.reads().size());
  held_forces_.resize(model.forces.force_laws.size());
  for (std::size_t k = 0; k < model.own_states(); ++k)
    gradients_.emplace_back(model.states[k].rate->reads().size());
  muscles_.resize(model.forces.muscles.size());
}

void move_aside(const LawInputs& inputs, double direction, Slots& slots) {
  // The step of each input, as part of its value or of 1: more than the accuracy of an equilibrium,
  // far less than the size at which a smooth law bends.
  constexpr double kAside = 1e-9;
  for (int i = 0; i < static_cast<int>(inputs.count()); ++i) {
    double& value = slots.variables()[i];
    if (inputs[i].kind != InputKind::time)
      value += direction * (kAside * std::max(std::fabs(value), 1.0));
  }
}

void LinearLaws::evaluate(const State& state, const Evaluation& base, double side) {
  base_ = &base;
  const ForceLaws& forces = model_.forces;
  slots_.set_parameters(phase_.parameters);
  std::fill(ed_.begin(), ed_.end(), 0.0);
  add_derivative_times(model_, base, state.v, ed_);
  forces.inputs.read(inputs_at(state), slots_.variables());
  for (std::size_t n = 0; n < held_forces_.size(); ++n)
    for (std::size_t c = 0; c < 2; ++c)
      held_forces_[n][c] = forces.force_laws[n].components[c].evaluate(slots_);
  if (side != 0) move_aside(forces.inputs, side, slots_);
  std::size_t k = 0;
  for (const Laws& kind : {stress_laws(forces), load_laws(forces)})
    for (const auto* laws : kind)
      for (const ExpressionLaw& law : *laws) law.gradient(slots_, gradients_[k++].data());
  for (const ForceByLaw& force : forces.force_laws)
    for (const ExpressionLaw& law : force.components) law.gradient(slots_, gradients_[k++].data());
  for (std::size_t z = 0; z < model_.own_states(); ++z)
    model_.states[z].rate->gradient(slots_, gradients_[k++].data());
  if (side != 0) forces.inputs.read(inputs_at(state), slots_.variables());
  evaluate_muscles(state);
}

InputState LinearLaws::inputs_at(const State& state) const {
  return {state.t, state.x, state.v, base_->e, ed_, state.z};
}

// The change of the value of `law`, number k of all laws, when the inputs change by input_change_.
double LinearLaws::change_of(const ExpressionLaw& law, std::size_t k) const {
  double sum = 0;
  for (std::size_t i = 0; i < law.reads().size(); ++i)
    sum += gradients_[k][i] * input_change_[law.reads()[i]];
  return sum;
}

void LinearLaws::add_rates(double* column) const {
  const std::size_t laws = gradients_.size() - model_.own_states();
  for (std::size_t k = 0; k < model_.own_states(); ++k)
    column[k] = change_of(*model_.states[k].rate, laws + k);
  add_muscle_rates(column);
}

void LinearLaws::subtract(const State& state, const InputState& along, double load_factor,
                          Vector force) {
  const ForceLaws& forces = model_.forces;
  const InputState here = inputs_at(state);
  const ConstVector de = along.e, ded = along.ed;
  for (std::size_t k = 0; k < input_change_.size(); ++k)
    input_change_[k] = forces.inputs[static_cast<int>(k)].change(here, along);
  std::vector<double>& change = stress_;
  std::fill(change.begin(), change.end(), 0.0);
  for (const LinearTerm& term : forces.stiffness) change[term.row] += term.value * de[term.column];
  for (const LinearTerm& term : forces.damping) change[term.row] += term.value * ded[term.column];
  std::size_t next = 0;
  for (const auto* laws : stress_laws(forces))
    for (const ExpressionLaw& law : *laws) change[law.index()] += change_of(law, next++);
  for (const ContactLaw& law : forces.contacts) {
    const std::size_t r = law.normal;
    const double* const rates = ed_.data() + r;
    const double slip = law.slip_rate(rates);
    const ContactLaw::Slopes s = law.slopes(base_->e[r], rates[0], slip);
    const double S2 = law.stress(Touch::by_gap, base_->e[r], rates[0], slip).S2;
    change[r] += s.S1_gap * de[r] + s.S1_rate * ded[r];
    for (int k = 1; law.mu > 0 && k <= law.slips; ++k) {
      double& friction = change[r + static_cast<std::size_t>(k)];
      friction += (s.S2_gap * de[r] + s.S2_rate * ded[r]) * law.part(rates, k);
      for (int j = 1; j <= law.slips; ++j)
        friction += law.slip_slope(s, S2, rates, k, j) * ded[r + static_cast<std::size_t>(j)];
    }
  }
  change_muscles(here, along, load_factor, change, force);
  for (std::size_t r = 0; r < change.size(); ++r)
    if (!is_free(phase_.e_class[r])) change[r] = 0;
  subtract_transposed_times(model_, *base_, change, force);
  for (const auto* laws : load_laws(forces))
    for (const ExpressionLaw& law : *laws)
      force[law.index()] += load_factor * change_of(law, next++);
  for (const ForceByLaw& by_law : forces.force_laws) {
    const double u = change_of(by_law.components[0], next),
                 w = change_of(by_law.components[1], next + 1);
    add_force(by_law, *base_, {u, w}, load_factor, force);
    next += 2;
  }
}

void LinearLaws::take_out(const State& state, ConstVector x, const Evaluation& there,
                          Loads& loads) const {
  for (const auto* laws : load_laws(model_.forces))
    for (const ExpressionLaw& law : *laws) loads.f[law.index()] -= law.evaluate(loads.law_slots);
  for (std::size_t n = 0; n < held_forces_.size(); ++n) {
    const ForceByLaw& force = model_.forces.force_laws[n];
    std::array<double, 2> more = held_forces_[n];
    for (std::size_t c = 0; c < 2; ++c) more[c] -= force.components[c].evaluate(loads.law_slots);
    add_force(force, there, more, 1, loads.f);
  }
  take_muscles_out({state.t, x, state.v, there.e, loads.ed, state.z}, loads);
}

}  // namespace mbs
