// Forward, inverse and mixed dynamics: the classes decide which it is.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "analysis/dynamic_run.h"
#include "analysis/limits.h"
#include "analysis/start.h"
#include "analysis/state_start.h"
#include "analysis/thresholds.h"
#include "base/finite.h"
#include "base/tolerances.h"
#include "observe/matrices.h"

namespace mbs {

bool DynamicRun::start() {
  if (!tables_.chain.segments.empty() && (model_.choice || settings_.echo || settings_.cross_check))
    check_ = std::make_unique<ChainCheck>(tables_.chain, model_, phase_);
  if (model_.choice && !check_->counts_agree(diagnostics_)) {
    status_ = ExitStatus::deck_error;
    return false;
  }
  if (model_.choice && (status_ = start_closed()) != ExitStatus::done) return false;
  const Start begun = start_mechanism(tables_, built_, settings_, *dynamics_, state_, diagnostics_,
                                      &phase_.stimuli);
  audit_.assembly_iterations = begun.iterations;
  status_ = begun.status;
  if (status_ != ExitStatus::done) return false;
  const SolveStatus solved = dynamics_->accelerate(state_);
  if (solved.ok()) return start_contacts();
  singular(solved, state_.t);
  status_ = ExitStatus::solution_failed;
  return false;
}

void DynamicRun::singular(const SolveStatus& status, double t) {
  report_singular(built_, *dynamics_, status, t, diagnostics_);
}

std::unique_ptr<DynamicSystem> DynamicRun::make_system() const {
  auto made = std::make_unique<DynamicSystem>(model_, phase_, *dynamics_, state_, settings_.options,
                                              chosen_integrator(tables_.forces.integration));
  if (system_) made->meter(system_->metered_coordinates());
  return made;
}

bool DynamicRun::prepare_integrator() {
  const IntegrationRow& row = tables_.forces.integration;
  IntegratorSettings s = chosen_integrator(row);
  s.max_steps = std::max<long>(s.max_steps, step_limit(tables_.limits, settings_));
  audit_.method = s.method;
  audit_.abs = s.abs, audit_.rel = s.rel, audit_.h = s.h, audit_.rho = s.rho;
  MadeIntegrator made = make_integrator(ode_system(system_->size(), *system_), s);
  if (!made.integrator) {
    diagnostics_.error(row.where, "INTEG",
                       fmt::format("method '{}' or its numbers will not do", s.method),
                       fmt::format("expected one of {}", fmt::join(integrator_names(), ", ")));
    return false;
  }
  integrator_ = std::move(made.integrator);
  return true;
}

// True, with an error, if a law leaves a table at the present state.
bool DynamicRun::leaves_table() {
  const Loads& loads = dynamics_->loads();
  if (loads.has_left_table) report_left_table(*loads.left_table, loads.left_at, diagnostics_);
  return loads.has_left_table;
}

// True, with an error, where the last step has come next to one.
bool DynamicRun::in_dead_position(double failed_step) {
  if (!system_->complete(integrator_->t(), integrator_->y(), state_).ok()) return false;
  if (!dead_position_.is_near(state_, phase_, failed_step)) return false;
  diagnostics_.error({}, "mechanism", dead_position_.problem(), DeadPosition::expected());
  return true;
}

void DynamicRun::integration_failed(DynamicSystem& system, const StepStatus& status) {
  SolveStatus why = system.last_failure();
  const bool refused = status.cause == EvalKind::reject || status.cause == EvalKind::failed;
  if (refused && why.kind != SolveKind::singular && system.fails_by_names(status.t + status.h)) {
    why.kind = SolveKind::singular;
    why.column = dynamics_->kinematics().weakest_coordinate();
  }
  if (refused && why.kind == SolveKind::singular) {
    singular(why, status.t);
    return;
  }
  if (refused && why.kind == SolveKind::non_finite &&
      report_motion(model_, dynamics_->kinematics(), status.t, diagnostics_))
    return;
  const Loads& loads = dynamics_->loads();
  const bool no_step =
      status.kind == StepKind::step_too_small || status.kind == StepKind::not_solved;
  if ((no_step || refused) && in_dead_position(std::fabs(status.h))) return;
  if (status.kind != StepKind::too_many_steps && loads.left_table && loads.left_at >= status.t)
    return report_left_table(*loads.left_table, loads.left_at, diagnostics_);
  const std::string cause =
      status.kind == StepKind::too_many_steps ? "too many steps"
      : status.kind == StepKind::not_solved   ? "the equations of the step could not be solved"
      : status.cause == EvalKind::reject      ? "the mechanism cannot be closed there"
      : status.cause == EvalKind::non_finite || status.kind == StepKind::non_finite
          ? "the motion grows beyond all bounds"
          : "the step would become too small";
  const bool not_solved = status.kind == StepKind::not_solved;
  diagnostics_.error(
      {}, "integration",
      fmt::format("stopped at t = {:.9g}: {} (step {:.2e}, worst in {})", status.t, cause, status.h,
                  system.component_name(status.component)),
      not_solved
          ? std::string("expected a shorter step h, or tolerances in its place")
          : std::string("look at the forces and the tolerances there") +
                (is_implicit(audit_.method)      ? ", or try DOP853"
                 : model_.forces.muscles.empty() ? "; STIFF copes with stiff springs"
                                                 : "; STIFF copes with stiff springs and tendons"));
}

// One step; with events it looks for those inside.
StepStatus DynamicRun::next_step() {
  StepStatus status = integrator_->step();
  if (!status.ok() || !locator_) return status;
  const EvalStatus scanned = locator_->scan(*integrator_);
  if (scanned.ok()) return status;
  status = {StepKind::rhs_failed, integrator_->t(), 0, -1, scanned.kind, 0};
  explained_ = no_value(scanned, integrator_->t());
  return status;
}

bool DynamicRun::write_row(double t, ConstVector y, Observer& observer, RunOutput& out) {
  std::vector<double> values(static_cast<std::size_t>(observer.layout().count()));
  const SolveStatus solved = system_->complete(t, y, state_);
  if (!solved.ok()) {
    if (!leaves_table()) singular(solved, t);
    return false;
  }
  if (leaves_table()) return false;
  if (contacts_ && !take_change(contacts_->find_sunk(state_, *dynamics_))) return false;
  observer.observe(state_, *dynamics_, system_->work(y), values);
  observe_rest(t, y, observer, values);
  if (!out.row(t, values)) return false;
  out.state(state_, dynamics_->stresses(), dynamics_->reactions());
  dynamics_->kinematics().find_residual(state_, &largest_rates_);
  audit_.note(dynamics_->kinematics().residual());
  audit_.balance = std::max(audit_.balance, std::fabs(observer.balance() + dissipated()));
  path_.note_size(state_);
  note_held();
  stiff_muscle_.note(model_, state_, integrator_->t() - integrator_->t_previous());
  if (follows_choice()) check_->note(t, observer.of_chain(values), dynamics_->balance());
  if (settings_.echo && is_same_row(t, jump_time_))
    out.comment(fmt::format("the row at t = {:.12g} is the state after {}\n", t, jump_text_));
  return !settings_.echo || tables_.forces.outlevel == 0 || write_matrices(out);
}

// What the observer does not know by itself: works that are integrated, and channels of OUT.
void DynamicRun::observe_rest(double t, ConstVector y, Observer& observer, Vector values) const {
  for (std::size_t k = 0; k < observer.meters().size(); ++k)
    values[static_cast<std::size_t>(observer.meters()[k].column)] = system_->metered(y, k);
  observer.observe_outs(t, values);
}

// The rows not yet written up to a time within the last step.
bool DynamicRun::rows_until(double limit, Observer& observer, RunOutput& out,
                            const Interrupt& interrupt) {
  std::vector<double> y(static_cast<std::size_t>(system_->size()));
  for (; audit_.rows_done < audit_.rows_asked && !interrupt.requested(); ++audit_.rows_done) {
    const double t = tables_.time.at(audit_.rows_done);
    if (t > limit) return true;
    integrator_->interpolate(t, y);
    if (!write_row(t, y, observer, out)) return false;
  }
  return true;
}

long long DynamicRun::steps_done() const {
  return earlier_.accepted + integrator_->stats().accepted;
}

// By the method, up to the end of the last step [J].
double DynamicRun::dissipated() const {
  return earlier_.dissipated + (integrator_ ? integrator_->stats().dissipated : 0);
}

// The message stands already; the state becomes the latest.
bool DynamicRun::end_early() {
  system_->complete(integrator_->t(), integrator_->y(), state_);
  status_ = ExitStatus::interrupted;
  return false;
}

bool DynamicRun::renew_unknowns(StepStatus& status) {
  bool changed = false;
  const SolveStatus solved = system_->renew(integrator_, state_, status, changed);
  if (!solved.ok()) {
    singular(solved, integrator_->t());
    return false;
  }
  if (!status.ok() || !locator_ || !changed) return true;
  locator_->set_state_size(system_->size());
  return restart_locator(integrator_->t(), integrator_->y());
}

bool DynamicRun::report_rows(Observer& observer, RunOutput& out) {
  const Interrupt interrupt = time_limit(tables_.limits, settings_);
  const long long most_steps = step_limit(tables_.limits, settings_);
  std::vector<double> y;
  audit_.rows_asked = tables_.time.count();
  system_->pack(state_, -elastic_energy(model_, state_), y);
  settings_.begin_progress(tables_.time);
  StepStatus status = integrator_->start(tables_.time.start, y);
  integrator_->set_tstop(tables_.time.at(audit_.rows_asked - 1));
  if (status.ok() && (events_ || contacts_) && !begin_events()) return false;
  if (status.ok() && !rows_until(integrator_->t(), observer, out, interrupt)) return false;
  if (status.ok()) measure_start(observer);
  while (status.ok() && audit_.rows_done < audit_.rows_asked && !stopped_ &&
         !interrupt.requested()) {
    if (most_steps > 0 && steps_done() >= most_steps) {
      report_step_limit(most_steps, integrator_->t(), diagnostics_);
      return end_early();
    }
    status = next_step();
    if (!status.ok()) break;
    if (dead_position_.is_suspected(integrator_->t() - integrator_->t_previous()) &&
        in_dead_position())
      return false;
    settings_.note_progress(integrator_->t());
    ranges_.note(dynamics_->kinematics().evaluation(), integrator_->t());
    if (!within_ranges(model_, ranges_, integrator_->t(), diagnostics_)) return false;
    const bool met = locator_ && !locator_->hits().empty();
    // An event is found just past its zero: a row at that very time still comes before it.
    const double limit = met ? locator_->hits().front().t : integrator_->t();
    if (!rows_until(limit, observer, out, interrupt)) return false;
    measure_step(limit, observer);
    if (met && !interrupt.requested() && !meet_events(observer, out)) return false;
    if (!met && system_->worn() && !renew_unknowns(status)) return false;
  }
  if (interrupt.requested()) {
    report_interrupt(interrupt, integrator_->t(), diagnostics_);
    return end_early();
  }
  if (status.ok()) return true;
  if (!explained_) integration_failed(*system_, status);
  system_->complete(integrator_->t(), integrator_->y(), state_);
  return false;
}

// OUTLEVEL: the system of the full form, else the transfer functions of the reduced one.
bool DynamicRun::write_matrices(RunOutput& out) {
  const bool full = tables_.forces.form == Form::full;
  const NamedSystem system = full ? full_system(model_, phase_, state_, *dynamics_)
                                  : transfer_functions(model_, state_, *dynamics_);
  if (first_not_finite(system.matrix) >= 0 || first_not_finite(system.rhs) >= 0) {
    diagnostics_.error({}, "OUTLEVEL",
                       fmt::format("at t = {:.9g} the matrices are not finite", state_.t),
                       "look for numbers of the deck that are too large or too small");
    return false;
  }
  out.comment(full ? write_system(system, "full system", "right side")
                   : write_system(system, "transfer functions", "D2F(V,V)"));
  return true;
}

// The coordinates that have a start in the deck: of a chain the angles and the base, from which the
// centres of gravity follow.
std::vector<char> DynamicRun::given_at_start() const {
  const bool all = tables_.chain.segments.empty();
  std::vector<char> out(static_cast<std::size_t>(model_.nx), all ? 1 : 0);
  for (const StartRow& row : tables_.forces.starts)
    if (row.target == Target::coordinate)
      out[static_cast<std::size_t>(model_.nodes[static_cast<std::size_t>(row.owner)].first +
                                   row.component)] = 1;
  return out;
}

std::string DynamicRun::describe_start() const {
  std::vector<std::string> freedoms;
  for (int i : dynamics_->partition().x_freedoms) freedoms.push_back(model_.coordinate_name(i));
  for (int r : dynamics_->partition().e_freedoms) freedoms.push_back(model_.deformation_name(r));
  double moved_x = 0, moved_v = 0, largest_v = 0, changed = 0;
  int worst_x = 0, worst_v = 0;
  const std::vector<char> given = given_at_start();
  for (int i = 0; i < model_.nx; ++i) {
    const auto k = static_cast<std::size_t>(i);
    largest_v = std::max(largest_v, std::fabs(state_.v[k]));
    if (phase_.x_class[k] == Class::prescribed || !given[k]) continue;
    const double dx = std::fabs(state_.x[k] - model_.x0[k]),
                 dv = std::fabs(state_.v[k] - model_.v0[k]);
    if (dx > moved_x) moved_x = dx, worst_x = i;
    if (dv > moved_v) moved_v = dv, worst_v = i;
  }
  // The difference of two numbers may be too large for one.
  for (double* moved : {&moved_x, &moved_v})
    *moved = std::min(*moved, std::numeric_limits<double>::max());
  std::string out =
      fmt::format("degrees of freedom {}{}{}\n", freedoms.size(),
                  freedoms.empty() ? " (inverse dynamics)" : ": ", fmt::join(freedoms, ", "));
  out += fmt::format("form {}, {}",
                     tables_.forces.form == Form::full || model_.choice ? "full" : "reduced",
                     describe_method(audit_));
  const double size_x = path_.largest_x(), size_v = path_.largest_v();
  out += describe_moved(moved_x, size_x, model_.coordinate_name(worst_x), moved_v, size_v,
                        model_.coordinate_name(worst_v));
  for (int i : model_.preferred_freedoms) {
    const auto k = static_cast<std::size_t>(i);
    if (phase_.x_class[k] == Class::calculable || phase_.x_class[k] == Class::dynamic)
      changed = std::max(changed, std::fabs(state_.v[k] - model_.v0[k]));
  }
  if (changed > tolerance::consistent_velocity * largest_v && !freedoms.empty())
    out +=
        "the velocities that the deck gives do not fit together: those of the degrees of freedom "
        "are kept, the others follow from them\n";
  return out;
}

Outcome DynamicRun::run(const Outputs& outputs) {
  if (!start()) {
    const bool failed = status_ == ExitStatus::solution_failed;
    return {status_, failed ? describe_state(model_, state_) : ""};
  }
  system_ = make_system();
  path_.note_size(state_);
  Observer observer(tables_, model_, phase_);
  std::vector<int> metered;
  for (const ChainObserver::Meter& meter : observer.meters()) metered.push_back(meter.coordinate);
  system_->meter(std::move(metered));
  system_->watch(&path_, state_);
  if (!prepare_integrator()) return {ExitStatus::deck_error, {}};
  event_observer_ = &observer;
  check_state_names(model_, observer.layout(), diagnostics_);
  observer.add_outs(tables_, diagnostics_);
  if (diagnostics_.has_errors()) return {ExitStatus::deck_error, {}};
  if (!tables_.events.empty()) {
    events_ = std::make_unique<EventList>(tables_, observer.layout(), diagnostics_);
    if (diagnostics_.has_errors()) return {ExitStatus::deck_error, {}};
  }
  if (!make_measures(observer)) return {ExitStatus::deck_error, {}};
  RunOutput out(outputs, observer.layout(), settings_.digits,
                report_scale(model_, dynamics_->length(), tables_.time),
                time_decimals(tables_.time.start, tables_.time.step), diagnostics_,
                tables_.reports);
  if (diagnostics_.has_errors()) return {ExitStatus::deck_error, {}};
  if (settings_.echo)
    out.comment(describe_model(tables_, built_, settings_.options) + describe_start() +
                contact_text_ + describe_choice(observer));
  if (settings_.check_only) {
    out.comment("check: the deck can be assembled at its start\n");
    return {};
  }
  Outcome outcome;
  if (!report_rows(observer, out)) {
    if (status_ == ExitStatus::done) status_ = ExitStatus::solution_failed;
    outcome = {status_, describe_state(model_, state_)};
  }
  outcome.t_end = state_.t;
  outcome.met = std::move(met_);
  warn_of_ranges(model_, ranges_, {}, diagnostics_);
  stiff_muscle_.warn(model_, audit_.method, steps_done(), diagnostics_);
  judge_run(observer, outcome);
  finish_measures(measures_.get(), settings_, out, outcome, diagnostics_);
  if (settings_.echo) {
    out.blank_line();
    out.comment(describe_end(outcome, observer));
  }
  const AuditFigures figures{audit_.residual, audit_.balance, observer.energy_scale(), true,
                             observer.momentum_gap()};
  if (outcome.status == ExitStatus::done &&
      !within_thresholds(settings_.options, figures, diagnostics_))
    outcome.status = ExitStatus::check_failed;
  return outcome;
}

Outcome run_dynamic(const Tables& tables, const Built& built, const RunSettings& settings,
                    const Outputs& outputs, Diagnostics& diagnostics) {
  return DynamicRun(tables, built, settings, diagnostics).run(outputs);
}

}  // namespace mbs
