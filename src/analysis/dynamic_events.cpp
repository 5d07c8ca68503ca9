// What happens at the events of a dynamic run: classes change, velocities jump, the integrator
// starts anew.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "analysis/dynamic_run.h"
#include "solve/rank_audit.h"

namespace mbs {

EvalStatus DynamicRun::events(double t, ConstVector y, Vector g) {
  const SolveStatus status = system_->complete(t, y, event_state_);
  if (!status.ok()) return {EvalKind::failed, -1, 0};
  const auto n = static_cast<std::size_t>(deck_events());
  if (n > 0) {
    event_observer_->probe(event_state_, *dynamics_, system_->work(y), events_->channels());
    events_->evaluate(t, g.first(n));
  }
  if (contacts_) contacts_->evaluate(event_state_, *dynamics_, phase_, g.subspan(n));
  return {};
}

bool DynamicRun::begin_events() {
  std::vector<Crossing> directions;
  if (events_) directions = events_->directions();
  if (contacts_) contacts_->add_directions(directions);
  locator_ = std::make_unique<EventLocator>(
      event_functions(static_cast<int>(directions.size()), *this), directions, system_->size());
  event_state_ = state_;
  const EvalStatus status = locator_->start(integrator_->t(), integrator_->y());
  if (!status.ok()) {
    diagnostics_.error({}, "events", "an event expression has no value at the start",
                       "expected finite numbers");
    return false;
  }
  for (const EventHit& hit : locator_->hits()) {
    if (hit.index >= deck_events()) continue;
    const EventRow& row = tables_.events[static_cast<std::size_t>(hit.index)];
    diagnostics_.warning(row.where, row.label,
                         hit.kind == HitKind::true_at_start ? "it is true at the start already"
                                                            : "its expression is 0 at the start",
                         "it happens when that comes about again");
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

// What is prescribed is let go, and the efforts that drove it until now become constant loads
// (Otten 2003 section 4). False where nothing is prescribed.
bool DynamicRun::let_go() {
  bool any = false;
  const ConstVector r = dynamics_->reactions(), S = dynamics_->stresses();
  auto release = [&any](std::vector<Class>& classes, std::vector<int>& motions,
                        std::vector<double>& kept, ConstVector effort) {
    kept.resize(classes.size());
    for (std::size_t k = 0; k < classes.size(); ++k) {
      if (classes[k] != Class::prescribed) continue;
      classes[k] = Class::calculable;
      motions[k] = -1;
      kept[k] = effort[k];
      any = true;
    }
  };
  release(phase_.x_class, phase_.x_motion, phase_.x_kept, r);
  release(phase_.e_class, phase_.e_motion, phase_.e_kept, S);
  return any;
}

bool DynamicRun::change_classes(const EventRow& row, Impulses& impulses) {
  bool changed = false;
  for (const ActionRow& action : row.actions) {
    if (action.kind == ActionKind::forward && !let_go()) {
      diagnostics_.error(action.where, row.label, "nothing is prescribed any more",
                         "expected a motion that can be let go");
      return false;
    }
    changed |= action.kind == ActionKind::forward;
  }
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
  static constexpr const char* kWords[] = {" STOP", " FIX", " RELEASE", " FORWARD"};
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
  std::vector<double> g(
      static_cast<std::size_t>(deck_events() + (contacts_ ? contacts_->count() : 0)));
  integrator_->interpolate(t, y);
  double work = system_->work(y);
  bool changed = false, met_contact = false;
  for (const EventHit& hit : hits) {
    if (hit.t != t || stopped_) continue;
    if (hit.index >= deck_events()) {
      // Those that strike at one time are met together.
      if (met_contact && changed) continue;
      if (!meet_contact(hit, y, work, changed, observer, out)) return false;
      met_contact = true;
      continue;
    }
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
      system_ = make_system();
      system_->pack(state_, work, y);
      const SolveStatus solved = system_->complete(t, y, state_);
      if (!solved.ok()) {
        singular(solved, t);
        return false;
      }
      work += observer.energy(state_, *dynamics_) - energy_before;
      if (!settle_contacts(t, y, work, changed, observer, out)) return false;
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

}  // namespace mbs
