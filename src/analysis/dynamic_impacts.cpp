// What an event strikes: impacts on stops, and when a series of bounces is over.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "analysis/dynamic_run.h"
#include "base/tolerances.h"

namespace mbs {

namespace {

std::size_t at(int i) { return static_cast<std::size_t>(i); }

bool is_held(Class cls) { return cls == Class::fixed || cls == Class::prescribed; }

}  // namespace

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
  State after = state_;
  const SolveStatus status = strike(model_, phase_, *dynamics_, contacts, law, after, outcome);
  if (!status.ok()) return no_mass(row, status);
  if (!keeps_energy(row, outcome.impulses)) return false;
  state_ = after;
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
  const bool stops = std::fabs(normal.after) <= tolerance::stopped * std::fabs(normal.before);
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
  const bool goes_on = series.count > 0 && approach < tolerance::slower_bounce * series.last;
  if (!goes_on) series.count = 0, series.first = approach;
  ++series.count;
  series.last = approach;
  const bool enough = action.bounces > 0 && series.count >= action.bounces;
  if (!enough && rebound > tolerance::last_rebound * series.first) return false;
  effect.notes.push_back(
      series.count > 1
          ? fmt::format("{} closes after {} bounces, each slower than the last", name, series.count)
          : name + " closes");
  series.count = 0;
  auto close = [&](const EventTarget& target) {
    if (is_held(class_of(target))) return;
    class_of(target) = Class::fixed;
    (target.target == Target::coordinate ? x_by_event_ : e_by_event_)[at(index_of(target))] = 1;
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
