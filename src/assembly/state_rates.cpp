#include "assembly/state_rates.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace mbs {

StateRates::StateRates(const Model& model, const Phase& phase)
    : model_(model), phase_(phase), slots_(phase.parameters.size(), 1 + model.states.size()) {}

void StateRates::fill(const State& state) {
  slots_.set_parameters(phase_.parameters);
  double* const variables = slots_.variables();
  variables[0] = state.t;
  std::copy(state.z.begin(), state.z.end(), variables + 1);
}

void StateRates::evaluate(State& state) {
  left_table_.reset();
  if (model_.states.empty()) return;
  fill(state);
  for (std::size_t k = 0; k < state.z.size(); ++k) {
    const Expression& rate = model_.states[k].rate;
    state.zd[k] = rate.value(slots_.data());
    if (std::isnan(state.zd[k]) && !left_table_) left_table_ = rate.left_table(slots_.data());
  }
}

void StateRates::by_states(const State& state, Matrix out) {
  fill(state);
  const std::size_t n = model_.states.size();
  std::vector<int> by(n);
  std::iota(by.begin(), by.end(), static_cast<int>(phase_.parameters.size()) + 1);
  std::vector<double> row(n);
  for (std::size_t k = 0; k < n; ++k) {
    model_.states[k].rate.gradient(slots_.data(), by, row.data());
    for (std::size_t j = 0; j < n; ++j) out(static_cast<int>(k), static_cast<int>(j)) = row[j];
  }
}

}  // namespace mbs
