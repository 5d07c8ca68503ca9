// The equations of motion as an integrator sees them: y = (x, v of the free coordinates, states of
// the deck, what quaternions have beside those, work of some driving forces, all work), or, for a
// stiff method where springs allow it, with minimal coordinates q, qd, springs among them, in place
// of x, v. Each evaluation brings the trial state onto the constraints first, degrees of freedom
// kept, so that the accelerations are those of a possible state however rough the trial is; the
// partition stays inside and may change without the integrator noticing.
#pragma once

#include <array>
#include <memory>
#include <string>
#include <vector>

#include "analysis/path_audit.h"
#include "base/index.h"
#include "integrate/integrator.h"
#include "observe/energy.h"
#include "plan/plan.h"
#include "solve/freedom_coordinates.h"

namespace mbs {

// What INTEG and ERROR say, the defaults put in.
IntegratorSettings chosen_integrator(const IntegrationRow& row);

class ChoiceAudit;

class DynamicSystem {
 public:
  // start: placed, with accelerations. The method decides which unknowns suit it.
  DynamicSystem(const Model& model, const Phase& phase, Dynamics& dynamics, const State& start,
                const Options& options, const IntegratorSettings& settings);
  ~DynamicSystem();

  // Coordinates whose driving forces have their work integrated; before the integrator is made.
  void meter(std::vector<int> coordinates) { metered_ = std::move(coordinates); }
  const std::vector<int>& metered_coordinates() const { return metered_; }
  double metered(ConstVector y, std::size_t k) const {
    return y[y.size() - metered_.size() - 1 + k];
  }

  // Who is told how accepted steps are moved; null: nobody. After the beginning at `start`.
  void watch(PathAudit* path, const State& start) {
    path_ = path;
    if (path && springs_) path->begin(start);
  }
  // An event has placed the state at y, and the run goes on from there.
  void note_placed(ConstVector y, const State& placed) {
    if (path_ && !springs_) path_->moved(free_, y, placed);
  }

  int size() const { return 2 * count() + model_.nz() + count_of(carried_) + quadratures(); }
  // y may be that of another system with the same meters: their works stay.
  // Where the integrator (re)starts: the state is placed.
  void pack(const State& state, double work, std::vector<double>& y);
  // Of all that has no potential, and of the tensions of muscles [J]; with elastic_energy() added
  // their part is the work of the fibres, so it begins at minus that. The power of fibres is too
  // steep to be integrated where they are hardly active.
  double work(ConstVector y) const { return y.back(); }

  EvalStatus rhs(double t, ConstVector y, Vector ydot);
  EvalStatus project(double t, Vector y);

  // See OdeSystem: what is a position and its rate, and M of the unknowns, where rhs() was last.
  int pairs() const { return count(); }
  int quadratures() const { return count_of(metered_) + 1; }
  double momentum(ConstVector a, Vector p);
  // Length and rate of the path of each muscle, from which the rates of strains of tendons follow
  // steeply.
  int inner() const;
  void inner_values(Vector w) const;
  void inner_rows(Matrix dw, Matrix j) const;

  // The complete state at (t, y): placed, with accelerations, stresses and reactions.
  SolveStatus complete(double t, ConstVector y, State& state);

  // The same at the end of the step that has just been accepted, from the step's own evaluation
  // there. False where something else has been evaluated since.
  bool complete_step(double t, State& state);

  // Only positions and velocities at (t, y), not brought onto the constraints.
  SolveStatus look(double t, ConstVector y, State& state);
  // After that, at a state whose rates are known: the accelerations too. False where the unknowns
  // are others.
  bool look(ConstVector ydot, State& state) const;

  // True where other unknowns may be better from the last accepted state on. change_unknowns() then
  // looks for them and lets the integrator, or one of another size, go on with them: time, motion
  // and statistics stay as they are. `state` becomes the complete state, `status` is that of the
  // beginning, `changed` says whether there were others.
  bool worn() const { return worn_; }
  SolveStatus change_unknowns(std::unique_ptr<Integrator>& integrator, State& state,
                              StepStatus& status, bool& changed);

  const SolveStatus& last_failure() const { return failure_; }
  // After a fixed step to time t that failed: whether only the degrees of freedom are to blame that
  // the user has named.
  bool fails_by_names(double t);
  // Fixed steps that were made again to see whether those degrees of freedom still serve.
  long long repeated_steps() const;
  // "node 3 X" or "rate of node 3 X" of a component of y.
  std::string component_name(int k) const;

 private:
  int count() const;
  bool minimal() const { return springs_ && springs_->is_chosen(); }
  // Where the quaternion of an orientation that may turn stands in y.
  struct Turning {
    Orientation of;
    std::array<int, 4> place{};
  };
  void find_turning();
  void pack_turning(const State& state, Vector y) const;
  void unpack_turning(ConstVector y, State& state) const;
  void turning_rates(const State& state, Vector ydot) const;
  void take_states(ConstVector y, State& state) const;
  SolveStatus unpack(double t, ConstVector y, bool between, State& state);
  SolveStatus place(double t, ConstVector y, bool between, State& state);
  bool is_projected(double t, ConstVector y) const;

  const Model& model_;
  const Phase& phase_;
  Dynamics& dynamics_;
  TotalsObserver totals_;
  PathAudit* path_ = nullptr;
  std::vector<int> free_, metered_;
  std::vector<int> carried_;  // coordinates without a free velocity: q0, and q1 .. of what is held
  std::vector<Turning> turning_;
  // Null where they are never wanted; all free coordinates serve where there is no choice.
  std::unique_ptr<FreedomCoordinates> springs_;
  std::unique_ptr<ChoiceAudit> choice_;  // of fixed steps with named degrees of freedom, else null
  State trial_;
  bool worn_ = false;
  // What project() has placed last: an evaluation there need not place it again.
  double projected_t_ = 0;
  std::vector<double> projected_y_;
  bool projected_ = false;
  bool at_step_end_ = false;  // trial_ is the end of an accepted step, and the mechanism is there
  std::vector<double> directions_, along_, momentum_;  // of momentum()
  bool directions_known_ = false;
  SolveStatus failure_;
};

}  // namespace mbs
