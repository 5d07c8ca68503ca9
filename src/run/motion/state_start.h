// The values that states begin with, and a check of the names of states and muscles.
#pragma once

#include <functional>
#include <optional>

#include "assembly/state_rates.h"
#include "base/diagnostics.h"
#include "observe/layout.h"

namespace mbs {

// The functions that start_states() calls: rates zd at z, their derivatives d zd_k / d z_j at z,
// and the table that the rates have left.
struct RatesOfStates {
  std::function<void(ConstVector z, Vector zd)> rates;
  std::function<void(ConstVector z, Matrix by_states)> derivatives;
  std::function<std::optional<MissingValue>()> missing_value;
};

// Gives the states named EQUILIBRIUM values that make all their rates 0, by Newton's method from
// the guesses of the deck. The other states and the mechanism stay as they are. False, with an
// error that names the states, where no values are found.
bool start_states(const Model& model, StateRates& rates, State& state, Diagnostics& diagnostics);
bool start_states(const Model& model, const RatesOfStates& rates, double t, Vector z, Vector zd,
                  Diagnostics& diagnostics);

// Reports every state and every muscle whose name another channel has, too.
void check_state_names(const Model& model, const Layout& layout, Diagnostics& diagnostics);

}  // namespace mbs
