// What STATIC and EIGEN have in common: the mechanism at its start, and its equilibrium.
#pragma once

#include "analysis/run.h"
#include "solve/equilibrium.h"

namespace mbs {

// "degrees of freedom 2: node 3 X, node 3 Y".
std::string describe_freedoms(const Model& model, const Partition& partition);
std::string freedom_name(const Model& model, const Partition& partition, int j);

// Assembles; an error says why that cannot be done. The exit status is then that of the deck or of
// the computation.
ExitStatus start_mechanism(const Tables& tables, const Built& built, const RunSettings& settings,
                           Dynamics& dynamics, State& state, Diagnostics& diagnostics);

// "singular at t": the partition does not determine the rest, or a motion carries no mass.
void report_singular(const Built& built, const Dynamics& dynamics, const SolveStatus& status,
                     double t, Diagnostics& diagnostics);

// From an assembled state to equilibrium; an error says what diverged.
EquilibriumStatus find_equilibrium(const Tables& tables, const Built& built, Dynamics& dynamics,
                                   State& state, Diagnostics& diagnostics);
// One line for the audit.
std::string describe_equilibrium(const EquilibriumStatus& status);

}  // namespace mbs
