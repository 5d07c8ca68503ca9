// The integration of a dynamic run: the unknowns for the present classes, the deck's method applied
// to them, and the error message where a step fails.
#pragma once

#include <cmath>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "base/options.h"
#include "model/model.h"
#include "model/phase.h"
#include "model/state.h"
#include "plan/method.h"
#include "run/motion/dynamic_site.h"
#include "run/motion/dynamic_system.h"

namespace mbs {

struct Layout;
struct Quantity;

// Dead positions: a prescribed motion goes beyond what the mechanism can reach. Its velocities grow
// without bound towards a finite time, and the steps shrink with the time that is left. Such a run
// ends with an error that says so.
class DeadPosition {
 public:
  DeadPosition(const Model& model, const Options& options) : model_(model), options_(options) {}

  // To be called after each accepted step. True now and then while steps are very short: is_near()
  // is to be called then.
  bool is_suspected(double step);

  // Whether prescribed motions leave the mechanism no position shortly after `now`: a thousandth of
  // the longest step later, or `failed_step` later if that is longer.
  bool is_near(const State& now, const Phase& phase, double failed_step = 0);
  // After is_near(): "the motion prescribed to body 2 X ...", and how to mend it.
  std::string problem() const { return problem_; }
  static std::string expected();

 private:
  const Model& model_;
  const Options& options_;
  double longest_ = 0;  // step so far [s]
  int short_steps_ = 0;
  std::string problem_;
};

// Whether a channel is a place, an angle or a deformation, and no rate of it.
bool is_position(const Quantity& what);

class Integration {
 public:
  // path: is told how accepted steps are moved.
  Integration(DynamicSite& site, PathAudit& path);

  // From the next make() or rebuild_system() on, in the place of the method of the deck.
  void take_method(std::string method) { row_.method = std::move(method); }

  // Makes unknowns and integrator at the present state. The works of the driving forces of the
  // coordinates `metered` are unknowns too. False, with an error, where INTEG is wrong.
  bool make(std::vector<int> metered);
  // These channels of a layout are read by the deck; their velocities keep their tolerance. Makes
  // the integrator again. all: every velocity does.
  bool hold_rates(const Layout& layout, const std::vector<int>& channels, bool all);
  // After classes have changed: make the unknowns again, then an integrator for them.
  void rebuild_system();
  bool rebuild_integrator();

  // Starts the integrator at the present state, with `work` [J] done so far. fresh: the integrator
  // has just been made.
  StepStatus go_on(double t, double work, bool fresh);
  StepStatus step() { return integrator_->step(); }
  // The next step ends at `stop` at the latest, and is no longer than `longest`.
  void bound_step(double stop, double longest);
  // Goes on at time t, right behind the present time; between these times a load or motion jumps.
  StepStatus pass_jump(double t);
  // Takes other unknowns where they may be better from the last step on; the motion goes on as it
  // was. changed: whether other unknowns were taken. False after an error.
  bool change_unknowns(StepStatus& status, bool& changed);

  // True, with an error, where the last step has come next to a dead position.
  bool in_dead_position(double failed_step = 0);
  // A cheap test; where it is false, in_dead_position() need not be called.
  bool may_be_in_dead_position() { return dead_position_.is_suspected(step_size()); }
  // Reports the error of a step that has failed.
  void report_failure(const StepStatus& status);

  double t() const { return integrator_->t(); }
  // The longest next step that the unknowns allow, where the method chooses its steps.
  double longest_step() const {
    if (method_.h > 0) return HUGE_VAL;
    return std::min(system_->unknowns().longest_step(y()), system_->longest_step());
  }
  // The step that the method would make next, before any bound on it.
  double planned_step() const { return integrator_->stats().h_next; }
  double step_size() const { return integrator_->t() - integrator_->t_previous(); }
  ConstVector y() const { return integrator_->y(); }
  DynamicSystem& system() { return *system_; }
  Integrator& integrator() { return *integrator_; }
  // The last accepted state becomes the present one.
  void take_latest() { system_->complete(t(), y(), site_.state); }

  // Over the whole run, across events: steps, evaluations, and the energy that the method has taken
  // out up to the end of the last step [J].
  IntegratorStats totals() const;
  long long steps() const { return totals().accepted; }
  double dissipated() const { return totals().dissipated; }
  // Settings of the integrator that was made last.
  const IntegratorSettings& method() const { return method_; }

 private:
  bool runs_away() const;
  bool build_integrator();
  double first_failure();

  DynamicSite& site_;
  PathAudit& path_;
  DeadPosition dead_position_;
  IntegratorSettings method_;
  std::unique_ptr<DynamicSystem> system_;
  std::unique_ptr<Integrator> integrator_;
  IntegratorStats earlier_;  // of the integrators before this one
  std::vector<double> y_;
  std::vector<char> rates_read_;  // nx, or empty: none
  IntegrationRow row_;            // of the deck, with the method that has been taken
};

}  // namespace mbs
