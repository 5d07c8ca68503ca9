#include "run/events/stop_impacts.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/tolerances.h"
#include "plan/plan.h"

namespace mbs {

// One impact of all stops that the events now[from], now[from + 1], ... strike. sources: the action
// of each stop.
ImpactProblem StopImpacts::gather(const std::vector<int>& now, std::size_t from,
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

bool StopImpacts::strike(const std::vector<int>& now, std::size_t from, EventEffect& effect) {
  striker_ = now[from];
  const EventRow& row = site_.plan.events[striker_];
  std::vector<Source> sources;  // of each stop
  Struck struck = contacts_.strike(gather(now, from, sources), site_);
  if (!struck.status.ok()) return switching_.report_no_impact(row, struck.status);
  if (site_.report_problem(struck.contacts)) return false;
  if (!switching_.keeps_energy(row, struck.outcome.impulses)) return false;
  effect.add(struck.outcome.impulses);
  effect.switched |= struck.contacts.switched;
  effect.contacts = std::move(struck.contacts);
  bool closes = false;
  for (std::size_t k = 0; k < sources.size(); ++k)
    closes |= note_impact(sources[k], struck.outcome, k, effect);
  if (!closes) return true;
  effect.switched = true;
  return switching_.go_on(row, effect);
}

// Notes the result of the impact for stop k. True if the stop closes: its lines have become fixed.
bool StopImpacts::note_impact(Source source, const ImpactOutcome& outcome, std::size_t k,
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
  close(action, outcome);
  return true;
}

// Warns once for each action.
void StopImpacts::warn_of_restitution(Source source, double used) {
  if (!warned_.insert(source).second) return;
  const EventRow& row = site_.plan.events[source.first];
  const ActionRow& action = row.actions[source.second];
  site_.diagnostics.warning(action.where, row.label,
                            fmt::format("at t = {:.9g} e = {} would create energy; {:.6g} does not",
                                        site_.state.t, action.restitution, used),
                            "the smaller one is used; ENERGETIC is a law that needs no such cap");
}

// Fixes the target and the sticking lines, except lines that others hold.
void StopImpacts::close(const ActionRow& action, const ImpactOutcome& outcome) {
  classes_.close(action.targets.front());
  for (const EventTarget& target : action.stick) {
    const bool held =
        std::find(outcome.held.begin(), outcome.held.end(),
                  ImpactLine{target.target, classes_.index_of(target)}) != outcome.held.end();
    if (!held) classes_.close(target);
  }
}

}  // namespace mbs
