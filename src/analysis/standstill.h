// What STATIC and EIGEN have in common: the way from the start to equilibrium.
#pragma once

#include "analysis/run.h"
#include "solve/equilibrium.h"

namespace mbs {

// From an assembled state to equilibrium; an error says what diverged.
EquilibriumStatus find_equilibrium(const Tables& tables, const Built& built, Dynamics& dynamics,
                                   State& state, Diagnostics& diagnostics);
// One line for the audit, and one for --audit.
std::string describe_equilibrium(const EquilibriumStatus& status);
std::string describe_equilibrium_counts(const EquilibriumStatus& status);
// What is judged of an equilibrium: how far it is from the assembled start, and its stability.
void add_equilibrium(const EquilibriumStatus& status, const Model& model, const State& start,
                     const State& found, Evidence& evidence);

}  // namespace mbs
