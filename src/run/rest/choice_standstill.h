// STATIC of a chain with a choice of knowns. A coordinate with a known acceleration stays where
// STATE and BASE put it, and the unknown efforts keep it there. All other coordinates find their
// equilibrium.
#pragma once

#include <optional>

#include "run/frame/run.h"

namespace mbs {

struct ChoiceAtRest {
  Built still;
  std::string text;  // for the head of the report: "efforts that hold it still: M 1, M 2"
};

// The mechanism without the choice: coordinates with a known acceleration are fixed, and the
// unknown efforts that hold them are kept loads and stresses of the phase. Newton's method finds
// the efforts from these conditions: reactions of the fixed coordinates = 0, reactions and stresses
// have their known values, and the ROW lines hold. Each evaluation is an equilibrium
// (solve/statics/equilibrium.h). Empty after an error, with the outcome in `failed`.
std::optional<ChoiceAtRest> bring_choice_to_rest(const Plan& plan, const Built& built,
                                                 const RunSettings& settings, Outcome& failed,
                                                 Diagnostics& diagnostics);

}  // namespace mbs
