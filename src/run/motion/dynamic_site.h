// DynamicSite holds the data that the parts of a dynamic run share: the mechanism, its present
// phase and state, and the diagnostics.
#pragma once

#include <memory>

#include "run/frame/run.h"
#include "solve/forces/dynamics.h"

namespace mbs {

struct Change;

struct DynamicSite {
  DynamicSite(const Plan& plan, const Built& built, const RunSettings& settings,
              Diagnostics& diagnostics);
  DynamicSite(const DynamicSite&) = delete;
  DynamicSite& operator=(const DynamicSite&) = delete;

  const Plan& plan;
  const Built& built;
  const Model& model;
  const RunSettings& settings;
  Diagnostics& diagnostics;
  bool may_choose;                     // the program may choose the degrees of freedom
  Phase phase;                         // events and contacts change it
  std::unique_ptr<Dynamics> dynamics;  // with the classes of the phase
  State state;                         // of the present instant
  Placed placed;                       // the handle of the state, where solve() has placed it

  // Brings the state onto the constraints and finds accelerations and forces there.
  SolveStatus solve() {
    placed = dynamics->place(state, false);
    return dynamics->accelerate(placed, state);
  }
  // Makes the dynamics again after classes have changed, at the positions of the state. Where the
  // classes leave no square partition, the degrees of freedom are chosen. False where the classes
  // hold too much.
  bool refit();
  // The last report time [s].
  double end_time() const;
  // The longest step that a prescribed rotation allows where contacts leave no degree of freedom: a
  // cam may dwell, and step errors do not bound the step then.
  double longest_turn() const;

  // Reports that the partition does not determine the rest at time t, or that a motion carries no
  // mass.
  void report_singular(const SolveStatus& status, double t) const;
  // True, with an error, where a law leaves a table at the state that was accelerated last.
  bool report_missing_value() const;
  // True, with an error, where the change has a problem.
  bool report_problem(const Change& change) const;

 private:
  std::unique_ptr<Dynamics> make_dynamics(bool choose) const;
};

}  // namespace mbs
