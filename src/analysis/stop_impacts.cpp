#include "analysis/stop_impacts.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/tolerances.h"

namespace mbs {

bool StopImpacts::strike(const std::vector<int>& now, std::size_t from, EventEffect& effect) {
  striker_ = now[from];
  auto line = [this](const EventTarget& t) { return ImpactLine{t.target, classes_.index_of(t)}; };
  std::vector<ImpactContact> contacts;
  std::vector<Source> sources;  // of each contact
  ImpactLaw law = ImpactLaw::newton;
  for (std::size_t k = from; k < now.size(); ++k) {
    const EventRow& row = site_.plan.events[now[k]];
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
  const EventRow& row = site_.plan.events[now[from]];
  State after = site_.state;
  const SolveStatus status =
      mbs::strike(site_.model, site_.phase, *site_.dynamics, contacts, law, after, outcome);
  if (!status.ok()) return switching_.report_no_impact(row, status);
  if (!switching_.keeps_energy(row, outcome.impulses)) return false;
  site_.state = after;
  effect.add(outcome.impulses);
  bool closes = false;
  for (std::size_t k = 0; k < sources.size(); ++k)
    closes |= note_impact(sources[k], outcome, k, effect);
  if (!closes) return true;
  effect.switched = true;
  return switching_.go_on(row, effect);
}

// What one contact of an impact has done; true if it closes: its lines have become fixed.
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

// Once of each action.
void StopImpacts::warn_of_restitution(Source source, double used) {
  if (!warned_.insert(source).second) return;
  const EventRow& row = site_.plan.events[source.first];
  const ActionRow& action = row.actions[source.second];
  site_.diagnostics.warning(action.where, row.label,
                            fmt::format("at t = {:.9g} e = {} would create energy; {:.6g} does not",
                                        site_.state.t, action.restitution, used),
                            "the smaller one is used; ENERGETIC is a law that needs no such cap");
}

// The target, and what sticks unless others hold it.
void StopImpacts::close(const ActionRow& action, const ImpactOutcome& outcome) {
  classes_.close(action.targets.front());
  for (const EventTarget& target : action.stick) {
    const bool held =
        std::any_of(outcome.held.begin(), outcome.held.end(), [&](const ImpactLine& line) {
          return line.target == target.target && line.index == classes_.index_of(target);
        });
    if (!held) classes_.close(target);
  }
}

}  // namespace mbs
