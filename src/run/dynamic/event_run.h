// What happens at one instant of a dynamic run: collects the events of that instant, lets their
// sources (run/events/event_source.h) act in order, takes over what has changed, and lets the
// integration go on. run/events/deck_events.h has the actions of the deck's events,
// run/events/contact_run.h the changes of contacts.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "run/dynamic/dynamic_measures.h"
#include "run/dynamic/dynamic_rows.h"
#include "run/dynamic/method_choice.h"
#include "run/events/event_limits.h"
#include "run/events/event_watch.h"
#include "run/motion/known_times.h"

namespace mbs {

// The parts of a run that events work on.
struct EventSurroundings {
  DynamicSite& site;
  Integration& integration;
  RunChannels& channels;
  Observer& observer;
  DynamicJudge& judge;
  DynamicRows& rows;
  DynamicMeasures& measures;
  PathAudit& path;
  RunOutput& out;
  MethodChoice* automatic;  // of INTEG AUTO, else null
  // True, with an error, where a law of velocities jumps at the present state.
  std::function<bool()> names_law;
};

class EventRun {
 public:
  // events: null where the deck has none.
  EventRun(const EventSurroundings& around, EventList* events, ContactRun& contacts);

  // Looks for the events. take_hits() and take_kinks() return false after an error.
  EventWatch& watch() { return watch_; }
  // Carries out all events and contacts at the time of the first event found. After an error the
  // state is the last good state, from before the change that failed.
  bool take_hits();
  // Prescribed motions have a kink between the present time and `behind`, which is an impact.
  // found: false if the impact has no solution, since something without mass moves that no contact
  // holds.
  bool take_kinks(const std::vector<MotionKink>& kinks, double behind, bool& found);

  // An event has ended the run.
  bool stopped() const { return stopped_; }
  // There were more events than LIMIT EVENTS allows.
  bool exhausted() const { return limits_.exhausted(); }
  // Labels of the events and contacts that have happened, in order.
  std::vector<std::string> take_happened() { return std::move(happened_); }

 private:
  struct Moment {
    double t = 0, work = 0;
    std::vector<double> y, g;
    bool jumped = false;           // velocities or parameters have jumped
    bool switched = false;         // classes have changed
    std::vector<std::string> who;  // events and contacts
    Happening done;                // for the consumer of events
  };
  // What happens together at an instant: events of the deck, then contacts.
  using Round = std::vector<EventHit>;
  bool carry_out_hits();
  bool follow_kinks(const std::vector<MotionKink>& kinks, Moment& moment, bool& found);
  bool finish(Moment& moment, const State& state_there);
  Round gather(Moment& moment) const;
  bool carry_out_all(Round round, Moment& moment);
  bool carry_out(const EventHit& hit, Moment& moment, bool& ends_round);
  bool resolve_contacts(Moment& moment);
  bool take(const Change& change, double energy_before, Moment& moment);
  void tell(const Change& change, Moment& moment);
  bool jump(Moment& moment, const Change& change, double energy_before);
  bool stays_finite(const Moment& moment);
  bool end_at(const Moment& moment);
  bool takes_other_method(double t);
  bool go_on(Moment& moment, const State& state_there);

  EventSurroundings around_;
  DynamicSite& site_;
  Integration& integration_;
  ContactRun& contacts_;
  std::optional<DeckEvents> deck_;  // empty without events of the deck
  EventWatch watch_;
  EventLimits limits_;
  State good_state_;  // of the present instant, before the change being made
  std::vector<std::string> happened_;
  bool stopped_ = false;
};

}  // namespace mbs
