// The way from the start to equilibrium, for STATIC and EIGEN.
#pragma once

#include <functional>
#include <memory>

#include "run/frame/run.h"
#include "run/measures/measure_run.h"
#include "solve/statics/equilibrium.h"

namespace mbs {

// Called at each point of a load path (ITERSTEP ARC), the last one included.
using OnPathPoint = std::function<bool(const PathPoint& point, const State& state)>;
// Moves an assembled state to equilibrium; an error gives the reason if none is found.
EquilibriumStatus find_equilibrium(const Plan& plan, const Built& built, Dynamics& dynamics,
                                   State& state, Diagnostics& diagnostics,
                                   const OnPathPoint& on_point = {});
// One line for the audit, and one for --audit.
std::string describe_equilibrium(const EquilibriumStatus& status);
std::string describe_equilibrium_counts(const EquilibriumStatus& status);
// Adds the figures of an equilibrium: its distance from the assembled start, the range of elements
// and its stability.
void add_equilibrium(const EquilibriumStatus& status, const Model& model, const State& start,
                     const State& found, Evidence& evidence);

// The measures of a report that has one row; null without measures in the deck. Errors (a channel
// that does not exist) go to `diagnostics`.
std::unique_ptr<MeasureRun> measures_of_row(const Plan& plan, const Layout& layout,
                                            Diagnostics& diagnostics);
// Gives the row to the measures; null: no measures.
void measure_row(MeasureRun* measures, double t, ConstVector values);

}  // namespace mbs
