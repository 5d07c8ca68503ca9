// One run of dynamics: the integration, the rows it reports and the events it meets. Its parts are
// in dynamic.cpp (start, rows, messages), dynamic_events.cpp and
// dynamic_actions.cpp, dynamic_impacts.cpp (events).
#pragma once

#include <chrono>
#include <cmath>
#include <deque>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "analysis/chain_check.h"
#include "analysis/contact_run.h"
#include "analysis/dead_position.h"
#include "analysis/dynamic_system.h"
#include "analysis/echo.h"
#include "analysis/event_list.h"
#include "analysis/event_text.h"
#include "analysis/measure_run.h"
#include "analysis/provenance.h"
#include "analysis/ranges.h"
#include "analysis/run.h"
#include "analysis/stiff_muscle.h"
#include "integrate/integrator.h"
#include "observe/observer.h"
#include "solve/impact.h"
#include "solve/rank_audit.h"

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
        x_by_event_(static_cast<std::size_t>(model_.nx), 0),
        e_by_event_(static_cast<std::size_t>(model_.ne), 0),
        settings_(settings),
        diagnostics_(diagnostics),
        may_choose_(tables.forces.choose_freedoms),
        dynamics_(std::make_unique<Dynamics>(model_, phase_, settings.options, tables.forces.form,
                                             may_choose_)),
        state_(model_.nx, model_.ne, model_.nz()),
        path_(model_) {
    state_.t = tables.time.start;
    state_.x = model_.x0;
    state_.v = model_.v0;
    state_.z = model_.z0();
  }

  Outcome run(const Outputs& outputs);

 private:
  bool start();
  ExitStatus start_closed();
  bool follows_choice() const;
  std::unique_ptr<DynamicSystem> make_system() const;
  bool prepare_integrator();
  bool renew_unknowns(StepStatus& status);
  bool report_rows(Observer& observer, RunOutput& out);
  bool rows_until(double limit, Observer& observer, RunOutput& out, const Interrupt& interrupt);
  bool write_row(double t, ConstVector y, Observer& observer, RunOutput& out);
  void observe_rest(double t, ConstVector y, Observer& observer, Vector values) const;
  StepStatus next_step();
  // dynamic_events.cpp
  struct Moment {
    double t = 0, work = 0;
    std::vector<double> y, g;
    bool jumped = false;           // velocities or parameters
    bool switched = false;         // classes
    bool struck = false;           // the impacts of the present round are done
    int striker = -1;              // by this event
    std::vector<std::string> who;  // events and contacts
  };
  bool begin_events();
  bool no_value(const EvalStatus& status, double t);
  bool can_evaluate(const EvalStatus& status, double t);
  bool evaluate_events(Moment& moment);
  bool meet_events(Observer& observer, RunOutput& out);
  bool happen(Observer& observer, RunOutput& out);
  bool is_same_row(double a, double b) const;
  void note_side_of_row(const Moment& moment, RunOutput& out);
  const std::string& label_of(int function) const;
  bool end_at(const Moment& moment, Observer& observer, RunOutput& out);
  bool go_on(Moment& moment, Observer& observer);
  bool restart_locator(double t, ConstVector y);
  void expect_bounces(double t, ConstVector y);
  bool may_happen(SourceLocation where, const std::string& label, double t);
  bool may_be_repeated(SourceLocation where, const std::string& label, double t);
  void note_sides(const std::vector<double>& g, std::vector<int>& sides) const;
  std::vector<int> made_happen(const std::vector<int>& before, const std::vector<int>& after) const;
  // dynamic_actions.cpp
  struct BounceSeries {
    int count = 0;
    double first = 0, last = 0;  // speeds of approach
    bool warned = false;
  };
  bool carry_out(const std::vector<int>& now, std::size_t which, Moment& moment, Observer& observer,
                 RunOutput& out);
  bool stays_finite(const Moment& moment);
  void stimulate(const ActionRow& action, EventEffect& effect);
  bool set_parameter(int event, int action, EventEffect& effect);
  bool motions_go_on(const EventRow& row, bool& jump);
  bool is_fixed_by_event(const EventTarget& target) const;
  bool switch_class(const EventRow& row, const ActionRow& action, const EventTarget& target);
  bool let_go(const EventRow& row, const ActionRow& action);
  void let_choice_go();
  bool refit(const EventRow& row, EventEffect& effect);
  bool has_new_hold() const;
  bool holds_what_cannot_move(const EventRow& row);
  bool holds_too_much(const EventRow& row, const RankAudit& audit);
  bool keeps_energy(const EventRow& row, const Impulses& impulses);
  bool no_mass(const EventRow& row, const SolveStatus& status);
  bool strike_stops(const std::vector<int>& now, std::size_t from, EventEffect& effect,
                    bool& switched);
  bool note_impact(std::pair<int, int> source, const ImpactOutcome& outcome, std::size_t k,
                   EventEffect& effect);
  void hold(const EventTarget& target);
  int index_of(const EventTarget& target) const;
  Class& class_of(const EventTarget& target);
  std::string name_of(const EventTarget& target) const;
  // dynamic.cpp
  long long steps_done() const;
  double dissipated() const;
  bool end_early();
  // dynamic_contacts.cpp
  bool gaps_are_free_of_events();
  bool start_contacts();
  bool take_change(const ContactChange& change);
  bool go_on_after(const ContactChange& change, double energy_before, Moment& moment,
                   Observer& observer, RunOutput& out);
  bool meet_contacts(const std::vector<EventHit>& hits, Moment& moment, Observer& observer,
                     RunOutput& out);
  bool settle_contacts(Moment& moment, Observer& observer, RunOutput& out);
  bool jump(Moment& moment, bool switched, double energy_before, Observer& observer);
  void singular(const SolveStatus& status, double t);
  bool leaves_table();
  bool in_dead_position(double failed_step = 0);
  void integration_failed(DynamicSystem& system, const StepStatus& status);
  bool write_matrices(RunOutput& out);
  // dynamic_measures.cpp
  class StepSource;
  class InstantSource;
  bool make_measures(const Observer& observer);
  void measure_start(Observer& observer);
  void measure_step(double limit, Observer& observer);
  void measure_jump(const Moment& moment, Observer& observer);
  void observe_probe(const State& state, ConstVector y, Observer& observer, Vector values);
  // dynamic.cpp
  std::vector<char> given_at_start() const;
  std::string describe_start() const;
  std::string describe_choice(Observer& observer);
  // dynamic_verdict.cpp
  void judge_run(const Observer& observer, Outcome& outcome);
  void note_held();
  void note_gain(double before, const Observer& observer);
  Evidence evidence(const Observer& observer) const;
  std::string describe_loss(double scale) const;
  std::string describe_end(const Outcome& outcome, const Observer& observer) const;
  std::string describe_counts(const Observer& observer) const;

  const Tables& tables_;
  const Built& built_;
  const Model& model_;
  Phase phase_;                                // of the present: events change it
  Phase phase_before_;                         // the event that happens now
  std::vector<char> x_by_event_, e_by_event_;  // whose class an event has given
  const RunSettings& settings_;
  Diagnostics& diagnostics_;
  RangeWatch ranges_{model_};
  StiffMuscle stiff_muscle_;
  DeadPosition dead_position_{model_, settings_.options};
  bool may_choose_;
  std::unique_ptr<Dynamics> dynamics_;
  State state_;
  std::unique_ptr<DynamicSystem> system_;
  std::unique_ptr<Integrator> integrator_;
  IntegratorStats earlier_;  // of the integrators before the last event
  // Events: null without any.
  std::unique_ptr<EventList> events_;
  std::unique_ptr<ContactRun> contacts_;  // null without contacts
  std::string contact_text_;              // of the start
  std::unique_ptr<MeasureRun> measures_;  // null without measures
  State measure_state_{0, 0};
  int deck_events() const { return events_ ? events_->count() : 0; }
  Observer* event_observer_ = nullptr;
  std::unique_ptr<EventLocator> locator_;
  State event_state_{0, 0};
  State good_state_{0, 0};  // of the present instant, before what happens now
  struct Recent {
    double t;
    const std::string* label;
  };
  std::deque<Recent> recent_;  // the last events
  long long events_met_ = 0;
  std::vector<std::string> met_;  // their labels and those of contacts, in order
  std::vector<int> strikers_;     // events with impacts of the present instant
  std::map<std::pair<int, int>, BounceSeries> bounces_;  // by event and action
  double jump_time_ = -HUGE_VAL;  // of the last events that changed velocities or forces
  std::string jump_text_;         // their names
  bool stopped_ = false;
  bool explained_ = false;             // why a step failed
  std::unique_ptr<ChainCheck> check_;  // of a chain
  DynamicAudit audit_;
  Kinematics::Largest largest_rates_;  // of the rows so far
  PathAudit path_;
  ExitStatus status_ = ExitStatus::done;
};

}  // namespace mbs
