// Forward, inverse and mixed dynamics: the classes decide which it is.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "analysis/dynamic_run.h"
#include "analysis/limits.h"
#include "analysis/start.h"
#include "analysis/thresholds.h"
#include "observe/matrices.h"

namespace mbs {

bool DynamicRun::start() {
  const Start begun = start_mechanism(tables_, built_, settings_, *dynamics_, state_, diagnostics_);
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
                                              chosen_integrator(tables_.forces.integration).method);
  if (system_) made->meter(system_->metered_coordinates());
  return made;
}

bool DynamicRun::prepare_integrator() {
  const IntegrationRow& row = tables_.forces.integration;
  IntegratorSettings s = chosen_integrator(row);
  s.max_steps = std::max<long>(s.max_steps, step_limit(tables_.limits, settings_));
  audit_.method = s.method;
  audit_.abs = s.abs, audit_.rel = s.rel, audit_.h = s.h;
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

void DynamicRun::integration_failed(const DynamicSystem& system, const StepStatus& status) {
  const SolveStatus& why = system.last_failure();
  const bool refused = status.cause == EvalKind::reject || status.cause == EvalKind::failed;
  if (refused && why.kind == SolveKind::singular) {
    singular(why, status.t);
    return;
  }
  const std::string cause =
      status.kind == StepKind::too_many_steps ? "too many steps"
      : status.cause == EvalKind::reject      ? "the mechanism cannot be closed there"
      : status.cause == EvalKind::non_finite || status.kind == StepKind::non_finite
          ? "the motion grows beyond all bounds"
          : "the step would become too small";
  diagnostics_.error({}, "integration",
                     fmt::format("stopped at t = {:.9g}: {} (step {:.2e}, worst in {})", status.t,
                                 cause, status.h, system.component_name(status.component)),
                     "look at the forces and the tolerances there; STIFF copes with stiff springs");
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
    singular(solved, t);
    return false;
  }
  if (contacts_ && !take_change(contacts_->find_sunk(state_, *dynamics_))) return false;
  dynamics_->kinematics().find_residual(state_);
  audit_.note(dynamics_->kinematics().residual());
  observer.observe(state_, *dynamics_, system_->work(y), values);
  audit_.balance = std::max(audit_.balance, std::fabs(observer.balance()));
  for (std::size_t k = 0; k < observer.meters().size(); ++k)
    values[static_cast<std::size_t>(observer.meters()[k].column)] = system_->metered(y, k);
  if (check_) check_->note(t, values);
  out.row(t, values);
  if (settings_.echo && tables_.forces.outlevel > 0) out.comment(describe_matrices());
  return true;
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

// The message stands already; the state becomes the latest.
bool DynamicRun::end_early() {
  system_->complete(integrator_->t(), integrator_->y(), state_);
  status_ = ExitStatus::interrupted;
  return false;
}

bool DynamicRun::renew_unknowns(StepStatus& status) {
  const SolveStatus solved = system_->renew(*integrator_, state_, status);
  if (!solved.ok()) {
    singular(solved, integrator_->t());
    return false;
  }
  if (!status.ok() || !locator_) return true;
  return restart_locator(integrator_->t(), integrator_->y());
}

bool DynamicRun::report_rows(Observer& observer, RunOutput& out) {
  const Interrupt interrupt = time_limit(tables_.limits, settings_);
  const long long most_steps = step_limit(tables_.limits, settings_);
  std::vector<double> y;
  audit_.rows_asked = tables_.time.count();
  system_->pack(state_, 0, y);
  StepStatus status = integrator_->start(tables_.time.start, y);
  integrator_->set_tstop(tables_.time.at(audit_.rows_asked - 1));
  if (status.ok() && (events_ || contacts_) && !begin_events()) return false;
  if (status.ok() && !rows_until(integrator_->t(), observer, out, interrupt)) return false;
  while (status.ok() && audit_.rows_done < audit_.rows_asked && !stopped_ &&
         !interrupt.requested()) {
    if (most_steps > 0 && steps_done() >= most_steps) {
      report_step_limit(most_steps, integrator_->t(), diagnostics_);
      return end_early();
    }
    status = next_step();
    if (!status.ok()) break;
    const bool met = locator_ && !locator_->hits().empty();
    // An event is found just past its zero: a row at that very time still comes before it.
    const double limit = met ? locator_->hits().front().t : integrator_->t();
    if (!rows_until(limit, observer, out, interrupt)) return false;
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
std::string DynamicRun::describe_matrices() {
  if (tables_.forces.form == Form::full)
    return write_system(full_system(model_, phase_, state_, *dynamics_), "full system",
                        "right side");
  return write_system(transfer_functions(model_, state_, *dynamics_), "transfer functions",
                      "D2F(V,V)");
}

std::string DynamicRun::describe_start() const {
  std::vector<std::string> freedoms;
  for (int i : dynamics_->partition().x_freedoms) freedoms.push_back(model_.coordinate_name(i));
  for (int r : dynamics_->partition().e_freedoms) freedoms.push_back(model_.deformation_name(r));
  double moved_x = 0, moved_v = 0;
  int worst_x = 0, worst_v = 0;
  for (int i = 0; i < model_.nx; ++i) {
    const auto k = static_cast<std::size_t>(i);
    if (phase_.x_class[k] == Class::prescribed) continue;
    const double dx = std::fabs(state_.x[k] - model_.x0[k]),
                 dv = std::fabs(state_.v[k] - model_.v0[k]);
    if (dx > moved_x) moved_x = dx, worst_x = i;
    if (dv > moved_v) moved_v = dv, worst_v = i;
  }
  std::string out =
      fmt::format("degrees of freedom {}{}{}\n", freedoms.size(),
                  freedoms.empty() ? " (inverse dynamics)" : ": ", fmt::join(freedoms, ", "));
  out += fmt::format("form {}, method {}", tables_.forces.form == Form::full ? "full" : "reduced",
                     audit_.method);
  out += is_fixed_step(audit_.method)
             ? fmt::format(", step {}\n", audit_.h)
             : fmt::format(", tolerances abs {} rel {}\n", audit_.abs, audit_.rel);
  out += fmt::format(
      "initial values made consistent: positions moved by at most {:.3e}{}, "
      "velocities by {:.3e}{}\n",
      moved_x, moved_x > 0 ? " (" + model_.coordinate_name(worst_x) + ")" : "", moved_v,
      moved_v > 0 ? " (" + model_.coordinate_name(worst_v) + ")" : "");
  return out;
}

// Of a chain: how good the choice of unknowns is. Makes ready for --cross-check. The matrix knows
// no contacts.
std::string DynamicRun::describe_choice(Observer& observer) {
  if (tables_.dialect != Dialect::segdyn || contacts_) return {};
  auto check = std::make_unique<ChainCheck>(tables_.chain);
  std::vector<double> values(static_cast<std::size_t>(observer.layout().count()));
  observer.probe(state_, *dynamics_, 0, values);
  check->note(state_.t, values);
  const double rcond = check->rcond();
  if (settings_.cross_check) check_ = std::move(check);
  return fmt::format("rcond of the known/unknown choice {:.1e}\n", rcond);
}

std::string DynamicRun::describe_end(const Observer& observer) const {
  const IntegratorStats& s = integrator_->stats();
  return describe_audit(audit_) + (check_ ? check_->describe() : "") +
         fmt::format("energy balance: at most {:.2e}, of energies up to {:.2e}\n", audit_.balance,
                     observer.energy_scale()) +
         fmt::format("rates of momentum against loads and reactions: {:.1e} of the terms\n",
                     observer.momentum_gap()) +
         fmt::format("steps accepted {}, rejected {}, evaluations {}\n",
                     earlier_.accepted + s.accepted, earlier_.rejected + s.rejected,
                     earlier_.rhs + s.rhs) +
         fmt::format(
             "degrees of freedom chosen again {} times; states interpolated through singular "
             "positions {}\n",
             dynamics_->choices(), dynamics_->interpolated()) +
         (contacts_ ? contacts_->describe_impulses() : "") +
         fmt::format("report times done: {} of {}\n", audit_.rows_done, audit_.rows_asked);
}

Outcome DynamicRun::run(const Outputs& outputs) {
  if (!start()) {
    const bool failed = status_ == ExitStatus::solution_failed;
    return {status_, failed ? describe_state(model_, state_) : ""};
  }
  system_ = make_system();
  Observer observer(tables_, model_, phase_);
  std::vector<int> metered;
  for (const ChainObserver::Meter& meter : observer.meters()) metered.push_back(meter.coordinate);
  system_->meter(std::move(metered));
  if (!prepare_integrator()) return {ExitStatus::deck_error, {}};
  event_observer_ = &observer;
  if (!tables_.events.empty()) {
    events_ = std::make_unique<EventList>(tables_, observer.layout(), diagnostics_);
    if (diagnostics_.has_errors()) return {ExitStatus::deck_error, {}};
  }
  RunOutput out(outputs, observer.layout(), NumberFormat(settings_.digits),
                time_decimals(tables_.time.start, tables_.time.step));
  if (settings_.echo)
    out.comment(describe_model(tables_, built_) + describe_start() + contact_text_ +
                describe_choice(observer));
  if (settings_.check_only) {
    out.comment("check: the deck can be assembled at its start\n");
    return {};
  }
  Outcome outcome;
  if (!report_rows(observer, out)) {
    if (status_ == ExitStatus::done) status_ = ExitStatus::solution_failed;
    outcome = {status_, describe_state(model_, state_)};
  }
  if (settings_.echo) {
    out.blank_line();
    out.comment(describe_end(observer));
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
  if (chain_has_choice(tables.chain))
    return run_chain(tables, built, settings, outputs, diagnostics);
  return DynamicRun(tables, built, settings, diagnostics).run(outputs);
}

}  // namespace mbs
