#include "assembly/state_rates.h"

#include <cmath>

namespace mbs {

StateRates::StateRates(const Model& model, const Phase& phase)
    : model_(model),
      phase_(phase),
      slots_(phase.parameters.size(), model.forces.inputs.count()),
      gradient_(model.forces.inputs.count()) {}

void StateRates::fill(const State& state) {
  slots_.set_parameters(phase_.parameters);
  model_.forces.inputs.read({state.t, state.x, state.v, state.e, state.ed, state.z},
                            slots_.variables());
}

void StateRates::evaluate(State& state) {
  left_table_.reset();
  if (model_.states.empty()) return;
  fill(state);
  for (std::size_t k = 0; k < state.z.size(); ++k) {
    const ExpressionLaw& rate = model_.states[k].rate;
    state.zd[k] = rate.evaluate(slots_);
    if (std::isnan(state.zd[k]) && !left_table_)
      left_table_ = rate.expression().left_table(slots_.data());
  }
}

void StateRates::by_states(const State& state, Matrix out) {
  fill(state);
  for (int k = 0; k < model_.nz(); ++k) {
    const ExpressionLaw& rate = model_.states[static_cast<std::size_t>(k)].rate;
    rate.gradient(slots_, gradient_.data());
    for (int j = 0; j < model_.nz(); ++j) out(k, j) = 0;
    for (std::size_t i = 0; i < rate.reads().size(); ++i) {
      const Input& input = model_.forces.inputs[rate.reads()[i]];
      if (input.kind == InputKind::state) out(k, input.i) += gradient_[i];
    }
  }
}

}  // namespace mbs
