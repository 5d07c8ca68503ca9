// Forward, inverse and mixed dynamics: the classes decide which it is.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <deque>

#include "analysis/dynamic_system.h"
#include "analysis/echo.h"
#include "analysis/event_list.h"
#include "analysis/run.h"
#include "analysis/thresholds.h"
#include "integrate/integrator.h"
#include "observe/matrices.h"
#include "observe/observer.h"
#include "solve/impulse.h"
#include "solve/rank_audit.h"

namespace mbs {

namespace {

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
  bool freedoms_agree();
  bool start();
  bool prepare_integrator();
  bool report_rows(Observer& observer, RunOutput& out);
  bool rows_until(double limit, Observer& observer, RunOutput& out, const Interrupt& interrupt);
  StepStatus next_step();
  bool meet_events(Observer& observer, RunOutput& out);
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
  std::string describe_end(const Observer& observer) const;
  SourceLocation deck_line(int row) const {
    return row < 0 ? SourceLocation{}
                   : model_.deformation_origin[static_cast<std::size_t>(row)].where;
  }

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
  Observer* event_observer_ = nullptr;
  std::unique_ptr<EventLocator> locator_;
  State event_state_{0, 0};
  std::deque<double> recent_;  // times of the last events
  bool stopped_ = false;
  DynamicAudit audit_;
  ExitStatus status_ = ExitStatus::done;
};

// As many degrees of freedom named as the constraints leave; else what is free or tied too often.
bool DynamicRun::freedoms_agree() {
  const Partition named = named_partition(phase_);
  const bool may_choose = tables_.forces.choose_freedoms || tables_.dialect == Dialect::kabios;
  if (named.square() || (may_choose && named.freedom_count() == 0)) return true;
  JacobianBlock block(model_, named.rows, named.columns);
  Evaluation here(model_);
  evaluate_position(model_, state_.x, here);
  block.choose_scales(model_, here);
  const RankAudit audit = audit_rank(model_, block, here, settings_.options.rank);
  const int missing = static_cast<int>(named.columns.size()) - static_cast<int>(named.rows.size());
  const std::string counts =
      fmt::format("{} constrained and dynamic deformations for {} calculable coordinates",
                  named.rows.size(), named.columns.size());
  for (const std::vector<int>& motion : audit.free_motions)
    if (missing > 0)
      diagnostics_.error(
          {}, "degrees of freedom",
          fmt::format("{}: {}", counts, describe_free_motion(motion, model_)),
          fmt::format("name {} more by DYNX, DYNE, INPUTX, INPUTE or FIX, or let DOF "
                      "AUTO choose",
                      missing));
  for (const RankAudit::Redundancy& redundancy : audit.redundant)
    if (missing < 0)
      diagnostics_.error(
          deck_line(redundancy.row), "degrees of freedom",
          fmt::format("{}: {}", counts, describe(redundancy, model_)),
          fmt::format("release {} by RLSE, or name fewer by DYNX or DYNE", -missing));
  if (!diagnostics_.has_errors())
    diagnostics_.error({}, "degrees of freedom", counts, "expected as many of one as of the other");
  return false;
}

void DynamicRun::singular(const SolveStatus& status, double t) {
  const bool massless = status.column >= 0 && status.column == dynamics_->massless_coordinate();
  const std::string name = status.column >= 0 ? model_.coordinate_name(status.column) : "";
  if (massless) {
    diagnostics_.error(
        {}, "mechanism",
        fmt::format("a motion carries no mass at t = {:.6g}: its largest coordinate is {}", t,
                    name),
        "give it a mass (XM, EM, MASS), prescribe it, or fix it");
    return;
  }
  const Partition& p = dynamics_->partition();
  std::vector<std::string> freedoms;
  for (int i : p.x_freedoms) freedoms.push_back(model_.coordinate_name(i));
  for (int r : p.e_freedoms) freedoms.push_back(model_.deformation_name(r));
  diagnostics_.error(
      {}, "mechanism",
      fmt::format("singular at t = {:.6g}: {}the degrees of freedom {} do not determine it", t,
                  name.empty() ? "" : name + " is determined worst; ", fmt::join(freedoms, ", ")),
      "name other degrees of freedom, or let DOF AUTO choose; a start in a singular position must "
      "be moved");
}

bool DynamicRun::start() {
  const SolveStatus status = dynamics_->start(state_);
  audit_.assembly_iterations = status.iterations;
  if (status.kind == SolveKind::not_converged || status.kind == SolveKind::non_finite) {
    diagnostics_.error(
        deck_line(status.row), model_.deformation_name(status.row),
        fmt::format(
            "the mechanism cannot be assembled at t = {}: residual {:.3e} after {} iterations",
            state_.t, status.residual, status.iterations),
        "expected initial values nearer to a closed position");
    return false;
  }
  if (!status.ok() || dynamics_->kinematics().rcond() < settings_.options.rank) {
    const Partition p = named_partition(phase_);
    JacobianBlock block(model_, constrained_deformations(phase_), free_coordinates(phase_));
    Evaluation here(model_);
    evaluate_position(model_, state_.x, here);
    block.choose_scales(model_, here);
    const RankAudit audit = audit_rank(model_, block, here, settings_.options.rank);
    for (const RankAudit::Redundancy& redundancy : audit.redundant)
      diagnostics_.error(deck_line(redundancy.row), {}, describe(redundancy, model_),
                         "remove one of them, or start away from a singular position");
    if (audit.redundant.empty()) singular(status, state_.t);
    return false;
  }
  const SolveStatus solved = dynamics_->accelerate(state_);
  if (!solved.ok()) singular(solved, state_.t);
  return solved.ok();
}

bool DynamicRun::prepare_integrator() {
  const IntegrationRow& row = tables_.forces.integration;
  const IntegratorSettings s = chosen_integrator(row);
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

EvalStatus DynamicRun::events(double t, ConstVector y, Vector g) {
  const SolveStatus status = system_->complete(t, y, event_state_);
  if (!status.ok()) return {EvalKind::failed, -1, 0};
  event_observer_->probe(event_state_, *dynamics_, system_->work(y), events_->channels());
  events_->evaluate(t, g);
  return {};
}

bool DynamicRun::begin_events() {
  locator_ = std::make_unique<EventLocator>(event_functions(events_->count(), *this),
                                            events_->directions(), system_->size());
  event_state_ = state_;
  const EvalStatus status = locator_->start(integrator_->t(), integrator_->y());
  if (!status.ok()) {
    diagnostics_.error({}, "events", "an event expression has no value at the start",
                       "expected finite numbers");
    return false;
  }
  for (const EventHit& hit : locator_->hits()) {
    const EventRow& row = tables_.events[static_cast<std::size_t>(hit.index)];
    diagnostics_.warning(row.where, row.label,
                         hit.kind == HitKind::true_at_start ? "it is true at the start already"
                                                            : "its expression is 0 at the start",
                         "it happens when that comes about again");
  }
  return true;
}

// OUTLEVEL: the system of the full form, else the transfer functions of the reduced one.
std::string DynamicRun::describe_matrices() {
  if (tables_.forces.form == Form::full)
    return write_system(full_system(model_, phase_, state_, *dynamics_), "full system",
                        "right side");
  return write_system(transfer_functions(model_, state_, *dynamics_), "transfer functions",
                      "D2F(V,V)");
}

// One step; with events it looks for those inside.
StepStatus DynamicRun::next_step() {
  StepStatus status = integrator_->step();
  if (!status.ok() || !locator_) return status;
  const EvalStatus scanned = locator_->scan(*integrator_);
  if (!scanned.ok()) status = {StepKind::rhs_failed, integrator_->t(), 0, -1, scanned.kind, 0};
  return status;
}

// The rows not yet written up to a time within the last step.
bool DynamicRun::rows_until(double limit, Observer& observer, RunOutput& out,
                            const Interrupt& interrupt) {
  std::vector<double> values(static_cast<std::size_t>(observer.layout().count())), y;
  y.resize(static_cast<std::size_t>(system_->size()));
  for (; audit_.rows_done < audit_.rows_asked && !interrupt.requested(); ++audit_.rows_done) {
    const double t = tables_.time.at(audit_.rows_done);
    if (t > limit) return true;
    integrator_->interpolate(t, y);
    const SolveStatus solved = system_->complete(t, y, state_);
    if (!solved.ok()) {
      singular(solved, t);
      return false;
    }
    audit_.note(dynamics_->kinematics().residual());
    observer.observe(state_, *dynamics_, system_->work(y), values);
    audit_.balance = std::max(audit_.balance, std::fabs(observer.balance()));
    out.row(t, values);
    if (settings_.echo && tables_.forces.outlevel > 0) out.comment(describe_matrices());
  }
  return true;
}

// More than this many events within this part of the run are taken for an endless repetition.
constexpr std::size_t kChatter = 100;
constexpr double kChatterSpan = 1e-6;

bool DynamicRun::chatters(const EventRow& row, double t) {
  recent_.push_back(t);
  if (recent_.size() <= kChatter) return false;
  recent_.pop_front();
  const TimeGrid& grid = tables_.time;
  if (t - recent_.front() > kChatterSpan * (grid.at(audit_.rows_asked - 1) - grid.start))
    return false;
  diagnostics_.error(row.where, row.label,
                     fmt::format("the events chatter: {} of them from t = {:.12g} to {:.12g}",
                                 kChatter, recent_.front(), t),
                     "let one of them STOP the run or FIX what moves there");
  return true;
}

bool DynamicRun::switch_class(const EventRow& row, const ActionRow& action,
                              const EventTarget& target) {
  const bool on_x = target.target == Target::coordinate;
  const auto owner = static_cast<std::size_t>(target.owner);
  const int i =
      target.component + (on_x ? model_.nodes[owner].first : model_.elements[owner].first);
  const auto k = static_cast<std::size_t>(i);
  Class& cls = (on_x ? phase_.x_class : phase_.e_class)[k];
  const bool held = cls == Class::fixed || cls == Class::prescribed;
  const bool fix = action.kind == ActionKind::fix;
  const std::string name = on_x ? model_.coordinate_name(i) : model_.deformation_name(i);
  if (fix ? cls == Class::fixed : !held) {
    diagnostics_.error(
        action.where, row.label,
        fmt::format("at t = {:.9g} {} is {} already", state_.t, name, fix ? "fixed" : "free"),
        fix ? "expected one that moves" : "expected one that is fixed or prescribed");
    return false;
  }
  cls = fix ? Class::fixed : Class::calculable;
  (on_x ? phase_.x_motion : phase_.e_motion)[k] = -1;
  if (fix && !on_x) phase_.e_hold[k] = state_.e[k];
  return true;
}

bool DynamicRun::change_classes(const EventRow& row, Impulses& impulses) {
  bool changed = false;
  for (const ActionRow& action : row.actions)
    for (const EventTarget& target : action.targets) {
      if (!switch_class(row, action, target)) return false;
      changed = true;
    }
  if (!changed) return true;
  const bool choose = may_choose_ || !named_partition(phase_).square();
  dynamics_ =
      std::make_unique<Dynamics>(model_, phase_, settings_.options, tables_.forces.form, choose);
  SolveStatus status = dynamics_->resume(state_);
  if (!status.ok()) {
    JacobianBlock block(model_, constrained_deformations(phase_), free_coordinates(phase_));
    Evaluation here(model_);
    evaluate_position(model_, state_.x, here);
    block.choose_scales(model_, here);
    const RankAudit audit = audit_rank(model_, block, here, settings_.options.rank);
    diagnostics_.error(row.where, row.label,
                       audit.redundant.empty()
                           ? fmt::format("at t = {:.9g} it leads to a singular position", state_.t)
                           : fmt::format("at t = {:.9g} it holds too much: {}", state_.t,
                                         describe(audit.redundant.front(), model_)),
                       "release something in the same event");
    return false;
  }
  status = make_velocities_fit(model_, phase_, *dynamics_, state_, impulses);
  if (!status.ok()) {
    diagnostics_.error(
        row.where, row.label,
        fmt::format("at t = {:.9g} it frees a motion that carries no mass: its "
                    "largest coordinate is {}",
                    state_.t, status.column < 0 ? "none" : model_.coordinate_name(status.column)),
        "give it a mass, or release something else");
    return false;
  }
  return true;
}

std::string DynamicRun::describe_event(const EventRow& row, const State& before,
                                       const Impulses& impulses, double value) const {
  std::string out = fmt::format("{} at t = {:.12g}, value {:.3e}:", row.label, state_.t, value);
  static constexpr const char* kWords[] = {" STOP", " FIX", " RELEASE"};
  for (const ActionRow& action : row.actions) out += kWords[static_cast<int>(action.kind)];
  out += "\n";
  if (impulses.R.empty()) return out;
  out += fmt::format("  degrees of freedom {}; kinetic energy {:.9g} before, {:.9g} after\n",
                     dynamics_->partition().freedom_count(), impulses.kinetic_before,
                     impulses.kinetic_after);
  // What rounding leaves of a zero would differ from machine to machine.
  auto largest = [](const std::vector<double>& z) {
    double most = 0;
    for (double entry : z) most = std::max(most, std::fabs(entry));
    return most;
  };
  const double speed = std::max(largest(before.v), largest(state_.v));
  const double impulse = std::max({largest(impulses.R), largest(impulses.L),
                                   impulses.kinetic_before / (speed > 0 ? speed : 1)});
  auto clean = [](double number, double scale) {
    constexpr double kRounding = 1e-11;
    return std::fabs(number) > kRounding * scale ? number : 0.0;
  };
  for (std::size_t i = 0; i < before.v.size(); ++i)
    out += fmt::format("  {:<20} x {:16.9e} v {:16.9e} -> {:16.9e} impulse {:16.9e}\n",
                       model_.coordinate_name(static_cast<int>(i)), before.x[i] + 0.0,
                       clean(before.v[i], speed), clean(state_.v[i], speed),
                       clean(impulses.R[i], impulse));
  for (std::size_t r = 0; r < impulses.L.size(); ++r)
    if (clean(impulses.L[r], impulse) != 0)
      out += fmt::format("  {:<20} impulse {:16.9e}\n",
                         model_.deformation_name(static_cast<int>(r)), impulses.L[r]);
  return out;
}

// Carries out what happens at the first event of the last step. False after an error.
bool DynamicRun::meet_events(Observer& observer, RunOutput& out) {
  const double t = locator_->hits().front().t;
  const std::vector<EventHit> hits(locator_->hits().begin(), locator_->hits().end());
  std::vector<double> y(static_cast<std::size_t>(system_->size()));
  std::vector<double> g(static_cast<std::size_t>(events_->count()));
  integrator_->interpolate(t, y);
  double work = system_->work(y);
  bool changed = false;
  for (const EventHit& hit : hits) {
    if (hit.t != t || stopped_) continue;
    const EventRow& row = tables_.events[static_cast<std::size_t>(hit.index)];
    if (chatters(row, t)) return false;
    // The second of two events at one time sees what the first has done.
    if (changed) system_->pack(state_, work, y);
    if (!events(t, y, g).ok()) return false;
    state_ = event_state_;
    const State before = state_;
    const double energy_before = observer.energy(state_, *dynamics_);
    for (const ActionRow& action : row.actions) stopped_ |= action.kind == ActionKind::stop;
    Impulses impulses;
    if (!change_classes(row, impulses)) return false;
    if (!impulses.R.empty()) {
      changed = true;
      system_ = std::make_unique<DynamicSystem>(model_, phase_, *dynamics_, state_);
      system_->pack(state_, work, y);
      const SolveStatus solved = system_->complete(t, y, state_);
      if (!solved.ok()) {
        singular(solved, t);
        return false;
      }
      work += observer.energy(state_, *dynamics_) - energy_before;
    }
    if (!settings_.echo) continue;  // only the tables are wanted
    out.blank_line();
    out.comment(describe_event(row, before, impulses, g[static_cast<std::size_t>(hit.index)]));
  }
  if (stopped_) return true;
  if (changed) {
    const IntegratorStats& s = integrator_->stats();
    earlier_.accepted += s.accepted, earlier_.rejected += s.rejected, earlier_.rhs += s.rhs;
    if (!prepare_integrator()) return false;
    observer.relabel();
  }
  system_->pack(state_, work, y);
  const StepStatus status = changed ? integrator_->start(t, y) : integrator_->restart(t, y);
  integrator_->set_tstop(tables_.time.at(audit_.rows_asked - 1));
  if (!status.ok()) {
    integration_failed(*system_, status);
    return false;
  }
  locator_->set_state_size(system_->size());
  return locator_->restart(t, y).ok();
}

bool DynamicRun::report_rows(Observer& observer, RunOutput& out) {
  const Interrupt interrupt(settings_.timeout);
  std::vector<double> y;
  audit_.rows_asked = tables_.time.count();
  system_->pack(state_, 0, y);
  StepStatus status = integrator_->start(tables_.time.start, y);
  integrator_->set_tstop(tables_.time.at(audit_.rows_asked - 1));
  if (status.ok() && events_ && !begin_events()) return false;
  if (status.ok() && !rows_until(integrator_->t(), observer, out, interrupt)) return false;
  while (status.ok() && audit_.rows_done < audit_.rows_asked && !stopped_ &&
         !interrupt.requested()) {
    status = next_step();
    if (!status.ok()) break;
    const bool met = locator_ && !locator_->hits().empty();
    // An event is found just past its zero: a row at that very time still comes before it.
    const double limit = met ? locator_->hits().front().t : integrator_->t();
    if (!rows_until(limit, observer, out, interrupt)) return false;
    if (met && !interrupt.requested() && !meet_events(observer, out)) return false;
  }
  if (interrupt.requested()) {
    diagnostics_.error(
        {}, "run", fmt::format("ended by {} at t = {:.6g}", interrupt.reason(), integrator_->t()));
    status_ = ExitStatus::interrupted;
    return false;
  }
  if (status.ok()) return true;
  integration_failed(*system_, status);
  system_->complete(integrator_->t(), integrator_->y(), state_);
  return false;
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

std::string DynamicRun::describe_end(const Observer& observer) const {
  const IntegratorStats& s = integrator_->stats();
  return describe_audit(audit_) +
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
         fmt::format("report times done: {} of {}\n", audit_.rows_done, audit_.rows_asked);
}

Outcome DynamicRun::run(const Outputs& outputs) {
  if (!freedoms_agree()) return {ExitStatus::deck_error, {}};
  if (!start()) return {ExitStatus::solution_failed, describe_state(model_, state_)};
  system_ = std::make_unique<DynamicSystem>(model_, phase_, *dynamics_, state_);
  if (!prepare_integrator()) return {ExitStatus::deck_error, {}};
  Observer observer(tables_, model_, phase_);
  event_observer_ = &observer;
  if (!tables_.events.empty()) {
    events_ = std::make_unique<EventList>(tables_, observer.layout(), diagnostics_);
    if (diagnostics_.has_errors()) return {ExitStatus::deck_error, {}};
  }
  RunOutput out(outputs, observer.layout(), NumberFormat(settings_.digits),
                time_decimals(tables_.time.start, tables_.time.step));
  if (settings_.echo) out.comment(describe_model(tables_, built_) + describe_start());
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

}  // namespace

Outcome run_dynamic(const Tables& tables, const Built& built, const RunSettings& settings,
                    const Outputs& outputs, Diagnostics& diagnostics) {
  return DynamicRun(tables, built, settings, diagnostics).run(outputs);
}

}  // namespace mbs
