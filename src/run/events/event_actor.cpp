#include "run/events/event_actor.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/tolerances.h"
#include "plan/plan.h"

namespace mbs {

namespace {

// Whether an action changes classes or parameters. Such actions in a row happen together.
bool is_change(ActionKind kind) {
  return kind != ActionKind::stop && kind != ActionKind::impact && kind != ActionKind::stimulate;
}

}  // namespace

bool EventActor::act(const std::vector<int>& now, std::size_t which, EventEffect& effect) {
  const EventRow& row = site_.plan.events[now[which]];
  switching_.begin();
  switches_ = is_set_ = false;
  for (std::size_t k = 0; k < row.actions.size(); ++k) {
    if (!act_once(now, which, row.actions[k], effect)) return false;
    if (k + 1 < row.actions.size() && is_change(row.actions[k + 1].kind)) continue;
    if (is_set_ && !motions_go_on(row)) return false;
    is_set_ = false;
    if (!switches_) continue;
    switches_ = false;
    effect.switched = true;
    if (!switching_.go_on(row, effect)) return false;
  }
  return true;
}

bool EventActor::act_once(const std::vector<int>& now, std::size_t which, const ActionRow& action,
                          EventEffect& effect) {
  const EventRow& row = site_.plan.events[now[which]];
  switch (action.kind) {
    case ActionKind::stop:
      effect.stops = true;
      return true;
    case ActionKind::set:
      is_set_ = true;
      return set_parameter(now[which], static_cast<int>(&action - row.actions.data()), effect);
    case ActionKind::stimulate:
      stimulate(action, effect);
      return true;
    case ActionKind::impact:
      if (stops_.striker() < 0) return stops_.strike(now, which, effect);
      if (stops_.striker() != now[which])
        effect.notes.push_back("strikes together with " +
                               site_.plan.events[stops_.striker()].label);
      return true;
    case ActionKind::forward:
      switches_ = true;
      return classes_.let_go(row, action);
    case ActionKind::fix:
    case ActionKind::release:
    case ActionKind::dynamic:
    case ActionKind::calculable:
    case ActionKind::prescribe:
      return change_classes(row, action, effect);
  }
  return true;
}

bool EventActor::change_classes(const EventRow& row, const ActionRow& action, EventEffect& effect) {
  for (const EventTarget& target : action.targets) {
    if (action.kind == ActionKind::fix && classes_.is_fixed_by_event(target)) {
      effect.notes.push_back(classes_.name_of(target) +
                             " is fixed already: an event has done it before");
      continue;
    }
    if (!classes_.change(row, action, target)) return false;
    switches_ = true;
  }
  return true;
}

bool EventActor::set_parameter(int event, int action, EventEffect& effect) {
  const EventRow& row = site_.plan.events[event];
  const ActionRow& set = row.actions[action];
  const double value = events_.value_of(event, action);
  if (!std::isfinite(value)) {
    if (auto left = events_.left_table_of_value(event, action))
      return report_left_table(*left, site_.state.t, site_.diagnostics), false;
    site_.diagnostics.error(set.where, row.label,
                            fmt::format("at t = {:.9g} the new value of {} is not a finite number",
                                        site_.state.t, set.parameter),
                            "look at the expression");
    return false;
  }
  double& parameter = set.sets_state ? site_.state.z[site_.model.state_index(set.parameter)]
                                     : site_.phase.parameters[events_.parameter(set)];
  effect.add({set.parameter, parameter, value});
  parameter = value;
  if (!set.sets_state) events_.set_parameters(site_.phase.parameters);
  return true;
}

void EventActor::stimulate(const ActionRow& action, EventEffect& effect) {
  Stimulus& stimulus = site_.phase.stimuli[action.muscle];
  const Muscle& muscle = site_.model.forces.muscles[action.muscle];
  effect.add({"STIM", stimulus.before, muscle.stimulated});
  stimulus.on = true;
}

// Checks the prescribed motions that are expressions after parameters have new values: their
// velocities may jump. False, with an error, where a position would jump.
bool EventActor::motions_go_on(const EventRow& row) {
  const Model& model = site_.model;
  const Phase& phase = site_.phase;
  const State& state = site_.state;
  for (int i = 0; i < model.nx; ++i)
    if (phase.x_class[i] == Class::prescribed &&
        !goes_on(row, phase.x_motion[i], state.x[i], state.v[i], model.coordinate_name(i)))
      return false;
  for (int r = 0; r < model.ne; ++r)
    if (phase.e_class[r] == Class::prescribed &&
        !goes_on(row, phase.e_motion[r], state.e[r], state.ed[r], model.deformation_name(r)))
      return false;
  return true;
}

// Checks one motion, of a coordinate or deformation with this position, rate and name.
bool EventActor::goes_on(const EventRow& row, int motion, double position, double rate,
                         std::string name) {
  const Motion& moves = motion_of(site_.model, site_.phase, motion);
  if (!moves.is_expression()) return true;
  MotionSlots slots(site_.phase.parameters.size());
  slots.slots.set_parameters(site_.phase.parameters);
  double now[3];
  int hint = 0;
  moves.evaluate(site_.state.t, now, hint, slots);
  switches_ |= !(std::fabs(now[1] - rate) <=
                 tolerance::same_rate * std::max(std::fabs(now[1]), std::fabs(rate)));
  const double size = std::max(
      {std::fabs(position), std::fabs(now[0]), site_.dynamics->kinematics().jacobian().length()});
  if (std::fabs(now[0] - position) <= tolerance::position_goes_on * size) return true;
  site_.diagnostics.error(
      row.where, row.label,
      fmt::format("at t = {:.9g} its SET would make {} jump from {:.9g} to {:.9g} ({})",
                  site_.state.t, name, position, now[0], site_.model.motion_origin[motion].label),
      "a motion may change its velocity, not its position: let it go on from parameters that "
      "are set too, as p + w*(t - t0) does with SET p = the position and SET t0 = t");
  return false;
}

}  // namespace mbs
