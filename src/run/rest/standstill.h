// What STATIC and EIGEN have in common: the way from the start to equilibrium.
#pragma once

#include <memory>

#include "run/frame/run.h"
#include "run/measures/measure_run.h"
#include "solve/statics/equilibrium.h"

namespace mbs {

// From an assembled state to equilibrium; an error says what diverged.
EquilibriumStatus find_equilibrium(const Plan& plan, const Built& built, Dynamics& dynamics,
                                   State& state, Diagnostics& diagnostics);
// One line for the audit, and one for --audit.
std::string describe_equilibrium(const EquilibriumStatus& status);
std::string describe_equilibrium_counts(const EquilibriumStatus& status);
// What is judged of an equilibrium: how far it is from the assembled start, and its stability.
void add_equilibrium(const EquilibriumStatus& status, const Model& model, const State& start,
                     const State& found, Evidence& evidence);

// The measures of a report that has one row; null where the deck has none. Errors (a channel that
// does not exist) go to `diagnostics`.
std::unique_ptr<MeasureRun> measures_of_row(const Plan& plan, const Layout& layout,
                                            Diagnostics& diagnostics);
// They take the row; null: there are none.
void measure_row(MeasureRun* measures, double t, ConstVector values);

}  // namespace mbs
