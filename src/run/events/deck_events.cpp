#include "run/events/deck_events.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "base/tolerances.h"
#include "model/extent.h"
#include "model/owner.h"
#include "plan/plan.h"
#include "run/events/prescribed_jumps.h"
#include "run/frame/missing_value.h"
#include "solve/place/rank_audit.h"

namespace mbs {

namespace {

// A velocity after an impact below this part of the one before is rounding.
constexpr double kStopped = 1e-13;

// A parameter, state or stimulus has a new value.
void note_value(ValueChange value, Change& change) {
  change.sets = true;
  change.event->notes.push_back(
      fmt::format("{} {:.9g} -> {:.9g}", value.name, value.before, value.after));
  change.event->sets.push_back(std::move(value));
}

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

DeckEvents::DeckEvents(DynamicSite& site, RunChannels& channels, EventList& list,
                       ContactRun& contacts)
    : site_(site),
      channels_(channels),
      rounding_(channels.layout()),
      all_channels_(at(channels.layout().count())),
      list_(list),
      contacts_(contacts),
      classes_(site),
      parts_(channels.parts_with(list.reads())) {}

void DeckEvents::rounding(const EventLook& at, Vector out) {
  channels_.probe(at.state, at.y, all_channels_);
  rounding_.take(all_channels_);
  probe(at.state, at.y, list_.channels());
  list_.rounding(rounding_, at.t, out);
}

const EventRow& DeckEvents::row_of(int k) const { return site_.plan.events[k]; }

bool DeckEvents::has_impact(int k) const {
  const std::vector<ActionRow>& actions = row_of(k).actions;
  return std::any_of(actions.begin(), actions.end(),
                     [](const ActionRow& a) { return a.kind == ActionKind::impact; });
}

Change DeckEvents::occur(int k, Crossing, DynamicSite&) {
  Change change;
  change.event.emplace();
  change.failed = !act(k, change);
  return change;
}

bool DeckEvents::act(int event, Change& change) {
  const EventRow& of = row_of(event);
  before_ = site_.phase;
  switches_ = is_set_ = false;
  for (std::size_t k = 0; k < of.actions.size(); ++k) {
    if (!act_once(event, of.actions[k], change)) return false;
    if (k + 1 < of.actions.size() && is_change(of.actions[k + 1].kind)) continue;
    if (is_set_ && !motions_go_on(site_, of, switches_)) return false;
    is_set_ = false;
    if (!switches_) continue;
    switches_ = false;
    change.switched = true;
    if (!switch_over(of, change)) return false;
  }
  return true;
}

bool DeckEvents::act_once(int event, const ActionRow& action, Change& change) {
  const EventRow& of = row_of(event);
  switch (action.kind) {
    case ActionKind::stop:
      change.stops = true;
      return true;
    case ActionKind::set:
      is_set_ = true;
      return set_parameter(event, static_cast<int>(&action - of.actions.data()), change);
    case ActionKind::stimulate:
      stimulate(action, change);
      return true;
    case ActionKind::impact:
      if (striker_ < 0) return strike(event, change);
      if (striker_ != event)
        change.event->notes.push_back("strikes together with " + label(striker_));
      return true;
    case ActionKind::forward:
      switches_ = true;
      return classes_.let_go(of, action);
    case ActionKind::fix:
    case ActionKind::release:
    case ActionKind::dynamic:
    case ActionKind::calculable:
    case ActionKind::prescribe:
      return change_classes(of, action, change);
  }
  return true;
}

bool DeckEvents::change_classes(const EventRow& row, const ActionRow& action, Change& change) {
  for (const EventTarget& target : action.targets) {
    if (action.kind == ActionKind::fix && classes_.is_fixed_by_event(target)) {
      change.event->notes.push_back(classes_.name_of(target) +
                                    " is fixed already: an event has done it before");
      continue;
    }
    if (!classes_.change(row, action, target)) return false;
    switches_ = true;
  }
  return true;
}

bool DeckEvents::set_parameter(int event, int action, Change& change) {
  const ActionRow& set = row_of(event).actions[action];
  const Expression& new_value = list_.new_value(event, action);
  const double value = new_value.value(list_.slots().data());
  if (!std::isfinite(value)) {
    if (auto left = new_value.missing_value(list_.slots().data()))
      return report_missing_value(*left, site_.state.t, site_.diagnostics), false;
    site_.diagnostics.error(set.where, label(event),
                            fmt::format("at t = {:.9g} the new value of {} is not a finite number",
                                        site_.state.t, set.parameter),
                            "look at the expression");
    return false;
  }
  double& parameter = set.sets_state ? site_.state.z[site_.model.state_index(set.parameter)]
                                     : site_.phase.parameters[list_.parameter(set)];
  note_value({set.parameter, parameter, value}, change);
  parameter = value;
  if (!set.sets_state) list_.set_parameters(site_.phase.parameters);
  return true;
}

void DeckEvents::stimulate(const ActionRow& action, Change& change) {
  Stimulus& stimulus = site_.phase.stimuli[action.muscle];
  const Muscle& muscle = site_.model.forces.muscles[action.muscle];
  note_value({"STIM", stimulus.before, muscle.stimulated}, change);
  stimulus.on = true;
}

// Follows a change of classes: counts the degrees of freedom again and gives the state velocities
// that the new classes allow, by an impact where they must jump. False, with an error, where the
// event holds too much or frees a motion without mass.
bool DeckEvents::switch_over(const EventRow& row, Change& change) {
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
    const Struck struck = contacts_.follow(site_);
    if (site_.report_problem(struck.contacts)) return false;
    if (struck.status.ok() && !struck.nothing) return take_impact(struck, row, change);
  }
  State after = site_.state;
  Impulses impulses;
  const SolveStatus status =
      project_velocities(site_.model, site_.phase, *site_.dynamics, after, impulses);
  if (!status.ok()) return report_no_impact(site_, row, status);
  if (!keeps_energy(site_, row, impulses)) return false;
  site_.state = after;
  change.add(impulses);
  return true;
}

// One impact of all stops that the event `first` and those behind it strike. sources: the action of
// each stop.
ImpactProblem DeckEvents::gather_stops(int first, std::vector<Source>& sources) {
  auto line = [this](const EventTarget& t) { return ImpactLine{t.target, classes_.index_of(t)}; };
  ImpactProblem out;
  for (auto it = std::find(now_.begin(), now_.end(), first); it != now_.end(); ++it) {
    const EventRow& of = row_of(*it);
    for (std::size_t a = 0; a < of.actions.size(); ++a) {
      const ActionRow& action = of.actions[a];
      if (action.kind != ActionKind::impact) continue;
      ImpactContact& stop = out.contacts.emplace_back();
      stop.normal = line(action.targets.front());
      stop.restitution = action.restitution;
      stop.side = action.side;
      for (const EventTarget& t : action.stick) stop.stick.push_back(line(t));
      if (action.energetic) out.law = ImpactLaw::energetic;
      sources.emplace_back(*it, static_cast<int>(a));
    }
    strikers_.push_back(*it);
  }
  return out;
}

bool DeckEvents::strike(int first, Change& change) {
  striker_ = first;
  std::vector<Source> sources;  // of each stop
  const Struck struck = contacts_.strike(gather_stops(first, sources), site_);
  if (!struck.status.ok()) return report_no_impact(site_, row_of(first), struck.status);
  if (site_.report_problem(struck.contacts)) return false;
  if (!take_impact(struck, row_of(first), change)) return false;
  bool closes = false;
  for (std::size_t k = 0; k < sources.size(); ++k)
    closes |= note_impact(sources[k], struck.outcome, k, *change.event);
  if (!closes) return true;
  change.switched = true;
  return switch_over(row_of(first), change);
}

// Adds an impact with its contacts to the change. False, with an error, where it creates energy.
bool DeckEvents::take_impact(const Struck& struck, const EventRow& row, Change& change) {
  if (!keeps_energy(site_, row, struck.outcome.impulses)) return false;
  change.add(struck.outcome.impulses);
  change.switched |= struck.contacts.switched;
  change.add_told(struck.contacts);
  return true;
}

// Notes the result of the impact for stop k. True if the stop closes: its lines have become fixed.
bool DeckEvents::note_impact(Source source, const ImpactOutcome& outcome, std::size_t k,
                             EventRecord& record) {
  const ActionRow& action = row_of(source.first).actions[source.second];
  const ImpactOutcome::Normal& normal = outcome.normals[k];
  const std::string name = classes_.name_of(action.targets.front());
  StopStrike& strike = record.stops.emplace_back();
  strike.name = name;
  strike.velocity = {normal.before, normal.after};
  if (!normal.struck || normal.impulse == 0) {
    const bool lifted = normal.struck && !action.stick.empty() && normal.before * normal.after < 0;
    strike.kind = lifted ? StopStrike::Kind::lifted : StopStrike::Kind::no_impact;
    record.notes.push_back(
        lifted
            ? fmt::format("{}: velocity {:.12e} -> {:.12e} by what sticks, no impulse of its own",
                          name, normal.before, normal.after)
            : name + ": no impact");
    if (!lifted) warn_of_wrong_side(source, name, normal.before);
    return false;
  }
  const double e = outcome.scale * action.restitution;
  const bool stops = std::fabs(normal.after) <= kStopped * std::fabs(normal.before);
  if (stops) strike.velocity.after = 0;
  strike.restitution = e;
  strike.impulse = normal.impulse;
  record.notes.push_back(fmt::format("{}: e {:.9g}, velocity {:.12e} -> {:.12e}, impulse {:.12e}",
                                     name, e, normal.before, strike.velocity.after,
                                     normal.impulse));
  if (outcome.scale < 1) {
    record.notes.push_back(fmt::format("with e {:.9g} it would create energy", action.restitution));
    warn_of_restitution(source, e);
  }
  BounceSeries& series = bounces_[source];
  series.count(std::fabs(normal.before), site_.state.t);
  const double rebound = std::fabs(normal.after);
  if (!series.ends(action.bounces, rebound, series.first())) {
    const EventTarget& target = action.targets.front();
    const double whole = site_.plan.time.end - site_.plan.time.start;
    if (series.height_of_next(rebound, whole) > rounding_of(target)) return false;
    // What stands still but for rounding closes a stop only where something presses it on.
    const std::size_t index = at(classes_.index_of(target));
    const State& state = site_.state;
    const double a = target.target == Target::coordinate ? state.a[index] : state.edd[index];
    if (series.bounces() == 1 && !(a * normal.before > 0)) return series.restart(), false;
  }
  record.notes.push_back(series.bounces() > 1
                             ? fmt::format("{} closes after {} bounces, each slower than the last",
                                           name, series.bounces())
                             : name + " closes");
  strike.closes_after = series.bounces();
  series.restart();
  close_stop(action, outcome);
  return true;
}

// A hop that is no higher is not seen beside the rounding of positions.
double DeckEvents::rounding_of(const EventTarget& target) const {
  constexpr double kUlps = 16;
  const Model& model = site_.model;
  const int index = classes_.index_of(target);
  const bool is_angle =
      target.target == Target::coordinate ? turns(model, index) : is_angle_of(model, index);
  return kUlps * tolerance::epsilon * (is_angle ? 1 : extent_of_places(model, site_.state.x));
}

// Warns once for each action.
void DeckEvents::warn_of_restitution(Source source, double used) {
  if (!warned_.insert(source).second) return;
  const ActionRow& action = row_of(source.first).actions[source.second];
  site_.diagnostics.warning(action.where, label(source.first),
                            fmt::format("at t = {:.9g} e = {} would create energy; {:.6g} does not",
                                        site_.state.t, action.restitution, used),
                            "the smaller one is used; ENERGETIC is a law that needs no such cap");
}

// Warns once for each action whose stop is on the side that the coordinate leaves.
void DeckEvents::warn_of_wrong_side(Source source, const std::string& name, double velocity) {
  const ActionRow& action = row_of(source.first).actions[source.second];
  if (!(action.side * velocity > 0) || !warned_.insert(source).second) return;
  site_.diagnostics.warning(
      action.where, label(source.first),
      fmt::format("at t = {:.9g} its IMPACT does nothing: {} moves at {:.6g}, away from a {}",
                  site_.state.t, name, velocity, action.side > 0 ? "FLOOR" : "CEILING"),
      fmt::format("expected {}, or a condition that comes true where it approaches",
                  action.side > 0 ? "CEILING" : "FLOOR"));
}

// Fixes the target and the sticking lines, except lines that others hold.
void DeckEvents::close_stop(const ActionRow& action, const ImpactOutcome& outcome) {
  classes_.close(action.targets.front());
  for (const EventTarget& target : action.stick) {
    const bool held =
        std::find(outcome.held.begin(), outcome.held.end(),
                  ImpactLine{target.target, classes_.index_of(target)}) != outcome.held.end();
    if (!held) classes_.close(target);
  }
}

}  // namespace mbs
