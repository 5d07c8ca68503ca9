#include "run/events/event_actor.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "base/tolerances.h"
#include "plan/plan.h"
#include "solve/place/rank_audit.h"

namespace mbs {

namespace {

// Whether an action changes classes or parameters. Such actions in a row happen together.
bool is_change(ActionKind kind) {
  return kind != ActionKind::stop && kind != ActionKind::impact && kind != ActionKind::stimulate;
}

bool keeps_energy(const DynamicSite& site, const EventRow& row, const Impulses& impulses) {
  if (impulses.excess() <= tolerance::impact_energy) return true;
  site.diagnostics.error(
      row.where, row.label,
      fmt::format("at t = {:.9g} its impact would raise the kinetic energy from {:.9g} to {:.9g}",
                  site.state.t, impulses.kinetic_before, impulses.kinetic_after),
      "the position is nearly singular there: let it happen a little earlier or later");
  return false;
}

bool report_no_impact(const DynamicSite& site, const EventRow& row, const SolveStatus& status) {
  if (status.column < 0) return site.report_singular(status, site.state.t), false;
  site.diagnostics.error(row.where, row.label,
                         fmt::format("at t = {:.9g} it frees a motion that carries no mass: its "
                                     "largest coordinate is {}",
                                     site.state.t, site.model.coordinate_name(status.column)),
                         "give it a mass, or release something else");
  return false;
}

void report_held_too_much(const DynamicSite& site, const EventRow& row, const RankAudit& audit) {
  const Model& model = site.model;
  const RankAudit::Redundancy& first = audit.redundant.front();
  // may_change: the row has entries for free coordinates, though all are 0 at this position.
  bool may_change = false;
  for (std::size_t s = 0; s < model.entry_row.size(); ++s)
    may_change |= model.entry_row[s] == first.row && !model.entry_zero[s] &&
                  !is_held(site.phase.x_class[model.entry_column[s]]);
  const std::string what =
      first.repeats.empty() && may_change
          ? model.deformation_name(first.row) + " depends on nothing that is free there"
          : describe(first, model);
  site.diagnostics.error(row.where, row.label,
                         fmt::format("at t = {:.9g} it holds too much: {}", site.state.t, what),
                         "release something in the same event");
}

// Whether something is held that was free in the phase before.
bool has_new_hold(const Phase& phase, const Phase& before) {
  auto gained = [](const std::vector<Class>& now, const std::vector<Class>& then) {
    for (std::size_t k = 0; k < now.size(); ++k)
      if (is_held(now[k]) && !is_held(then[k])) return true;
    return false;
  };
  return gained(phase.x_class, before.x_class) || gained(phase.e_class, before.e_class);
}

// True, with an error, where the event holds a coordinate or deformation that no free coordinate
// moves, or that the rest holds already, up to errors of the position.
bool holds_what_cannot_move(const DynamicSite& site, const Phase& before, const EventRow& row) {
  if (!has_new_hold(site.phase, before)) return false;
  auto audit = [&site](const Phase& phase) {
    return audit_rank(site.model, constrained_deformations(phase), free_coordinates(phase),
                      site.state.x,
                      std::max(tolerance::holds_something, site.settings.options.rank),
                      tolerance::holds_something);
  };
  const RankAudit now = audit(site.phase);
  if (now.redundant.size() <= audit(before).redundant.size()) return false;
  report_held_too_much(site, row, now);
  return true;
}

}  // namespace

bool EventActor::act(const std::vector<int>& now, std::size_t which, EventEffect& effect) {
  const EventRow& row = site_.plan.events[now[which]];
  before_ = site_.phase;
  switches_ = is_set_ = false;
  for (std::size_t k = 0; k < row.actions.size(); ++k) {
    if (!act_once(now, which, row.actions[k], effect)) return false;
    if (k + 1 < row.actions.size() && is_change(row.actions[k + 1].kind)) continue;
    if (is_set_ && !motions_go_on(row)) return false;
    is_set_ = false;
    if (!switches_) continue;
    switches_ = false;
    effect.switched = true;
    if (!switch_over(row, effect)) return false;
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
      if (striker_ < 0) return strike(now, which, effect);
      if (striker_ != now[which])
        effect.notes.push_back("strikes together with " + site_.plan.events[striker_].label);
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

// Follows a change of classes: counts the degrees of freedom again and gives the state velocities
// that the new classes allow, by an impact where they must jump. False, with an error, where the
// event holds too much or frees a motion without mass.
bool EventActor::switch_over(const EventRow& row, EventEffect& effect) {
  // If the dynamics cannot be made, they are made again with all closed contacts let go.
  if (!site_.refit() && !(contacts_.let_go(site_.phase) && site_.refit())) {
    const RankAudit audit =
        audit_rank(site_.model, constrained_deformations(site_.phase),
                   free_coordinates(site_.phase), site_.state.x, site_.settings.options.rank);
    if (!audit.redundant.empty()) return report_held_too_much(site_, row, audit), false;
    site_.diagnostics.error(
        row.where, row.label,
        fmt::format("at t = {:.9g} it leads to a singular position", site_.state.t),
        "release something in the same event");
    return false;
  }
  if (holds_what_cannot_move(site_, before_, row)) return false;
  if (contacts_.set().any_closed()) {
    Struck struck = contacts_.follow(site_);
    if (site_.report_problem(struck.contacts)) return false;
    if (struck.status.ok() && !struck.nothing) {
      if (!keeps_energy(site_, row, struck.outcome.impulses)) return false;
      effect.add(struck.outcome.impulses);
      effect.switched |= struck.contacts.switched;
      struck.contacts.put_before(std::move(effect.contacts));
      effect.contacts = std::move(struck.contacts);
      return true;
    }
  }
  State after = site_.state;
  Impulses impulses;
  const SolveStatus status =
      project_velocities(site_.model, site_.phase, *site_.dynamics, after, impulses);
  if (!status.ok()) return report_no_impact(site_, row, status);
  if (!keeps_energy(site_, row, impulses)) return false;
  site_.state = after;
  effect.add(impulses);
  return true;
}

// One impact of all stops that the events now[from], now[from + 1], ... strike. sources: the action
// of each stop.
ImpactProblem EventActor::gather_stops(const std::vector<int>& now, std::size_t from,
                                       std::vector<Source>& sources) {
  auto line = [this](const EventTarget& t) { return ImpactLine{t.target, classes_.index_of(t)}; };
  ImpactProblem out;
  for (std::size_t k = from; k < now.size(); ++k) {
    const EventRow& row = site_.plan.events[now[k]];
    for (std::size_t a = 0; a < row.actions.size(); ++a) {
      const ActionRow& action = row.actions[a];
      if (action.kind != ActionKind::impact) continue;
      ImpactContact& stop = out.contacts.emplace_back();
      stop.normal = line(action.targets.front());
      stop.restitution = action.restitution;
      stop.side = action.side;
      for (const EventTarget& t : action.stick) stop.stick.push_back(line(t));
      if (action.energetic) out.law = ImpactLaw::energetic;
      sources.emplace_back(now[k], static_cast<int>(a));
    }
    strikers_.push_back(now[k]);
  }
  return out;
}

bool EventActor::strike(const std::vector<int>& now, std::size_t from, EventEffect& effect) {
  striker_ = now[from];
  const EventRow& row = site_.plan.events[striker_];
  std::vector<Source> sources;  // of each stop
  Struck struck = contacts_.strike(gather_stops(now, from, sources), site_);
  if (!struck.status.ok()) return report_no_impact(site_, row, struck.status);
  if (site_.report_problem(struck.contacts)) return false;
  if (!keeps_energy(site_, row, struck.outcome.impulses)) return false;
  effect.add(struck.outcome.impulses);
  effect.switched |= struck.contacts.switched;
  effect.contacts = std::move(struck.contacts);
  bool closes = false;
  for (std::size_t k = 0; k < sources.size(); ++k)
    closes |= note_impact(sources[k], struck.outcome, k, effect);
  if (!closes) return true;
  effect.switched = true;
  return switch_over(row, effect);
}

// Notes the result of the impact for stop k. True if the stop closes: its lines have become fixed.
bool EventActor::note_impact(Source source, const ImpactOutcome& outcome, std::size_t k,
                             EventEffect& effect) {
  const EventRow& row = site_.plan.events[source.first];
  const ActionRow& action = row.actions[source.second];
  const ImpactOutcome::Normal& normal = outcome.normals[k];
  const std::string name = classes_.name_of(action.targets.front());
  StopStrike& strike = effect.stops_struck.emplace_back();
  strike.name = name;
  strike.velocity = {normal.before, normal.after};
  if (!normal.struck || normal.impulse == 0) {
    const bool lifted = normal.struck && !action.stick.empty() && normal.before * normal.after < 0;
    strike.kind = lifted ? StopStrike::Kind::lifted : StopStrike::Kind::no_impact;
    effect.notes.push_back(
        lifted
            ? fmt::format("{}: velocity {:.12e} -> {:.12e} by what sticks, no impulse of its own",
                          name, normal.before, normal.after)
            : name + ": no impact");
    return false;
  }
  const double e = outcome.scale * action.restitution;
  const bool stops = std::fabs(normal.after) <= tolerance::stopped * std::fabs(normal.before);
  if (stops) strike.velocity.after = 0;
  strike.restitution = e;
  strike.impulse = normal.impulse;
  effect.notes.push_back(fmt::format("{}: e {:.9g}, velocity {:.12e} -> {:.12e}, impulse {:.12e}",
                                     name, e, normal.before, strike.velocity.after,
                                     normal.impulse));
  if (outcome.scale < 1) {
    effect.notes.push_back(fmt::format("with e {:.9g} it would create energy", action.restitution));
    warn_of_restitution(source, e);
  }
  BounceSeries& series = bounces_[source];
  series.count(std::fabs(normal.before));
  if (!series.ends(action.bounces, std::fabs(normal.after), series.first())) return false;
  effect.notes.push_back(series.bounces() > 1
                             ? fmt::format("{} closes after {} bounces, each slower than the last",
                                           name, series.bounces())
                             : name + " closes");
  strike.closes_after = series.bounces();
  series.restart();
  close_stop(action, outcome);
  return true;
}

// Warns once for each action.
void EventActor::warn_of_restitution(Source source, double used) {
  if (!warned_.insert(source).second) return;
  const EventRow& row = site_.plan.events[source.first];
  const ActionRow& action = row.actions[source.second];
  site_.diagnostics.warning(action.where, row.label,
                            fmt::format("at t = {:.9g} e = {} would create energy; {:.6g} does not",
                                        site_.state.t, action.restitution, used),
                            "the smaller one is used; ENERGETIC is a law that needs no such cap");
}

// Fixes the target and the sticking lines, except lines that others hold.
void EventActor::close_stop(const ActionRow& action, const ImpactOutcome& outcome) {
  classes_.close(action.targets.front());
  for (const EventTarget& target : action.stick) {
    const bool held =
        std::find(outcome.held.begin(), outcome.held.end(),
                  ImpactLine{target.target, classes_.index_of(target)}) != outcome.held.end();
    if (!held) classes_.close(target);
  }
}

}  // namespace mbs
