// One run of dynamics: the integration, the rows it reports and the events it meets. Its parts are
// in dynamic.cpp (start, rows, messages) and dynamic_events.cpp (events).
#pragma once

#include <deque>
#include <memory>
#include <string>

#include "analysis/chain_check.h"
#include "analysis/contact_run.h"
#include "analysis/dynamic_system.h"
#include "analysis/echo.h"
#include "analysis/event_list.h"
#include "analysis/run.h"
#include "integrate/integrator.h"
#include "observe/observer.h"
#include "solve/impulse.h"

namespace mbs {

class DynamicRun {
 public:
  // For the event locator: all event functions at a placed and accelerated state.
  EvalStatus events(double t, ConstVector y, Vector g);

  DynamicRun(const Tables& tables, const Built& built, const RunSettings& settings,
             Diagnostics& diagnostics)
      : tables_(tables),
        built_(built),
        model_(built.model),
        phase_(built.phase),
        settings_(settings),
        diagnostics_(diagnostics),
        may_choose_(tables.forces.choose_freedoms || tables.dialect == Dialect::kabios),
        dynamics_(std::make_unique<Dynamics>(model_, phase_, settings.options, tables.forces.form,
                                             may_choose_)),
        state_(model_.nx, model_.ne) {
    state_.t = tables.time.start;
    state_.x = model_.x0;
    state_.v = model_.v0;
  }

  Outcome run(const Outputs& outputs);

 private:
  bool start();
  std::unique_ptr<DynamicSystem> make_system() const;
  bool prepare_integrator();
  bool renew_unknowns(StepStatus& status);
  bool report_rows(Observer& observer, RunOutput& out);
  bool rows_until(double limit, Observer& observer, RunOutput& out, const Interrupt& interrupt);
  StepStatus next_step();
  bool meet_events(Observer& observer, RunOutput& out);
  bool let_go();
  bool change_classes(const EventRow& row, Impulses& impulses);
  bool switch_class(const EventRow& row, const ActionRow& action, const EventTarget& target);
  bool begin_events();
  std::string describe_event(const EventRow& row, const State& before, const Impulses& impulses,
                             double value) const;
  bool chatters(const EventRow& row, double t);
  void singular(const SolveStatus& status, double t);
  void integration_failed(const DynamicSystem& system, const StepStatus& status);
  std::string describe_matrices();
  std::string describe_start() const;
  std::string describe_choice(Observer& observer);
  std::string describe_end(const Observer& observer) const;

  const Tables& tables_;
  const Built& built_;
  const Model& model_;
  Phase phase_;  // of the present: events change it
  const RunSettings& settings_;
  Diagnostics& diagnostics_;
  bool may_choose_;
  std::unique_ptr<Dynamics> dynamics_;
  State state_;
  std::unique_ptr<DynamicSystem> system_;
  std::unique_ptr<Integrator> integrator_;
  IntegratorStats earlier_;  // of the integrators before the last event
  // Events: null without any.
  std::unique_ptr<EventList> events_;
  std::unique_ptr<ContactRun> contacts_;  // null without contacts
  int deck_events() const { return events_ ? events_->count() : 0; }
  Observer* event_observer_ = nullptr;
  std::unique_ptr<EventLocator> locator_;
  State event_state_{0, 0};
  std::deque<double> recent_;  // times of the last events
  bool stopped_ = false;
  std::unique_ptr<ChainCheck> check_;  // --cross-check
  DynamicAudit audit_;
  ExitStatus status_ = ExitStatus::done;
};

}  // namespace mbs
