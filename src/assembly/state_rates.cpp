#include "assembly/state_rates.h"

#include <cmath>

namespace mbs {

StateRates::StateRates(const Model& model, const Phase& phase)
    : model_(model),
      phase_(phase),
      slots_(phase.parameters.size(), model.forces.inputs.count()),
      gradient_(model.forces.inputs.count()),
      stimulations_(model.forces.muscles.size()) {}

void StateRates::fill(const State& state) {
  slots_.set_parameters(phase_.parameters);
  model_.forces.inputs.read({state.t, state.x, state.v, state.e, state.ed, state.z},
                            slots_.variables());
}

void StateRates::evaluate(State& state, const std::vector<MusclePath>* paths) {
  missing_value_.reset();
  if (model_.states.empty()) return;
  fill(state);
  for (std::size_t k = 0; k < state.z.size(); ++k) {
    if (!model_.states[k].rate) continue;
    const ExpressionLaw& rate = *model_.states[k].rate;
    state.zd[k] = rate.evaluate(slots_);
    if (!std::isfinite(state.zd[k]) && !missing_value_)
      missing_value_ = rate.expression().missing_value(slots_.data());
  }
  evaluate_muscles(state, paths);
}

void StateRates::fill_stimulations(const State& state) {
  fill(state);
  missing_value_.reset();
  for (std::size_t k = 0; k < stimulations_.size(); ++k) {
    const Muscle& muscle = model_.forces.muscles[k];
    stimulations_[k] = stimulation(muscle, phase_.stimuli[k], slots_);
    if (std::isnan(stimulations_[k]) && !missing_value_ && muscle.stimulation)
      missing_value_ = muscle.stimulation->expression().missing_value(slots_.data());
  }
}

void StateRates::evaluate_muscles(State& state, const std::vector<MusclePath>* paths) {
  const InputState here{state.t, state.x, state.v, state.e, state.ed, state.z};
  for (std::size_t k = 0; k < stimulations_.size(); ++k) {
    const Muscle& m = model_.forces.muscles[k];
    const double u = stimulations_[k] = stimulation(m, phase_.stimuli[k], slots_);
    if (std::isnan(u) && !missing_value_ && m.stimulation)
      missing_value_ = m.stimulation->expression().missing_value(slots_.data());
    const std::size_t a = m.activation, x = m.strain;
    const MusclePath path = paths ? (*paths)[k] : muscle_path(m, here);
    const auto flow =
        muscle_flow(m, path.length, path.rate, state.z[a], m.strain < 0 ? 0.0 : state.z[x], u);
    state.zd[a] = flow.activation_rate;
    if (m.strain >= 0) state.zd[x] = flow.strain_rate;
  }
}

void StateRates::muscles_by_states(const State& state, Matrix out) {
  const InputState here{state.t, state.x, state.v, state.e, state.ed, state.z};
  for (std::size_t k = 0; k < stimulations_.size(); ++k) {
    const Muscle& m = model_.forces.muscles[k];
    const double x = m.strain < 0 ? 0 : state.z[m.strain];
    const double u = stimulation(m, phase_.stimuli[k], slots_);
    const auto flow = muscle_gradient(m, muscle_path(m, here), state.z[m.activation], x, u);
    for (int j = 0; j < model_.nz(); ++j) {
      out(m.activation, j) = 0;
      if (m.strain >= 0) out(m.strain, j) = 0;
    }
    out(m.activation, m.activation) = flow.activation_rate.d[2];
    if (m.strain >= 0) {
      out(m.strain, m.activation) = flow.strain_rate.d[2];
      out(m.strain, m.strain) = flow.strain_rate.d[3];
    }
    if (!m.stimulation || !(u > m.constants.least_act && u < 1)) continue;
    m.stimulation->gradient(slots_, gradient_.data());
    for (std::size_t i = 0; i < m.stimulation->reads().size(); ++i) {
      const Input& input = model_.forces.inputs[m.stimulation->reads()[i]];
      if (input.kind == InputKind::state)
        out(m.activation, input.i) += flow.activation_rate.d[4] * gradient_[i];
    }
  }
}

void StateRates::by_states(const State& state, Matrix out) {
  fill(state);
  for (int k = 0; k < model_.nz(); ++k) {
    if (!model_.states[k].rate) continue;
    const ExpressionLaw& rate = *model_.states[k].rate;
    rate.gradient(slots_, gradient_.data());
    for (int j = 0; j < model_.nz(); ++j) out(k, j) = 0;
    for (std::size_t i = 0; i < rate.reads().size(); ++i) {
      const Input& input = model_.forces.inputs[rate.reads()[i]];
      if (input.kind == InputKind::state) out(k, input.i) += gradient_[i];
    }
  }
  muscles_by_states(state, out);
}

}  // namespace mbs
