// STATIC of a chain with a choice of knowns. A coordinate with a known acceleration stays where
// STATE and BASE put it; the unknown efforts are those that keep it there. All other coordinates
// find their equilibrium.
#pragma once

#include <optional>

#include "run/frame/run.h"

namespace mbs {

struct ChoiceAtRest {
  Built still;
  std::string text;  // for the head of the report: "efforts that hold it still: M 1, M 2"
};

// The mechanism without the choice: what has a known acceleration is fixed, and the unknown efforts
// that hold it there are kept loads and stresses of the phase. They are the solution of
//   reaction of what is fixed = 0,  known reactions and stresses,  the equations of ROW lines
// by Newton's method; each evaluation is an equilibrium (solve/statics/equilibrium.h). Empty after
// an error, whose kind is `failed`.
std::optional<ChoiceAtRest> bring_choice_to_rest(const Plan& plan, const Built& built,
                                                 const RunSettings& settings, Outcome& failed,
                                                 Diagnostics& diagnostics);

}  // namespace mbs
