// The equations of motion as an integrator sees them: y' = f(t, y) of the unknowns y
// (run/motion/unknowns.h). Each evaluation brings the trial state onto the constraints first,
// degrees of freedom kept, so that the accelerations are those of a possible state however rough
// the trial is; the partition stays inside and may change without the integrator noticing.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "integrate/integrator.h"
#include "observe/energy.h"
#include "run/motion/path_audit.h"
#include "run/motion/tendon_rates.h"
#include "run/motion/unknowns.h"
#include "solve/forces/dynamics.h"
#include "text/units.h"

namespace mbs {

struct IntegrationRow;

// What INTEG and ERROR say, the defaults put in.
IntegratorSettings chosen_integrator(const IntegrationRow& row);
// The same for a mechanism: where the deck gives no abs, it follows the size of a small or large
// one.
IntegratorSettings chosen_integrator(const IntegrationRow& row, const Model& model,
                                     const UnitSystem& units = {});
// abs is one of metres and seconds in a deck that names its units: that of each unknown in them.
void scale_tolerances(const UnitSystem& units, const Model& model, const Unknowns& unknowns,
                      IntegratorSettings& settings);

class ChoiceAudit;

class DynamicSystem {
 public:
  // start: placed, with accelerations. The method decides which unknowns suit it.
  DynamicSystem(const Model& model, const Phase& phase, Dynamics& dynamics, const State& start,
                const Options& options, const IntegratorSettings& settings);
  ~DynamicSystem();

  Unknowns& unknowns() { return unknowns_; }
  const Unknowns& unknowns() const { return unknowns_; }
  int size() const { return unknowns_.size(); }

  // Who is told how accepted steps are moved; null: nobody. After the beginning at `start`.
  void watch(PathAudit* path, const State& start);
  // An event has placed the state at y, and the run goes on from there.
  void note_placed(ConstVector y, const State& placed);

  // The integrator (re)starts at this state, see Unknowns::pack().
  void pack(const State& state, double work, std::vector<double>& y);

  // For an integrator: it must not outlive this object, nor the unknowns of now.
  OdeSystem ode();
  EvalStatus rhs(double t, ConstVector y, Vector ydot);
  EvalStatus project(double t, Vector y);

  // The state at (t, y), which need not be the end of a step, brought onto the constraints; and the
  // complete one, with accelerations, stresses and reactions.
  Placed place(double t, ConstVector y, State& state);
  SolveStatus complete(double t, ConstVector y, State& state);
  // The same at the end of the step that has just been accepted, from the step's own evaluation
  // there. False where something else has been evaluated since.
  bool complete_step(double t, State& state);
  // Only positions and velocities at (t, y), not brought onto the constraints.
  SolveStatus look(double t, ConstVector y, State& state);

  // True where other unknowns may be better from the last accepted state on. change_unknowns() then
  // looks for them and lets the integrator, or one of another size, go on with them: time, motion
  // and statistics stay as they are. `state` becomes the complete state, `status` is that of the
  // beginning, `changed` says whether there were others.
  bool worn() const { return worn_; }
  SolveStatus change_unknowns(std::unique_ptr<Integrator>& integrator, State& state,
                              StepStatus& status, bool& changed);

  const SolveStatus& last_failure() const { return failure_; }
  // Positions and velocities at the end of the last step, where that was evaluated last; else null.
  const State* at_step_end(double t) const {
    return is_step_end_ && t == projected_t_ ? &trial_ : nullptr;
  }
  // The time at which a state between the ends of a step could not be placed last.
  double failed_at() const { return failed_at_; }
  // After a fixed step to time t that failed: whether only the degrees of freedom are to blame that
  // the user has named.
  bool fails_by_names(double t);
  // Fixed steps that were made again to see whether those degrees of freedom still serve.
  long long repeated_steps() const;

 private:
  Placed place(double t, ConstVector y, bool between, State& state);
  // Arcs round pulleys are those near the last accepted state, whatever has been tried since.
  void keep_windings(const State& accepted);
  void put_windings(State& state) const;
  EvalStatus fail(const SolveStatus& status, EvalKind kind);
  // Whether the unknowns are proven to determine the position, whatever the deck has named.
  bool is_proven() const { return names_deformations_ && unknowns_.minimal(); }

  const Model& model_;
  const Phase& phase_;
  Dynamics& dynamics_;
  Unknowns unknowns_;
  TendonRates tendons_;
  TotalsObserver totals_;
  PathAudit* path_ = nullptr;
  std::unique_ptr<ChoiceAudit> choice_;  // of fixed steps with named degrees of freedom, else null
  bool names_deformations_ = false;      // and coordinates are not among these
  State trial_;
  std::vector<double> windings_;  // the last numbers of x at the last accepted state
  bool worn_ = false;
  // What project() has placed last: an evaluation there need not place it again.
  double projected_t_ = 0;
  Placed projected_;
  bool is_projected_ = false;
  Accelerated at_step_end_;   // of trial_, the end of an accepted step
  bool is_step_end_ = false;  // and the mechanism is there
  SolveStatus failure_;
  double failed_at_ = 0;
};

}  // namespace mbs
