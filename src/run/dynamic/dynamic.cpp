// Forward, inverse and mixed dynamics, as the classes of the coordinates ask. A run is a start,
// then steps. After each step the rows within it are written and the events within it carried out.
//
// One file above 400 lines: all parts of a step work on the same members, in one order.
#include <algorithm>
#include <cmath>
#include <optional>

#include "plan/plan.h"
#include "run/dynamic/dynamic_start.h"
#include "run/dynamic/event_run.h"
#include "run/dynamic/method_choice.h"
#include "run/events/contact_forces.h"
#include "run/frame/limits.h"
#include "run/frame/ranges.h"
#include "run/frame/redundancy_watch.h"
#include "run/frame/scale.h"
#include "run/measures/measure_run.h"
#include "run/motion/freedom_watch.h"
#include "run/motion/known_times.h"
#include "run/motion/law_leaps.h"
#include "run/motion/motion_watches.h"
#include "run/motion/pole_watch.h"
#include "run/motion/state_start.h"
#include "solve/place/rank_audit.h"

namespace mbs {

namespace {

class DynamicRun {
 public:
  // The start has been made. Errors go to the diagnostics of the site.
  DynamicRun(DynamicSite& site, const DynamicStart& start, const Outputs& outputs);

  Outcome run();

 private:
  bool prepare();
  bool hold_rates();
  void open_report();
  void watch_events();
  bool begin(StepStatus& status, const Interrupt& interrupt);
  bool integrate();
  bool step_on(StepStatus& status, const Interrupt& interrupt);
  bool plan_step(StepStatus& status);
  bool take_turning_rows(double limit, const Interrupt& interrupt);
  void note_step_end();
  bool names_cause(const StepStatus& status);
  bool watch_laws();
  bool follow_kinks(const KnownTimes::Plan& plan);
  void begin_watches();
  bool take_rows(double limit, const Interrupt& interrupt);
  bool end_early();

  DynamicSite& site_;
  const DynamicStart& start_;
  const Outputs& outputs_;
  Observer observer_;
  PathAudit path_;
  Integration integration_;
  ChoiceWatch choice_watch_;
  FreedomWatch freedom_watch_;
  RunChannels channels_;
  DynamicJudge judge_;
  RangeWatch ranges_;
  KnownTimes known_times_;
  LawJumps law_jumps_;
  FieldWatch fields_;
  // Where rotations go on from: the end of the last step, and places within it.
  State step_end_, between_;
  bool events_read_turns_ = false;
  std::vector<double> y_;
  PoleWatch poles_;
  // Made by prepare() and open_report().
  std::optional<EventList> event_list_;  // of the deck
  std::optional<DynamicMeasures> measures_;
  std::optional<MethodChoice> automatic_;  // of INTEG AUTO
  std::optional<RunOutput> out_;
  std::optional<DynamicRows> rows_;
  std::optional<EvenForces> shared_;       // of contacts
  std::optional<EventRun> events_;         // empty if neither deck nor contacts have events
  std::optional<StableStep> stable_step_;  // of fixed steps of an explicit method
  std::optional<LawLeaps> law_leaps_;      // of fixed steps, where a finer run is compared
  bool turn_bounds_ = false;               // the longest step follows a prescribed rotation
  bool interrupted_ = false;
};

DynamicRun::DynamicRun(DynamicSite& site, const DynamicStart& start, const Outputs& outputs)
    : site_(site),
      start_(start),
      outputs_(outputs),
      observer_(site.plan, site.model, site.phase),
      path_(site.model),
      integration_(site, path_),
      choice_watch_(site, integration_),
      freedom_watch_(site, integration_),
      channels_(site, integration_, observer_),
      judge_(site, integration_, observer_, path_, start.compared()),
      ranges_(site.model),
      known_times_(site.model, site.phase,
                   chosen_integrator(site.plan.method.integration, site.model, site.plan.units()),
                   site.diagnostics),
      law_jumps_(site.model, site.phase, site.end_time() - site.plan.time.start),
      fields_(site.model, site.phase,
              chosen_integrator(site.plan.method.integration, site.model, site.plan.units()),
              site.diagnostics),
      step_end_(site.state),
      between_(site.state),
      poles_(site.model, site.phase, true) {}

// Makes the parts that the first step and the first row need. False after an error.
bool DynamicRun::prepare() {
  if (start_.contacts->any()) channels_.show(shared_.emplace(site_, start_.contacts->set()));
  path_.set_length(site_.dynamics->kinematics().jacobian().length());
  path_.set_units(site_.plan.units());
  path_.note_size(site_.state);
  std::vector<int> metered;
  for (const ChainObserver::Meter& meter : observer_.meters()) metered.push_back(meter.coordinate);
  if (!integration_.make(std::move(metered))) return false;
  check_state_names(site_.model, observer_.layout(), site_.diagnostics);
  // Errors of all lines that read channels are given together.
  observer_.add_outs(site_.plan, site_.diagnostics);
  const Layout& layout = observer_.layout();
  if (!site_.plan.events.empty()) event_list_.emplace(site_.plan, layout, site_.diagnostics);
  measures_.emplace(site_, integration_, channels_, layout);
  const TimeGrid& time = site_.plan.time;
  out_.emplace(outputs_, layout, site_.settings.digits,
               report_scale(site_.model, site_.dynamics->kinematics().jacobian().length(), time),
               time_decimals(time.start, time.step), site_.diagnostics, site_.plan.reports);
  return !site_.diagnostics.has_errors() && hold_rates();
}

// Velocities that events, measures, OUT lines, contacts or friction read keep their tolerance. With
// INTEG AUTO the method is chosen first.
bool DynamicRun::hold_rates() {
  const Layout& layout = observer_.layout();
  std::vector<int> read;
  if (event_list_) read = event_list_->reads();
  if (const MeasureRun* measures = measures_->run()) {
    const std::vector<int> more = measures->channels();
    read.insert(read.end(), more.begin(), more.end());
  }
  const bool all = !layout.outs.empty() || start_.contacts->any() ||
                   !site_.model.forces.contacts.empty() || !site_.phase.sliding.empty() ||
                   !site_.model.forces.smooth_frictions.empty();
  if (is_automatic(site_.plan.method.integration)) {
    automatic_.emplace(site_, layout, asked_channels(site_.plan, layout, read, all));
    automatic_->choose(site_.plan.time.start);
    if (automatic_->method() != integration_.method().method) {
      integration_.take_method(automatic_->method());
      integration_.rebuild_system();
      if (!integration_.rebuild_integrator()) return false;
    }
  }
  return integration_.hold_rates(layout, read, all);
}

void DynamicRun::open_report() {
  if (site_.settings.echo)
    out_->comment(outputs_.head_of(site_.built) + describe_start(site_, integration_) +
                  (automatic_ ? automatic_->why() : "") + start_.contact_text +
                  describe_choice(site_, start_));
}

void DynamicRun::watch_events() {
  const auto names_law = [this] {
    return law_jumps_.explain_events(integration_, integration_.step_size(),
                                     site_.dynamics->loads(), site_.diagnostics);
  };
  events_.emplace(
      EventSurroundings{site_, integration_, channels_, observer_, judge_, *rows_, *measures_,
                        path_, *out_, automatic_ ? &*automatic_ : nullptr, names_law},
      event_list_ ? &*event_list_ : nullptr, *start_.contacts);
}

// Writes the rows and samples the measures up to `limit`, a time within the last step.
bool DynamicRun::take_rows(double limit, const Interrupt& interrupt) {
  judge_.note_step(integration_, limit);
  if (observer_.follows_turns() && !take_turning_rows(limit, interrupt)) return false;
  if (!rows_->write_until(limit, interrupt)) return false;
  measures_->advance(limit);
  return true;
}

// Rotations that go on from what was before are followed within a step, too, in parts in which they
// cannot turn by so much that the end of a part does not tell how. The step itself stays as it is.
bool DynamicRun::take_turning_rows(double limit, const Interrupt& interrupt) {
  constexpr double kLeast = 1e-6;  // of the step
  const double least = kLeast * integration_.step_size();
  double t = integration_.integrator().t_previous();
  while (limit - t > observer_.longest_turn()) {
    t += std::max(least, observer_.longest_turn());
    if (!(t < limit)) break;
    if (!rows_->write_until(t, interrupt)) return false;
    measures_->advance(t);
    y_.resize(integration_.system().size());
    if (!integration_.integrator().interpolate(t, y_).ok()) break;
    integration_.system().look(t, y_, between_);
    observer_.follow_turns(between_);
  }
  return true;
}

// Ends the run because of LIMIT or an interrupt; the message has been given.
bool DynamicRun::end_early() {
  integration_.take_latest();
  interrupted_ = true;
  return false;
}

// A kink of prescribed motions is an impact on the bodies that they move. False after an error.
bool DynamicRun::follow_kinks(const KnownTimes::Plan& plan) {
  if (!events_) {
    watch_events();
    if (!events_->watch().begin()) return false;
  }
  bool found = true;
  if (!events_->take_kinks(plan.kinks, plan.behind, found)) return false;
  if (!found) known_times_.leave_out(plan.kinks.front());
  return true;
}

// The laws go on from the present state in another way than before.
void DynamicRun::begin_watches() {
  const Loads& loads = site_.dynamics->loads();
  fields_.begin(site_.state, loads.ed, loads.law_slots);
  poles_.begin(site_.state.t, &loads);
  if (law_leaps_) law_leaps_->begin();
}

// Bounds the next step by the known jumps and kinks of the functions of time. If a function jumps
// at the present time, the integration goes on behind the jump. False after an error that has been
// given.
bool DynamicRun::plan_step(StepStatus& status) {
  const double left = site_.end_time() - integration_.t(), planned = integration_.planned_step(),
               ahead = planned > 0 ? std::min(planned, left) : left;  // 0: not planned yet
  // The search for events looks at a whole step before rotations are followed in it.
  const bool by_events = events_read_turns_ && !(integration_.method().h > 0);
  const double turn_of_events = by_events ? observer_.longest_turn() : HUGE_VAL;
  const double turn = std::min({site_.longest_turn(), turn_of_events, integration_.longest_step(),
                                fields_.longest(ahead, integration_.method())});
  integration_.integrator().set_guard(fields_.any() ? &fields_ : nullptr);
  const bool bounds = std::isfinite(turn) || turn_bounds_;
  turn_bounds_ = std::isfinite(turn);
  if (!known_times_.any()) {
    if (bounds) integration_.bound_step(site_.end_time(), turn);
    return true;
  }
  const double end = site_.end_time();
  KnownTimes::Plan plan = known_times_.plan(integration_.t(), end);
  // A velocity that jumps at the end itself is an impact, too, which the last row shows.
  while (plan.jumps && (plan.behind < end || (plan.behind <= end && !plan.kinks.empty()))) {
    if (known_times_.report_jump(plan.kinks)) return false;
    if (!plan.kinks.empty()) {
      if (!follow_kinks(plan)) return false;
      if (events_->stopped()) return true;
    } else if (status = integration_.pass_jump(plan.behind); !status.ok()) {
      return true;
    }
    measures_->jump(integration_.y());
    judge_.interrupt_rows();
    begin_watches();
    plan = known_times_.plan(integration_.t(), end);
  }
  if (plan.has_passed) measures_->forget(), judge_.interrupt_rows();
  integration_.bound_step(std::min(plan.stop, end), std::min(plan.length, turn));
  integration_.integrator().set_meter(known_times_.meter());
  return true;
}

// One step with the rows and events within it. False after an error that has been given; a status
// that is not ok has no message yet.
bool DynamicRun::step_on(StepStatus& status, const Interrupt& interrupt) {
  if (!plan_step(status)) return false;
  if (!status.ok() || (events_ && events_->stopped())) return true;
  if (integration_.t() >= site_.end_time()) return rows_->write_until(integration_.t(), interrupt);
  if (poles_.hears_stages()) integration_.system().listen(&poles_);
  status = integration_.step();
  integration_.system().listen(nullptr);
  bool passes_pole = false;
  if (status.ok()) {
    ranges_.note(site_.dynamics->kinematics().evaluation(), integration_.t());
    fields_.note(integration_.t(), site_.dynamics->loads().law_slots);
    if (law_leaps_) law_leaps_->note(integration_.t(), site_.dynamics->loads());
    passes_pole = poles_.note(integration_.t(), &site_.dynamics->loads());
    if (stable_step_) stable_step_->note(integration_.system().at_step_end(integration_.t()));
  }
  if (status.ok() && events_)
    if (const StepStatus scanned = events_->watch().scan(); !scanned.ok()) status = scanned;
  if (!status.ok()) return true;
  if (observer_.follows_turns()) note_step_end();
  law_jumps_.note(integration_.step_size(), site_.dynamics->loads(), integration_.method());
  if (is_generalised_alpha(integration_.method().method))
    law_jumps_.warn_of_trembling(integration_.t(), integration_.step_size(),
                                 site_.dynamics->loads(), site_.diagnostics);
  if (integration_.may_be_in_dead_position() && integration_.in_dead_position()) return false;
  site_.settings.note_progress(integration_.t());
  if (!within_ranges(site_.model, ranges_, integration_.t(), site_.diagnostics) ||
      !redundancy_holds(site_.model, site_.phase, site_.dynamics->kinematics().evaluation(),
                        integration_.t(), site_.diagnostics))
    return false;
  const bool hit = events_ && events_->watch().has_hits();
  const double limit = hit ? events_->watch().time() : integration_.t();
  if (passes_pole && poles_.time() <= limit) {
    poles_.report(site_.diagnostics);
    return false;
  }
  if (const std::optional<double> end = choice_watch_.find(limit)) {
    if (take_rows(std::min(*end, limit), interrupt)) choice_watch_.report(*end);
    return false;
  }
  if (const std::optional<double> end = freedom_watch_.find(limit)) {
    if (take_rows(std::min(*end, limit), interrupt)) freedom_watch_.report(*end);
    return false;
  }
  // An event is found just past its zero: a row at that very time still comes before it.
  if (!take_rows(limit, interrupt)) return false;
  if (!hit && observer_.follows_turns()) observer_.follow_turns(step_end_);
  if (hit) {
    judge_.interrupt_rows();
    const bool goes_on = interrupt.requested() || events_->take_hits();
    if (goes_on) choice_watch_.begin(), freedom_watch_.begin();
    if (goes_on) begin_watches();
    if (goes_on && observer_.follows_turns()) observer_.follow_turns(site_.state);
    if (goes_on && stable_step_) stable_step_->begin(site_.state);
    return goes_on;
  }
  bool other_unknowns = false;
  if (!integration_.change_unknowns(status, other_unknowns)) return false;
  if (!other_unknowns && status.ok() && !watch_laws()) return false;
  return !other_unknowns || !events_ || !status.ok() || events_->watch().follow_unknowns();
}

// Rows and measures within the step are taken before the rotations go on from its end.
void DynamicRun::note_step_end() {
  DynamicSystem& system = integration_.system();
  const State* const end = system.at_step_end(integration_.t());
  if (end)
    step_end_ = *end;
  else
    system.look(integration_.t(), integration_.y(), step_end_);
}

// Reports an error and returns false if a force law that jumps holds the motion at its jump.
bool DynamicRun::watch_laws() {
  const Loads& loads = site_.dynamics->loads();
  if (stable_step_) {
    law_jumps_.warn_of_fixed_step(integration_, loads, site_.diagnostics);
  } else if (law_jumps_.holds(integration_, loads)) {
    law_jumps_.report(site_.diagnostics);
    integration_.take_latest();
    return false;
  }
  return true;
}

// Reports an error and returns true where a law that jumps, or friction that jams, fails a step.
bool DynamicRun::names_cause(const StepStatus& status) {
  using enum StepKind;
  const bool no_step = status.kind == step_too_small || status.kind == not_solved;
  if (!no_step && status.kind != rhs_failed) return false;
  const Loads& loads = site_.dynamics->loads();
  if (no_step && law_jumps_.explain(integration_, status.h, loads, site_.diagnostics)) return true;
  integration_.take_latest();
  return site_.report_problem(start_.contacts->set().find_jam(site_));
}

// Writes the first row. Return value and status: as of step_on().
bool DynamicRun::begin(StepStatus& status, const Interrupt& interrupt) {
  if (site_.settings.check_only) out_->mute();
  status =
      integration_.go_on(site_.plan.time.start, -elastic_energy(site_.model, site_.state), true);
  if (status.ok()) choice_watch_.begin(), freedom_watch_.begin();
  if (status.ok() && events_ && !events_->watch().begin()) return false;
  if (status.ok() && !rows_->write_until(integration_.t(), interrupt)) return false;
  events_read_turns_ = event_list_ && observer_.reads_turns(event_list_->reads());
  if (status.ok() && observer_.follows_turns()) observer_.follow_turns(site_.state);
  if (status.ok()) measures_->start();
  const IntegratorSettings& method = integration_.method();
  const bool fixed = is_fixed_step(method.method, method.h);
  if (fixed) poles_.take_fixed_steps(method.h, is_implicit(method.method));
  if (status.ok()) begin_watches();
  if (fixed && !is_implicit(method.method))
    stable_step_.emplace(site_, integration_).begin(site_.state);
  if (fixed && !site_.settings.rerun) law_leaps_.emplace(site_.model, site_.phase);
  return true;
}

// From the start to the last row, a STOP or an error; with check_only to the first row.
bool DynamicRun::integrate() {
  const Interrupt interrupt = time_limit(site_.plan.limits, site_.settings);
  const long long most_steps = step_limit(site_.plan.limits, site_.settings);
  site_.settings.begin_progress(site_.plan.time);
  StepStatus status;
  if (!begin(status, interrupt)) return false;
  while (status.ok() && !site_.settings.check_only && !rows_->all_done() &&
         !(events_ && events_->stopped()) && !interrupt.requested()) {
    if (most_steps > 0 && integration_.steps() >= most_steps) {
      report_step_limit(most_steps, integration_.t(), site_.diagnostics);
      return end_early();
    }
    if (!step_on(status, interrupt)) return false;
  }
  if (interrupt.requested()) {
    report_interrupt(interrupt, integration_.t(), site_.diagnostics);
    return end_early();
  }
  if (status.ok()) return true;
  if (const std::optional<double> end = choice_watch_.explain(status))
    choice_watch_.report(*end);
  else if (const std::optional<double> last = freedom_watch_.explain(status))
    freedom_watch_.report(*last);
  else if (!(events_ && events_->watch().has_explained()) && !poles_.explain(site_.diagnostics) &&
           !names_cause(status))
    integration_.report_failure(status);
  integration_.take_latest();
  return false;
}

// Whether positions or velocities were not the integrals of velocities or accelerations.
bool has_moved_by_itself(const Verdict& verdict) {
  return std::any_of(verdict.findings.begin(), verdict.findings.end(), [](const Finding& found) {
    return found.figure.check == Check::path || found.figure.check == Check::rate_path;
  });
}

// The difference from a finer run, as a part of what it may be; 0: it is no more.
double finer_error(const Verdict& verdict) {
  for (const Finding& found : verdict.findings)
    if (found.figure.check == Check::finer_run) return found.figure.value / found.limit;
  return 0;
}

Outcome DynamicRun::run() {
  if (!prepare()) return {ExitStatus::deck_error, {}};
  open_report();
  ContactRun& contacts = *start_.contacts;
  rows_.emplace(site_, integration_, channels_, judge_, contacts, observer_.layout(), *out_);
  if (event_list_ || contacts.any()) watch_events();
  Outcome outcome;
  const Diagnostics before = site_.diagnostics;
  judge_.begin_finer_run();
  const bool came_through = integrate();
  if (came_through && site_.settings.check_only) {
    out_->comment("check: the deck can be assembled at its start\n");
    return {};
  }
  if (!came_through) {
    if (stable_step_ && !interrupted_) stable_step_->explain(before, site_.diagnostics);
    const bool limited = interrupted_ || (events_ && events_->exhausted());
    outcome.status = limited ? ExitStatus::interrupted : ExitStatus::solution_failed;
    outcome.last_good_state = describe_state(site_.model, site_.state);
    if (site_.settings.check_only) return outcome;
  }
  outcome.t_end = site_.state.t;
  if (events_) outcome.happened = events_->take_happened();
  outcome.struck = contacts.struck();
  outcome.at_start = start_.touching;
  warn_of_ranges(site_.model, ranges_, {}, site_.diagnostics);
  judge_.judge_run(events_.has_value(), law_leaps_ && law_leaps_->any(), outcome);
  if (law_leaps_)
    law_leaps_->warn(integration_.method(), finer_error(outcome.verdict), site_.diagnostics);
  if (has_moved_by_itself(outcome.verdict)) known_times_.warn_of_kink();
  if (!site_.settings.of_study)
    outcome.audit = describe_digits(outcome.evidence, outcome.verdict) +
                    judge_.describe_counts(start_.iterations) +
                    (events_ ? events_->watch().describe_unshown() : "");
  finish_measures(measures_->run(), site_.settings, *out_, outcome, site_.diagnostics);
  if (site_.settings.echo) {
    out_->blank_line();
    out_->comment(outputs_.doubts_text() +
                  judge_.describe_end(outcome, contacts.describe_impulses(site_.plan.units())) +
                  rows_->describe_count());
  }
  if (outcome.status == ExitStatus::done && !judge_.within_limits())
    outcome.status = ExitStatus::check_failed;
  return outcome;
}

}  // namespace

Outcome run_dynamic(const Plan& plan, const Built& built, const RunSettings& settings,
                    const Outputs& outputs, Diagnostics& diagnostics) {
  DynamicSite site(plan, built, settings, diagnostics);
  const DynamicStart start = start_dynamic(site);
  if (start.status == ExitStatus::done) return DynamicRun(site, start, outputs).run();
  const bool failed = start.status == ExitStatus::solution_failed;
  return {start.status, failed ? describe_state(site.model, site.state) : ""};
}

}  // namespace mbs
