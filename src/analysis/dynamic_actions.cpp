// What an event does: classes change, velocities jump, parameters get new values.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "analysis/dynamic_run.h"
#include "base/finite.h"
#include "base/tolerances.h"
#include "deck/event_actions.h"
#include "solve/rank_audit.h"

namespace mbs {

namespace {

std::size_t at(int i) { return static_cast<std::size_t>(i); }

bool changes_class(ActionKind kind) {
  return kind != ActionKind::stop && kind != ActionKind::impact && kind != ActionKind::set &&
         kind != ActionKind::stimulate;
}

bool is_change(ActionKind kind) { return changes_class(kind) || kind == ActionKind::set; }

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
  if (!evaluate_events(moment)) return false;
  state_ = event_state_;
  const State before = state_;
  phase_before_ = phase_;
  const double energy_before = observer.energy(state_, *dynamics_);
  EventEffect effect;
  bool switched = false, changed = false;  // classes; since the last refit
  bool set = false;                        // parameters, since motions were looked at
  for (std::size_t k = 0; k < row.actions.size(); ++k) {
    const ActionRow& action = row.actions[k];
    stopped_ |= action.kind == ActionKind::stop;
    if (action.kind == ActionKind::set) {
      if (!set_parameter(index, static_cast<int>(k), effect)) return false;
      set = true;
    }
    if (action.kind == ActionKind::stimulate) stimulate(action, effect);
    if (action.kind == ActionKind::impact && moment.struck && moment.striker != index)
      effect.notes.push_back("strikes together with " + tables_.events[at(moment.striker)].label);
    if (action.kind == ActionKind::impact && !moment.struck) {
      moment.struck = true;
      moment.striker = index;
      if (!strike_stops(now, which, effect, switched)) return false;
    }
    if (action.kind == ActionKind::forward && !let_go(row, action)) return false;
    for (const EventTarget& target : action.targets) {
      if (!changes_class(action.kind)) break;  // an impact's
      if (action.kind == ActionKind::fix && is_fixed_by_event(target)) {
        effect.notes.push_back(name_of(target) + " is fixed already: an event has done it before");
        continue;
      }
      if (!switch_class(row, action, target)) return false;
      changed = true;
    }
    changed |= action.kind == ActionKind::forward;
    // Changes of classes and parameters that follow one another happen together.
    if (k + 1 < row.actions.size() && is_change(row.actions[k + 1].kind)) continue;
    if (set && !motions_go_on(row, changed)) return false;
    set = false;
    if (!changed) continue;
    changed = false;
    switched = true;
    if (!refit(row, effect)) return false;
  }
  if (!effect.impulses.R.empty()) observer.add_impulses(effect.impulses.R, effect.impulses.L);
  if (effect.changes) {
    event_state_ = state_;
    if (!jump(moment, switched, energy_before, observer)) return false;
  }
  if (settings_.echo) {
    out.blank_line();
    const double value = moment.g[at(index)];
    const bool zero = std::fabs(value) <= tolerance::event_zero * locator_->range(index);
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
  if (switched) {
    system_ = make_system();
    system_->watch(&path_, state_);
  }
  const double kinetic_before = observer.kinetic();
  system_->pack(state_, moment.work, moment.y);
  const SolveStatus solved = system_->complete(moment.t, moment.y, state_);
  if (!solved.ok()) {
    singular(solved, moment.t);
    return false;
  }
  moment.work += observer.energy(state_, *dynamics_) - energy_before;
  note_gain(kinetic_before, observer);
  if (!stays_finite(moment)) return false;
  system_->pack(state_, moment.work, moment.y);
  good_state_ = state_;
  return true;
}

// False, with an error that names it, where something is not finite after the change.
bool DynamicRun::stays_finite(const Moment& moment) {
  std::string what = std::isfinite(moment.work) ? "" : "the work";
  for (const std::vector<double>* z : {&state_.x, &state_.v, &state_.a})
    if (const std::ptrdiff_t bad = first_not_finite(*z); bad >= 0 && what.empty())
      what = model_.coordinate_name(static_cast<int>(bad));
  if (const std::ptrdiff_t bad = first_not_finite(state_.zd); bad >= 0 && what.empty())
    what = "the rate of " + model_.states[static_cast<std::size_t>(bad)].name;
  if (what.empty()) return true;
  diagnostics_.error({}, "events",
                     fmt::format("at t = {:.9g} {} is not finite after them", moment.t, what),
                     "look for numbers of the deck that are too large or too small");
  return false;
}

bool DynamicRun::set_parameter(int event, int action, EventEffect& effect) {
  const EventRow& row = tables_.events[at(event)];
  const ActionRow& set = row.actions[at(action)];
  const double value = events_->value_of(event, action);
  if (!std::isfinite(value)) {
    if (auto left = events_->left_table_of_value(event, action))
      return report_left_table(*left, state_.t, diagnostics_), false;
    diagnostics_.error(set.where, row.label,
                       fmt::format("at t = {:.9g} the new value of {} is not a finite number",
                                   state_.t, set.parameter),
                       "look at the expression");
    return false;
  }
  double& parameter = set.sets_state ? state_.z[model_.state_index(set.parameter)]
                                     : phase_.parameters[events_->parameter(set)];
  effect.notes.push_back(fmt::format("{} {:.9g} -> {:.9g}", set.parameter, parameter, value));
  effect.changes = true;
  parameter = value;
  if (!set.sets_state) events_->set_parameters(phase_.parameters);
  return true;
}

void DynamicRun::stimulate(const ActionRow& action, EventEffect& effect) {
  Stimulus& stimulus = phase_.stimuli[at(action.muscle)];
  const Muscle& muscle = model_.forces.muscles[at(action.muscle)];
  effect.notes.push_back(fmt::format("STIM {:.9g} -> {:.9g}", stimulus.before, muscle.stimulated));
  effect.changes = true;
  stimulus.on = true;
}

// What new values of parameters make of the motions that are expressions. Their velocities may
// jump, and `jump` is set then; false, with an error, where a position would.
bool DynamicRun::motions_go_on(const EventRow& row, bool& jump) {
  MotionSlots slots(phase_.parameters.size());
  slots.slots.set_parameters(phase_.parameters);
  const double length = dynamics_->kinematics().length();
  auto go_on = [&](Class cls, int motion, double position, double rate, auto name) {
    if (cls != Class::prescribed || !motion_of(model_, phase_, motion).is_expression()) return true;
    double now[3];
    int hint = 0;
    motion_of(model_, phase_, motion).evaluate(state_.t, now, hint, slots);
    const double size = std::max({std::fabs(position), std::fabs(now[0]), length});
    jump |= !(std::fabs(now[1] - rate) <=
              tolerance::same_rate * std::max(std::fabs(now[1]), std::fabs(rate)));
    if (std::fabs(now[0] - position) <= tolerance::position_goes_on * size) return true;
    diagnostics_.error(
        row.where, row.label,
        fmt::format("at t = {:.9g} its SET would make {} jump from {:.9g} to {:.9g} ({})", state_.t,
                    name(), position, now[0], model_.motion_origin[at(motion)].label),
        "a motion may change its velocity, not its position: let it go on from parameters that "
        "are set too, as p + w*(t - t0) does with SET p = the position and SET t0 = t");
    return false;
  };
  for (int i = 0; i < model_.nx; ++i)
    if (!go_on(phase_.x_class[at(i)], phase_.x_motion[at(i)], state_.x[at(i)], state_.v[at(i)],
               [&] { return model_.coordinate_name(i); }))
      return false;
  for (int r = 0; r < model_.ne; ++r)
    if (!go_on(phase_.e_class[at(r)], phase_.e_motion[at(r)], state_.e[at(r)], state_.ed[at(r)],
               [&] { return model_.deformation_name(r); }))
      return false;
  return true;
}

bool DynamicRun::is_fixed_by_event(const EventTarget& target) const {
  const auto k = at(index_of(target));
  const bool on_x = target.target == Target::coordinate;
  return (on_x ? phase_.x_class : phase_.e_class)[k] == Class::fixed &&
         (on_x ? x_by_event_ : e_by_event_)[k] != 0;
}

bool DynamicRun::switch_class(const EventRow& row, const ActionRow& action,
                              const EventTarget& target) {
  const bool on_x = target.target == Target::coordinate;
  const auto k = at(index_of(target));
  Class& cls = class_of(target);
  const Class wanted = class_after(action.kind);
  const bool release = action.kind == ActionKind::release;
  if (release && on_x && phase_.has_choice() && phase_.x_choice[k].any()) {
    phase_.x_choice[k] = {};  // its acceleration becomes unknown, its load known
    if (!is_held(cls)) return true;
  }
  if (release && !on_x && phase_.has_choice() && phase_.e_choice[k].held_rate) {
    phase_.e_choice[k] = {};
    return true;
  }
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
  (on_x ? x_by_event_ : e_by_event_)[k] = 1;
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
  if (phase_.has_choice()) return let_choice_go(), true;
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
    if (!audit.redundant.empty()) return !holds_too_much(row, audit);
    diagnostics_.error(row.where, row.label,
                       fmt::format("at t = {:.9g} it leads to a singular position", state_.t),
                       "release something in the same event");
    return false;
  }
  if (holds_what_cannot_move(row)) return false;
  State after = state_;
  Impulses impulses;
  status = make_velocities_fit(model_, phase_, *dynamics_, after, impulses);
  if (!status.ok()) return no_mass(row, status);
  if (!keeps_energy(row, impulses)) return false;
  state_ = after;
  effect.add(impulses);
  return true;
}

bool DynamicRun::has_new_hold() const {
  for (std::size_t i = 0; i < phase_.x_class.size(); ++i)
    if (is_held(phase_.x_class[i]) && !is_held(phase_before_.x_class[i])) return true;
  for (std::size_t r = 0; r < phase_.e_class.size(); ++r)
    if (is_held(phase_.e_class[r]) && !is_held(phase_before_.e_class[r])) return true;
  return false;
}

// True, with a message, where the event holds something that no free coordinate can hold, or that
// the rest holds, up to errors of the position.
bool DynamicRun::holds_what_cannot_move(const EventRow& row) {
  if (!has_new_hold()) return false;
  auto audit = [this](const Phase& phase) {
    return audit_rank(model_, constrained_deformations(phase), free_coordinates(phase), state_.x,
                      std::max(tolerance::holds_something, settings_.options.rank),
                      tolerance::holds_something);
  };
  const RankAudit now = audit(phase_);
  if (now.redundant.size() <= audit(phase_before_).redundant.size()) return false;
  return holds_too_much(row, now);
}

// Always true: after an error.
bool DynamicRun::holds_too_much(const EventRow& row, const RankAudit& audit) {
  const RankAudit::Redundancy& first = audit.redundant.front();
  // A row of free coordinates that changes with none of them at this position.
  bool may_change = false;
  for (std::size_t s = 0; s < model_.entry_row.size(); ++s)
    may_change |= model_.entry_row[s] == first.row && !model_.entry_zero[s] &&
                  !is_held(phase_.x_class[at(model_.entry_column[s])]);
  diagnostics_.error(
      row.where, row.label,
      fmt::format("at t = {:.9g} it holds too much: {}", state_.t,
                  first.repeats.empty() && may_change ? model_.deformation_name(first.row) +
                                                            " depends on nothing that is free there"
                                                      : describe(first, model_)),
      "release something in the same event");
  return true;
}

// False, with a message, where velocities have been found that no plastic impact leads to.
bool DynamicRun::keeps_energy(const EventRow& row, const Impulses& impulses) {
  if (impulses.excess() <= tolerance::impact_energy) return true;
  diagnostics_.error(
      row.where, row.label,
      fmt::format("at t = {:.9g} its impact would raise the kinetic energy from {:.9g} to {:.9g}",
                  state_.t, impulses.kinetic_before, impulses.kinetic_after),
      "the position is nearly singular there: let it happen a little earlier or later");
  return false;
}

bool DynamicRun::no_mass(const EventRow& row, const SolveStatus& status) {
  if (status.column < 0) return singular(status, state_.t), false;
  diagnostics_.error(
      row.where, row.label,
      fmt::format("at t = {:.9g} it frees a motion that carries no mass: its "
                  "largest coordinate is {}",
                  state_.t, status.column < 0 ? "none" : model_.coordinate_name(status.column)),
      "give it a mass, or release something else");
  return false;
}

}  // namespace mbs
