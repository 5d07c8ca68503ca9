// The way from the start to equilibrium, for STATIC and EIGEN.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string_view>

#include "run/frame/run.h"
#include "run/measures/measure_run.h"
#include "solve/statics/equilibrium.h"

namespace mbs {

// Called at each point of a load path (ITERSTEP ARC), the last one included.
using OnPathPoint = std::function<bool(const PathPoint& point, const State& state)>;
// Moves an assembled state to equilibrium, with the settings of ITERSTEP.
EquilibriumStatus solve_equilibrium(const EquilibriumSettings& settings, const Built& built,
                                    Dynamics& dynamics, State& state);
EquilibriumSettings equilibrium_settings(const Plan& plan, const OnPathPoint& on_point = {});
// An error gives the reason why none was found. when: "" or "at t = 0.5 ".
void report_no_equilibrium(const EquilibriumStatus& status, const Plan& plan, const Built& built,
                           const Dynamics& dynamics, std::string_view when,
                           Diagnostics& diagnostics);
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

// STATIC of a chain with a choice of knowns. A coordinate with a known acceleration stays where
// STATE and BASE put it, and the unknown efforts keep it there. All other coordinates find their
// equilibrium.
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
