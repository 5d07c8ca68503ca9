// The values that states begin with, and what their names may be.
#pragma once

#include <functional>
#include <optional>

#include "assembly/state_rates.h"
#include "base/diagnostics.h"
#include "observe/layout.h"

namespace mbs {

// What start_states() asks for: rates zd at z, their derivatives d zd_k / d z_j there, the table
// that the rates have left.
struct RatesOfStates {
  std::function<void(ConstVector z, Vector zd)> rates;
  std::function<void(ConstVector z, Matrix by_states)> derivatives;
  std::function<std::optional<LeftTable>()> left_table;
};

// The states named EQUILIBRIUM get values that make all their rates 0, the other states and the
// mechanism as they are: by Newton's method from the guesses of the deck. False, with an error that
// names them, where none are found.
bool start_states(const Model& model, StateRates& rates, State& state, Diagnostics& diagnostics);
bool start_states(const Model& model, const RatesOfStates& rates, double t, Vector z, Vector zd,
                  Diagnostics& diagnostics);

// An error for every state, and every muscle, whose name is that of another channel.
void check_state_names(const Model& model, const Layout& layout, Diagnostics& diagnostics);

}  // namespace mbs
