// What STATIC and EIGEN have in common: the way from the start to equilibrium.
#pragma once

#include "analysis/run.h"
#include "solve/equilibrium.h"

namespace mbs {

// From an assembled state to equilibrium; an error says what diverged.
EquilibriumStatus find_equilibrium(const Tables& tables, const Built& built, Dynamics& dynamics,
                                   State& state, Diagnostics& diagnostics);
// One line for the audit.
std::string describe_equilibrium(const EquilibriumStatus& status);

}  // namespace mbs
