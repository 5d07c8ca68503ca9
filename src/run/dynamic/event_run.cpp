#include "run/dynamic/event_run.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/finite.h"
#include "base/tolerances.h"
#include "run/events/deck_events.h"

namespace mbs {

namespace {

// An event function below this part of its range is shown as 0: its rounding depends on the
// machine.
constexpr double kEventZero = 1e-9;

// Whether two states have the same velocities up to rounding.
bool same_velocities(const State& a, const State& b) {
  double change = 0;
  for (std::size_t i = 0; i < a.v.size(); ++i)
    change = std::max(change, std::fabs(a.v[i] - b.v[i]));
  return change <= tolerance::event_restart * largest(a.v);
}

// Whether impulses are more than rounding.
bool acts(const Impulses& impulses, const State& before, const State& after) {
  const double energy = std::max(impulses.kinetic_before, impulses.kinetic_after),
               speed = std::max(largest(before.v), largest(after.v));
  return std::max(largest(impulses.R), largest(impulses.L)) * speed >
         tolerance::event_jump * energy;
}

std::optional<DeckEvents> deck_events(const EventSurroundings& around, EventList* events,
                                      ContactRun& contacts) {
  if (!events) return {};
  return std::optional<DeckEvents>(std::in_place, around.site, around.channels, *events, contacts);
}

}  // namespace

EventRun::EventRun(const EventSurroundings& around, EventList* events, ContactRun& contacts)
    : around_(around),
      site_(around.site),
      integration_(around.integration),
      contacts_(contacts),
      deck_(deck_events(around, events, contacts)),
      watch_(site_, integration_, around.channels.layout(), deck_ ? &*deck_ : nullptr, contacts),
      limits_(site_.plan, site_.settings, site_.diagnostics),
      good_state_(site_.state) {}

bool EventRun::take_hits() {
  good_state_ = site_.state;
  if (carry_out_hits()) return true;
  site_.state = good_state_;
  return false;
}

bool EventRun::carry_out_hits() {
  Moment moment;
  Round first = gather(moment);
  moment.y.resize(integration_.system().size());
  integration_.integrator().interpolate(moment.t, moment.y);
  moment.work = integration_.system().unknowns().work(moment.y);
  if (!watch_.find(moment.t, moment.y, moment.g)) return false;
  if (!take_impacts_beside(first, moment)) return false;
  good_state_ = site_.state = watch_.state();
  integration_.system().note_placed(moment.y, site_.state);
  const State state_there = site_.state;
  return carry_out_all(first, moment) && finish(moment, state_there);
}

// Reports the events of the instant, then lets the integration go on from it.
bool EventRun::finish(Moment& moment, const State& state_there) {
  happened_.insert(happened_.end(), moment.who.begin(), moment.who.end());
  if (moment.jumped) around_.rows.note_jump(moment.t, moment.who);
  moment.done.t = moment.t;
  moment.done.labels = std::move(moment.who);
  around_.out.event(moment.done);
  around_.measures.jump(moment.y);
  if (stopped_) return end_at(moment);
  around_.path.event(state_there, site_.state);
  return go_on(moment, state_there);
}

bool EventRun::take_kinks(const std::vector<MotionKink>& kinks, double behind, bool& found) {
  Moment moment;
  moment.t = behind;
  integration_.take_latest();
  good_state_ = site_.state;
  const State state_there = site_.state;
  moment.y.assign(integration_.y().begin(), integration_.y().end());
  moment.work = integration_.system().unknowns().work(moment.y);
  if (follow_kinks(kinks, moment, found) && finish(moment, state_there)) return true;
  site_.state = good_state_;
  return false;
}

// Solves the impact, then carries out the events that its jumps cause.
bool EventRun::follow_kinks(const std::vector<MotionKink>& kinks, Moment& moment, bool& found) {
  const auto function_values = [&](double t) {
    return !watch_.any() || watch_.find(t, moment.y, moment.g);
  };
  if (!function_values(integration_.t())) return false;
  const std::vector<int> before = watch_.sides(moment.g);
  const double energy = around_.observer.energy(site_.state, *site_.dynamics);
  contacts_.begin_round();
  site_.state.t = moment.t;
  if (const SolveStatus there = site_.dynamics->resume(site_.state); !there.ok()) {
    site_.report_singular(there, moment.t);
    return false;
  }
  Struck struck = contacts_.follow(site_);
  found = struck.status.ok();
  const Impulses& impulses = struck.outcome.impulses;
  for (const MotionKink& kink : kinks) moment.who.push_back(kink.name);
  if (found && acts(impulses, good_state_, site_.state)) {
    std::string text;
    for (const MotionKink& kink : kinks)
      text += fmt::format(
          "{} at t = {:.12g}: velocity {:.12g} -> {:.12g}, an impact; kinetic energy {:.9g} -> "
          "{:.9g}\n",
          kink.name, moment.t, kink.before, kink.after, impulses.kinetic_before,
          impulses.kinetic_after);
    struck.contacts.text.insert(0, text);
    struck.contacts.impulses = impulses;
  }
  if (!take(struck.contacts, energy, moment)) return false;
  tell(struck.contacts, moment);
  if (!function_values(moment.t)) return false;
  const Round made = watch_.made_happen(before, watch_.sides(moment.g), moment.t);
  for (const EventHit& hit : made) moment.who.push_back(watch_.label(hit.index));
  return made.empty() || carry_out_all(made, moment);
}

// Collects what happens at the time of the first hit.
EventRun::Round EventRun::gather(Moment& moment) const {
  Round out;
  const double first = watch_.time();
  for (const EventHit& hit : watch_.hits()) {
    if (std::fabs(hit.t - first) > tolerance::same_instant * std::fabs(first)) continue;
    moment.t = hit.t;
    out.push_back(hit);
    moment.who.push_back(watch_.label(hit.index));
  }
  std::stable_partition(out.begin(), out.end(),
                        [this](const EventHit& hit) { return watch_.is_of_deck(hit.index); });
  return out;
}

// Adds impacts that happen at the same time but for rounding.
bool EventRun::take_impacts_beside(Round& round, Moment& moment) {
  const std::vector<EventHit> beside = watch_.impacts_beside(round, moment.t, moment.g);
  if (beside.empty()) return true;
  for (const EventHit& hit : beside) {
    moment.who.push_back(watch_.label(hit.index));
    moment.beside.push_back(hit.index);
  }
  round.insert(round.begin(), beside.begin(), beside.end());
  std::stable_sort(round.begin(), round.end(), [this](const EventHit& a, const EventHit& b) {
    const bool of_deck = watch_.is_of_deck(a.index);
    return of_deck != watch_.is_of_deck(b.index) ? of_deck : of_deck && a.index < b.index;
  });
  return watch_.find(moment.t, moment.y, moment.g);
}

// Carries out a round of events, then rounds of the events that its jumps cause, until none is
// left.
bool EventRun::carry_out_all(Round round, Moment& moment) {
  std::vector<int> before = watch_.sides_behind(round, moment.g);
  while (!round.empty()) {
    std::vector<int> of_deck;
    for (const EventHit& hit : round)
      if (watch_.is_of_deck(hit.index)) of_deck.push_back(hit.index);
    contacts_.begin_round();
    if (deck_) deck_->begin_round(of_deck);
    bool ends = false;
    for (auto hit = round.begin(); hit != round.end() && !ends; ++hit)
      if (!carry_out(*hit, moment, ends)) return false;
    if (!moment.jumped || stopped_) return true;
    if (!watch_.find(moment.t, moment.y, moment.g)) return false;
    std::vector<int> after = watch_.sides(moment.g);
    for (const int index : of_deck)  // the function is still zero: it stays on its side
      if (after[index] == 0) after[index] = before[index];
    round = watch_.made_happen(before, after, moment.t);
    for (const EventHit& hit : round) moment.who.push_back(watch_.label(hit.index));
    before = std::move(after);
  }
  return true;
}

// Lets the source of one hit act, at the state after those before it. The round ends with a STOP,
// and with the first contact that changes anything: all contacts that strike are solved together.
bool EventRun::carry_out(const EventHit& hit, Moment& moment, bool& ends_round) {
  const auto [source, k] = watch_.place_of(hit.index);
  const std::string& label = source.label(k);
  const SourceLocation where = source.where(k);
  const bool of_deck = watch_.is_of_deck(hit.index), counts = source.counts(k);
  // Of contacts it is known afterwards whether they are in a series of bounces.
  const auto may_be_repeated = [&] {
    return limits_.may_be_repeated(where, label, moment.t, around_.names_law);
  };
  if (counts && !limits_.may_happen(where, label, moment.t)) return false;
  if (of_deck && !may_be_repeated()) return false;
  if (!watch_.find(moment.t, moment.y, moment.g)) return false;
  site_.state = watch_.state();
  const State before = site_.state;
  const double energy = around_.observer.energy(site_.state, *site_.dynamics);
  Change change = source.occur(k, hit.direction, site_);
  if (!of_deck) contacts_.settle(change, site_);
  if (!take(change, energy, moment)) return false;
  if (of_deck && (site_.settings.echo || around_.out.wants_events())) {
    const double value = moment.g[hit.index];
    const bool zero = std::fabs(value) <= kEventZero * watch_.range(hit.index) ||
                      std::count(moment.beside.begin(), moment.beside.end(), hit.index) > 0;
    complete_record(deck_->row_of(k), site_.model, before, site_.state, zero ? 0 : value,
                    site_.dynamics->placement().partition().freedom_count(), change);
  }
  tell(change, moment);
  stopped_ |= change.stops;
  ends_round = stopped_ || (change.switched && !of_deck);
  if (of_deck) return !change.sets || resolve_contacts(moment);
  return !counts || change.in_series || may_be_repeated();
}

// Finds the modes of contacts after an event of the deck has changed classes or velocities.
bool EventRun::resolve_contacts(Moment& moment) {
  if (!contacts_.any()) return true;
  const double energy = around_.observer.energy(site_.state, *site_.dynamics);
  const Change change = contacts_.resolve(site_);
  if (!take(change, energy, moment)) return false;
  tell(change, moment);
  return true;
}

// Takes over a change, made at a state with known accelerations. False after an error.
bool EventRun::take(const Change& change, double energy_before, Moment& moment) {
  if (site_.report_problem(change)) return false;
  const bool is_impact = !change.impulses.R.empty();
  if (change.event && is_impact)
    around_.observer.add_impulses(change.impulses.R, change.impulses.L);
  if (change.event && change.sets) watch_.set_state(site_.state);
  if ((change.sets || change.switched) && !jump(moment, change, energy_before)) return false;
  if (is_impact) around_.measures.strike(moment.y, change.impulses.R, change.impulses.L);
  return true;
}

// Passes the change to the consumer of events and writes its text to the report.
void EventRun::tell(const Change& change, Moment& moment) {
  Happening& done = moment.done;
  if (change.event) done.events.push_back(*change.event);
  done.contacts.insert(done.contacts.end(), change.modes.begin(), change.modes.end());
  done.strikes.insert(done.strikes.end(), change.strikes.begin(), change.strikes.end());
  if (!site_.settings.echo) return;
  for (const std::string& text : {change.event ? text_of(*change.event) : "", change.text}) {
    if (text.empty()) continue;
    around_.out.blank_line();
    around_.out.comment(text);
  }
}

// After velocities or parameters have jumped or classes have changed (switched): finds the
// accelerations again and adds the change of energy to the work, which keeps the energy balance.
bool EventRun::jump(Moment& moment, const Change& change, double energy_before) {
  const bool switched = change.switched;
  moment.jumped = true;
  moment.switched |= switched;
  if (switched) integration_.rebuild_system();
  DynamicSystem& system = integration_.system();
  const double kinetic_before = around_.observer.kinetic();
  system.pack(site_.state, moment.work, moment.y);
  const SolveStatus solved = system.complete(moment.t, moment.y, site_.state);
  if (!solved.ok()) {
    site_.report_singular(solved, moment.t);
    return false;
  }
  moment.work += around_.observer.energy(site_.state, *site_.dynamics) - energy_before;
  around_.judge.note_jump(kinetic_before, change.lifted);
  if (!stays_finite(moment)) return false;
  system.pack(site_.state, moment.work, moment.y);
  good_state_ = site_.state;
  return true;
}

// Reports an error and returns false if a number is not finite after the change.
bool EventRun::stays_finite(const Moment& moment) {
  std::string what = std::isfinite(moment.work) ? "" : "the work";
  for (const std::vector<double>* z : {&site_.state.x, &site_.state.v, &site_.state.a})
    if (const std::ptrdiff_t bad = first_not_finite(*z); bad >= 0 && what.empty())
      what = site_.model.coordinate_name(static_cast<int>(bad));
  if (const std::ptrdiff_t bad = first_not_finite(site_.state.zd); bad >= 0 && what.empty())
    what = "the rate of " + site_.model.states[bad].name;
  if (what.empty()) return true;
  site_.diagnostics.error({}, "events",
                          fmt::format("at t = {:.9g} {} is not finite after them", moment.t, what),
                          "look for numbers of the deck that are too large or too small");
  return false;
}

// Writes the row of a STOP if no row stands at this instant.
bool EventRun::end_at(const Moment& moment) {
  if (around_.rows.ends_at(moment.t)) return true;
  if (moment.switched) {
    around_.observer.relabel();
    around_.judge.follow(moment.t);
  }
  return around_.rows.write(moment.t, moment.y);
}

// INTEG AUTO: whether another method suits the motion from time t on. The integration has it then.
bool EventRun::takes_other_method(double t) {
  if (!around_.automatic) return false;
  const std::string before = around_.automatic->method();
  around_.automatic->choose(t);
  if (around_.automatic->method() == before) return false;
  integration_.take_method(around_.automatic->method());
  integration_.rebuild_system();
  if (site_.settings.echo) {
    around_.out.blank_line();
    around_.out.comment(fmt::format("from t = {:.9g} on: {}", t, around_.automatic->why()));
  }
  return true;
}

// Lets the integration go on from the instant; state_there is the state before the events.
bool EventRun::go_on(Moment& moment, const State& state_there) {
  if (moment.switched) {
    around_.observer.relabel();
    around_.judge.follow(moment.t);
  }
  const bool fresh = takes_other_method(moment.t) || moment.switched;
  if (fresh && !integration_.rebuild_integrator()) return false;
  const StepStatus status = integration_.go_on(moment.t, moment.work, fresh);
  if (!status.ok()) {
    integration_.report_failure(status);
    return false;
  }
  return watch_.go_on(moment.t, deck_ ? deck_->take_strikers() : std::vector<int>(),
                      !fresh && same_velocities(state_there, site_.state));
}

}  // namespace mbs
