// The equations of motion as an integrator sees them: y' = f(t, y) of the unknowns y
// (run/motion/unknowns.h). Each evaluation brings the trial state onto the constraints first,
// degrees of freedom kept, so that the accelerations are those of a possible state however rough
// the trial is; the partition stays inside and may change without the integrator noticing.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/index.h"
#include "base/views.h"
#include "integrate/integrator.h"
#include "model/model.h"
#include "model/state.h"
#include "observe/energy.h"
#include "run/motion/path_audit.h"
#include "run/motion/unknowns.h"
#include "solve/forces/dynamics.h"
#include "solve/place/angle_locks.h"

namespace mbs {

struct IntegrationRow;
struct UnitSystem;

// Degrees of freedom that the user has named determine the motion only as long as the Jacobian of
// the calculable coordinates is regular. Methods with error control cannot step past a position
// where it is singular, but a fixed step may: a pendulum whose degree of freedom is the height of
// its bob would bounce at the lowest point. This audit makes suspicious steps again with degrees of
// freedom that are chosen by pivoting. It compares the velocities, and the signs of the determinant
// of that Jacobian, where both runs end. Deformations with springs as unknowns are proven to
// determine the position (solve/forces/freedom_coordinates.h). If the deck names no coordinate
// beside them, the audit only notes the state: a step that skips a vibration is no other motion.
class ChoiceAudit {
 public:
  ChoiceAudit(const Model& model, const Phase& phase, const Options& options);
  ~ChoiceAudit();

  // The run begins, or goes on after an event, at a state that `dynamics` has placed.
  void begin(const State& state, Dynamics& dynamics);
  // True if the degrees of freedom have ceased to determine the motion between the last accepted
  // state and `accepted`.
  bool turned_bad(const Placed& at, const State& accepted, Dynamics& dynamics);
  // In place of turned_bad() where the unknowns are proven to determine the motion: only notes the
  // state.
  void pass(const State& accepted, Dynamics& dynamics);
  // Whether the motion goes on to time t with other degrees of freedom.
  bool others_reach(double t);
  // How many steps have been made again.
  long long repeated() const { return repeated_; }

 private:
  struct Others;
  bool move_on(State& state, double t);
  void note(const State& state, double determinacy);
  bool is_on_other_side(const State& accepted, const State& other);
  bool is_elsewhere(const State& accepted, const State& other, double determinacy) const;

  const Model& model_;
  const Phase& phase_;
  const Options& options_;
  State last_;                     // the last accepted state
  double determinacy_ = 0;         // of the partition there
  double determinacy_change_ = 0;  // of the last step
  double best_ = 0;                // the largest determinacy so far
  long long repeated_ = 0;
  std::unique_ptr<Others> others_;  // null until it is needed
};

// Steep rates of states: the strains of tendons change fast with the length and rate of the path of
// their muscle, while length and rate are smooth functions of the motion. A stiff method gets both
// parts of the derivative (OdeSystem::inner).
class TendonRates {
 public:
  explicit TendonRates(const Model& model) : muscles_(model.forces.muscles) {}

  // Length and rate of the path of each muscle.
  int count() const { return 2 * count_of(muscles_); }
  void values(const State& state, Vector w) const;
  // Rows of df/dy for the strains. dw: the derivatives of values() by y; first: the row of the
  // first state.
  void rows(const State& state, ConstVector stimulations, int first, Matrix dw, Matrix j) const;

 private:
  const std::vector<Muscle>& muscles_;
};

// INTEG AUTO: a dynamic run chooses between STEP, STIFF and GALPHA; other runs take STEP.
bool is_automatic(const IntegrationRow& row);
// The settings of INTEG and ERROR, with their defaults.
IntegratorSettings chosen_integrator(const IntegrationRow& row);
// The settings for a mechanism: if the deck gives no abs, the default abs is scaled with the size
// of a mechanism smaller than 0.1 m or larger than 10 m.
IntegratorSettings chosen_integrator(const IntegrationRow& row, const Model& model,
                                     const UnitSystem& units);
// In a deck that names its units abs is in metres and seconds: converts it to the deck's units for
// each unknown.
void scale_tolerances(const UnitSystem& units, const Model& model, const Unknowns& unknowns,
                      IntegratorSettings& settings);

class ChoiceAudit;
class StepTangent;

class PoleWatch;

class DynamicSystem {
 public:
  // start: placed, with accelerations. The method decides which unknowns suit it.
  DynamicSystem(const Model& model, const Phase& phase, Dynamics& dynamics, const State& start,
                const Options& options, const IntegratorSettings& settings);
  ~DynamicSystem();

  Unknowns& unknowns() { return unknowns_; }
  const Unknowns& unknowns() const { return unknowns_; }
  // Where angles that are only measured bound the next step.
  double longest_step() const { return locks_ ? locks_->longest_step() : HUGE_VAL; }
  int size() const { return unknowns_.size(); }

  // path: is told how projections move accepted steps; null: nobody is told. start: the first
  // state.
  void watch(PathAudit* path, const State& start);
  // Coordinates (nx) whose velocities something reads: the tolerance holds for them, however large
  // the mechanism. Before ode(); empty: none.
  void hold_rates(std::vector<char> read) { rates_read_ = std::move(read); }
  // An event has placed the state at y, and the run goes on from there.
  void note_placed(ConstVector y, const State& placed);

  // The integrator (re)starts at this state, see Unknowns::pack().
  void pack(const State& state, double work, std::vector<double>& y);

  // The functions for an integrator, which must not outlive this object or its present unknowns.
  OdeSystem ode();
  EvalStatus rhs(double t, ConstVector y, Vector ydot);
  EvalStatus project(double t, Vector y);
  // Evaluations of rhs() within a step are told to this one; null: to none.
  void listen(PoleWatch* poles) { poles_ = poles; }

  // place(): the state at (t, y), which need not be the end of a step, brought onto the
  // constraints. complete(): with accelerations, stresses and reactions, too.
  Placed place(double t, ConstVector y, State& state);
  SolveStatus complete(double t, ConstVector y, State& state);
  // complete() at the end of the step that has just been accepted, from the step's own evaluation
  // there. False where something else has been evaluated since.
  bool complete_step(double t, State& state);
  // Only positions and velocities at (t, y), not brought onto the constraints.
  SolveStatus look(double t, ConstVector y, State& state);

  // worn(): other unknowns may be better from the last accepted state on. change_unknowns() looks
  // for them and lets the integrator, or one of another size or of other tolerances, go on with
  // them: time, motion and statistics stay as they are. state: becomes the complete state; status:
  // of the integrator's beginning; changed: whether there were other unknowns.
  bool worn() const { return worn_; }
  SolveStatus change_unknowns(const UnitSystem& units, std::unique_ptr<Integrator>& integrator,
                              State& state, StepStatus& status, bool& changed);

  const SolveStatus& last_failure() const { return failure_; }
  // Positions and velocities at the end of the last step, where that was evaluated last; else null.
  const State* at_step_end(double t) const {
    return is_step_end_ && t == projected_t_ ? &trial_ : nullptr;
  }
  // The time at which a state between the ends of a step could not be placed last.
  double failed_at() const { return failed_at_; }
  // After a fixed step to time t that failed: whether only the degrees of freedom that the user has
  // named are to blame.
  bool fails_by_names(double t);
  // Number of fixed steps that were made again to check the named degrees of freedom.
  long long repeated_steps() const;

 private:
  PoleWatch* poles_ = nullptr;
  Placed place(double t, ConstVector y, bool between, State& state);
  void displace(ConstVector change, Vector moved) const;
  StepTangent& step_tangent();
  bool find_tangent(ConstVector excess);
  bool takes_changes() const;
  EvalStatus unbalance(double t, ConstVector y, ConstVector a, Vector p);
  SolveStatus unpack_trial(double t, ConstVector y, bool is_end);
  // Windings start from the last accepted state, whatever has been tried since; those of angles
  // that count turns and of ways that close go on at their mean rate over the last step.
  void keep_windings(const State& accepted);
  void put_windings(double t, State& state) const;
  void find_round_rates(const State& state);
  void note_locks(const State& state, const Evaluation& here);
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
  std::unique_ptr<ChoiceAudit> choice_;   // of fixed steps with named degrees of freedom, else null
  std::unique_ptr<StepTangent> tangent_;  // of a large mechanism, from its first use on
  bool names_deformations_ = false;       // no coordinate is a degree of freedom
  bool by_stiff_ = false, by_galpha_ = false;  // the method is STIFF, or GALPHA
  std::vector<char> rates_read_;
  State trial_;
  double windings_at_ = 0;        // the time of the last accepted state
  std::vector<double> windings_;  // the last numbers of x there
  struct WindingRate {
    int winding, foretold;  // indices into x: of the angle or way, and of what is foretold of it
    double rate;
  };
  std::vector<WindingRate> winding_rates_;  // of angles, then of ways that close
  std::optional<AngleLocks> locks_;         // none: no angle that is only measured
  std::optional<Evaluation> rounds_;        // of ways that close
  std::vector<double> round_rates_;
  bool worn_ = false;
  std::vector<double> packed_;  // y of a state that has been placed
  // The state that project() has placed last: an evaluation there need not place it again.
  double projected_t_ = 0;
  Placed projected_;
  bool is_projected_ = false;
  Accelerated at_step_end_;   // of trial_, the end of an accepted step
  bool is_step_end_ = false;  // the mechanism is at the end of that step
  bool is_iterate_ = false;   // the unknowns were unpacked last in unbalance(), at trial_
  SolveStatus failure_;
  double failed_at_ = 0;
};

}  // namespace mbs
