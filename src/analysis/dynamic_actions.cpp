// What an event does: classes change, velocities jump, parameters get new values.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "analysis/dynamic_run.h"
#include "deck/event_actions.h"
#include "solve/rank_audit.h"

namespace mbs {

namespace {

std::size_t at(int i) { return static_cast<std::size_t>(i); }

bool changes_class(ActionKind kind) {
  return kind != ActionKind::stop && kind != ActionKind::impact && kind != ActionKind::set;
}

bool is_held(Class cls) { return cls == Class::fixed || cls == Class::prescribed; }

Class class_after(ActionKind kind) {
  return kind == ActionKind::fix         ? Class::fixed
         : kind == ActionKind::prescribe ? Class::prescribed
         : kind == ActionKind::dynamic   ? Class::dynamic
                                         : Class::calculable;
}

std::string_view class_name(Class cls) {
  return cls == Class::fixed        ? "fixed"
         : cls == Class::prescribed ? "prescribed"
         : cls == Class::dynamic    ? "dynamic"
                                    : "calculable";
}

// An event function below this part of its range is shown as 0: rounding differs from machine to
// machine.
constexpr double kZero = 1e-9;
// An impact series is over when the rebound has fallen to this part of its first approach.
constexpr double kLastRebound = 1e-6;
// A velocity after an impact below this part of the one before is rounding.
constexpr double kStopped = 1e-13;
// Bounces belong to one series while each approach is slower than the one before by this.
constexpr double kSlower = 1 - 1e-9;

}  // namespace

int DynamicRun::index_of(const EventTarget& target) const {
  return target.component + (target.target == Target::coordinate
                                 ? model_.nodes[at(target.owner)].first
                                 : model_.elements[at(target.owner)].first);
}

Class& DynamicRun::class_of(const EventTarget& target) {
  return (target.target == Target::coordinate ? phase_.x_class
                                              : phase_.e_class)[at(index_of(target))];
}

std::string DynamicRun::name_of(const EventTarget& target) const {
  return target.target == Target::coordinate ? model_.coordinate_name(index_of(target))
                                             : model_.deformation_name(index_of(target));
}

// All the actions of event now[which], at the state that the events before it have left. Impacts of
// all events of the instant happen together, with the first of them.
bool DynamicRun::carry_out(const std::vector<int>& now, std::size_t which, Moment& moment,
                           Observer& observer, RunOutput& out) {
  const int index = now[which];
  const EventRow& row = tables_.events[at(index)];
  if (!may_happen(row.where, row.label, moment.t)) return false;
  if (!may_be_repeated(row.where, row.label, moment.t)) return false;
  if (!events(moment.t, moment.y, moment.g).ok()) return false;
  state_ = event_state_;
  const State before = state_;
  const double energy_before = observer.energy(state_, *dynamics_);
  EventEffect effect;
  bool switched = false;
  for (std::size_t k = 0; k < row.actions.size(); ++k) {
    const ActionRow& action = row.actions[k];
    stopped_ |= action.kind == ActionKind::stop;
    if (action.kind == ActionKind::set && !set_parameter(index, static_cast<int>(k), effect))
      return false;
    if (action.kind == ActionKind::impact && moment.struck && moment.striker != index)
      effect.notes.push_back("strikes together with " + tables_.events[at(moment.striker)].label);
    if (action.kind == ActionKind::impact && !moment.struck) {
      moment.struck = true;
      moment.striker = index;
      if (!strike_stops(now, which, effect, switched)) return false;
    }
    if (!changes_class(action.kind)) continue;
    if (action.kind == ActionKind::forward && !let_go(row, action)) return false;
    for (const EventTarget& target : action.targets)
      if (!switch_class(row, action, target)) return false;
    switched = true;
    const bool more = k + 1 < row.actions.size() && changes_class(row.actions[k + 1].kind);
    if (!more && !refit(row, effect)) return false;
  }
  if (effect.changes) {
    event_state_ = state_;
    if (!jump(moment, switched, energy_before, observer)) return false;
  }
  if (settings_.echo) {
    out.blank_line();
    const double value = moment.g[at(index)];
    const bool zero = std::fabs(value) <= kZero * locator_->range(index);
    out.comment(describe_event(row, model_, before, state_, effect, zero ? 0 : value,
                               dynamics_->partition().freedom_count()));
  }
  return !effect.changes || settle_contacts(moment, observer, out);
}

// After velocities, parameters or (switched) classes have jumped: accelerations anew; the work
// takes up what the energy has lost.
bool DynamicRun::jump(Moment& moment, bool switched, double energy_before, Observer& observer) {
  moment.jumped = true;
  moment.switched |= switched;
  if (switched) system_ = make_system();
  system_->pack(state_, moment.work, moment.y);
  const SolveStatus solved = system_->complete(moment.t, moment.y, state_);
  if (!solved.ok()) {
    singular(solved, moment.t);
    return false;
  }
  moment.work += observer.energy(state_, *dynamics_) - energy_before;
  system_->pack(state_, moment.work, moment.y);
  return true;
}

bool DynamicRun::set_parameter(int event, int action, EventEffect& effect) {
  const EventRow& row = tables_.events[at(event)];
  const ActionRow& set = row.actions[at(action)];
  const double value = events_->value_of(event, action);
  if (!std::isfinite(value)) {
    diagnostics_.error(set.where, row.label,
                       fmt::format("at t = {:.9g} the new value of {} is not a finite number",
                                   state_.t, set.parameter),
                       "look at the expression");
    return false;
  }
  double& parameter = events_->parameter(set);
  effect.notes.push_back(fmt::format("{} {:.9g} -> {:.9g}", set.parameter, parameter, value));
  effect.changes = true;
  parameter = value;
  return true;
}

bool DynamicRun::switch_class(const EventRow& row, const ActionRow& action,
                              const EventTarget& target) {
  const bool on_x = target.target == Target::coordinate;
  const auto k = at(index_of(target));
  Class& cls = class_of(target);
  const Class wanted = class_after(action.kind);
  const bool release = action.kind == ActionKind::release;
  if (release ? !is_held(cls) : cls == wanted && wanted != Class::prescribed) {
    diagnostics_.error(action.where, row.label,
                       fmt::format("at t = {:.9g} {} is {} already", state_.t, name_of(target),
                                   release ? "free" : class_name(cls)),
                       wanted == Class::fixed ? "expected one that moves"
                       : release              ? "expected one that is fixed or prescribed"
                                              : "expected one of another class");
    return false;
  }
  cls = wanted;
  int& motion = (on_x ? phase_.x_motion : phase_.e_motion)[k];
  motion = -1;
  if (wanted == Class::fixed) hold(target);
  if (wanted != Class::prescribed) return true;
  const double t = state_.t, a = action.acceleration, x = on_x ? state_.x[k] : state_.e[k];
  const double v = action.has_velocity ? action.velocity : on_x ? state_.v[k] : state_.ed[k];
  motion = static_cast<int>(model_.motions.size() + phase_.motions.size());
  phase_.motions.push_back(Motion::uniform(x - v * t + a * t * t / 2, v - a * t, a));
  return true;
}

// What is prescribed is let go, and the efforts that drove it until now become constant loads
// (Otten 2003 section 4). False where nothing is prescribed.
bool DynamicRun::let_go(const EventRow& row, const ActionRow& action) {
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
  if (!any)
    diagnostics_.error(action.where, row.label, "nothing is prescribed any more",
                       "expected a motion that can be let go");
  return any;
}

// What a fixed coordinate or deformation keeps from now on; nothing computes it again.
void DynamicRun::hold(const EventTarget& target) {
  const auto i = at(index_of(target));
  if (target.target == Target::deformation)
    phase_.e_hold[i] = state_.e[i];
  else
    state_.a[i] = 0;
}

// A new count of the degrees of freedom, and velocities that the new classes allow.
bool DynamicRun::refit(const EventRow& row, EventEffect& effect) {
  const bool choose = may_choose_ || !named_partition(phase_).square();
  dynamics_ =
      std::make_unique<Dynamics>(model_, phase_, settings_.options, tables_.forces.form, choose);
  SolveStatus status = dynamics_->resume(state_);
  if (!status.ok() && contacts_ && contacts_->let_go(phase_)) {
    dynamics_ =
        std::make_unique<Dynamics>(model_, phase_, settings_.options, tables_.forces.form, choose);
    status = dynamics_->resume(state_);
  }
  if (!status.ok()) {
    const RankAudit audit = audit_rank(model_, constrained_deformations(phase_),
                                       free_coordinates(phase_), state_.x, settings_.options.rank);
    diagnostics_.error(row.where, row.label,
                       audit.redundant.empty()
                           ? fmt::format("at t = {:.9g} it leads to a singular position", state_.t)
                           : fmt::format("at t = {:.9g} it holds too much: {}", state_.t,
                                         describe(audit.redundant.front(), model_)),
                       "release something in the same event");
    return false;
  }
  Impulses impulses;
  status = make_velocities_fit(model_, phase_, *dynamics_, state_, impulses);
  if (!status.ok()) return no_mass(row, status);
  effect.add(impulses);
  return true;
}

bool DynamicRun::no_mass(const EventRow& row, const SolveStatus& status) {
  diagnostics_.error(
      row.where, row.label,
      fmt::format("at t = {:.9g} it frees a motion that carries no mass: its "
                  "largest coordinate is {}",
                  state_.t, status.column < 0 ? "none" : model_.coordinate_name(status.column)),
      "give it a mass, or release something else");
  return false;
}

// ---- impacts ------------------------------------------------------------------------------------

bool DynamicRun::strike_stops(const std::vector<int>& now, std::size_t from, EventEffect& effect,
                              bool& switched) {
  auto line = [this](const EventTarget& t) { return ImpactLine{t.target, index_of(t)}; };
  std::vector<ImpactContact> contacts;
  std::vector<std::pair<int, int>> sources;  // event and action of each contact
  ImpactLaw law = ImpactLaw::newton;
  for (std::size_t k = from; k < now.size(); ++k) {
    const EventRow& row = tables_.events[at(now[k])];
    for (std::size_t a = 0; a < row.actions.size(); ++a) {
      const ActionRow& action = row.actions[a];
      if (action.kind != ActionKind::impact) continue;
      ImpactContact& contact = contacts.emplace_back();
      contact.normal = line(action.targets.front());
      contact.restitution = action.restitution;
      contact.side = action.side;
      for (const EventTarget& t : action.stick) contact.stick.push_back(line(t));
      if (action.energetic) law = ImpactLaw::energetic;
      sources.emplace_back(now[k], static_cast<int>(a));
    }
    strikers_.push_back(now[k]);
  }
  ImpactOutcome outcome;
  const EventRow& row = tables_.events[at(now[from])];
  const SolveStatus status = strike(model_, phase_, *dynamics_, contacts, law, state_, outcome);
  if (!status.ok()) return no_mass(row, status);
  effect.add(outcome.impulses);
  bool closes = false;
  for (std::size_t k = 0; k < sources.size(); ++k)
    closes |= note_impact(sources[k], outcome, k, effect);
  if (!closes) return true;
  switched = true;
  return refit(row, effect);
}

// What one contact of an impact has done; true if it closes: its lines have become fixed.
bool DynamicRun::note_impact(std::pair<int, int> source, const ImpactOutcome& outcome,
                             std::size_t k, EventEffect& effect) {
  const EventRow& row = tables_.events[at(source.first)];
  const ActionRow& action = row.actions[at(source.second)];
  const ImpactOutcome::Normal& normal = outcome.normals[k];
  const std::string name = name_of(action.targets.front());
  if (!normal.struck || normal.impulse == 0) {
    const bool lifted = normal.struck && !action.stick.empty() && normal.before * normal.after < 0;
    effect.notes.push_back(
        lifted
            ? fmt::format("{}: velocity {:.12e} -> {:.12e} by what sticks, no impulse of its own",
                          name, normal.before, normal.after)
            : name + ": no impact");
    return false;
  }
  const double e = outcome.scale * action.restitution;
  const bool stops = std::fabs(normal.after) <= kStopped * std::fabs(normal.before);
  effect.notes.push_back(fmt::format("{}: e {:.9g}, velocity {:.12e} -> {:.12e}, impulse {:.12e}",
                                     name, e, normal.before, stops ? 0.0 : normal.after,
                                     normal.impulse));
  BounceSeries& series = bounces_[source];
  if (outcome.scale < 1) {
    effect.notes.push_back(fmt::format("with e {:.9g} it would create energy", action.restitution));
    if (!series.warned)
      diagnostics_.warning(action.where, row.label,
                           fmt::format("at t = {:.9g} e = {} would create energy; {:.6g} does not",
                                       state_.t, action.restitution, e),
                           "the smaller one is used; ENERGETIC is a law that needs no such cap");
    series.warned = true;
  }
  const double approach = std::fabs(normal.before), rebound = std::fabs(normal.after);
  const bool goes_on = series.count > 0 && approach < kSlower * series.last;
  if (!goes_on) series.count = 0, series.first = approach;
  ++series.count;
  series.last = approach;
  const bool enough = action.bounces > 0 && series.count >= action.bounces;
  if (!enough && rebound > kLastRebound * series.first) return false;
  effect.notes.push_back(
      series.count > 1
          ? fmt::format("{} closes after {} bounces, each slower than the last", name, series.count)
          : name + " closes");
  series.count = 0;
  auto close = [&](const EventTarget& target) {
    if (is_held(class_of(target))) return;
    class_of(target) = Class::fixed;
    hold(target);
  };
  close(action.targets.front());
  for (const EventTarget& target : action.stick) {
    const bool held =
        std::any_of(outcome.held.begin(), outcome.held.end(), [&](const ImpactLine& line) {
          return line.target == target.target && line.index == index_of(target);
        });
    if (!held) close(target);
  }
  return true;
}

}  // namespace mbs
