// What happens at one instant of a dynamic run: collects the events of that instant, lets their
// sources (run/events/event_source.h) act in order, takes over what has changed, and lets the
// integration go on. run/events/deck_events.h has the actions of the deck's events,
// run/events/contact_run.h the changes of contacts.
#pragma once

#include <cmath>
#include <deque>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/interrupt.h"
#include "run/dynamic/dynamic_judge.h"
#include "run/dynamic/method_choice.h"
#include "run/events/contact_run.h"
#include "run/events/event_watch.h"
#include "run/frame/run.h"
#include "run/measures/measure_run.h"
#include "run/motion/known_times.h"
#include "run/motion/run_channels.h"

namespace mbs {

// How many events a run may have: LIMIT EVENTS, and no endless repetition.
class EventLimits {
 public:
  EventLimits(const Plan& plan, const RunSettings& settings, Diagnostics& diagnostics);

  // Counts an event, or the change of a contact, at time t. False, with an error, where the count
  // exceeds the limit.
  bool may_happen(SourceLocation where, const std::string& label, double t);
  // False, with an error, where the event belongs to an endless repetition. The error is that of
  // names_law(), which gives one and returns true where a law jumps, else it names all
  // events taking part. The label must outlive this object.
  bool may_be_repeated(SourceLocation where, const std::string& label, double t,
                       const std::function<bool()>& names_law);
  // Whether may_happen() has been false.
  bool exhausted() const { return count_ > most_; }

 private:
  struct Recent {
    double t;
    const std::string* label;
  };
  double span_;  // length of the run
  Diagnostics& diagnostics_;
  long long most_, count_ = 0;
  std::deque<Recent> recent_;
};

// The rows of a dynamic run, in the order of the report times.
class DynamicRows {
 public:
  DynamicRows(DynamicSite& site, Integration& integration, RunChannels& channels,
              DynamicJudge& judge, const ContactRun& contacts, const Layout& layout,
              RunOutput& out);

  // Writes the remaining rows up to `limit`, a time within the last step. False after an error.
  bool write_until(double limit, const Interrupt& interrupt);
  // Writes one row; t may lie between report times.
  bool write(double t, ConstVector y);

  bool all_done() const { return done_ >= asked_; }
  // Whether the last row stands at this time.
  bool ends_at(double t) const;
  // The events `who` have made the state jump at time t: a '#' line says whether a row at t shows
  // the state before or after the jump.
  void note_jump(double t, const std::vector<std::string>& who);
  // "report times done: 3 of 5\n".
  std::string describe_count() const;

 private:
  bool is_same_row(double a, double b) const;
  bool write_matrices();
  void note_contacts();
  void mark_open(double t);

  DynamicSite& site_;
  Integration& integration_;
  RunChannels& channels_;
  DynamicJudge& judge_;
  const ContactRun& contacts_;
  RunOutput& out_;
  std::vector<double> values_, y_;
  long long done_ = 0, asked_;
  bool told_open_ = false;
  double jump_time_ = -HUGE_VAL;  // when events last changed velocities or forces
  std::string jump_text_;         // names of these events
};

// The measures of a dynamic run: they sample each step and the state after each event.
class DynamicMeasures {
 public:
  // Nothing is measured if the deck asks for no measures and no summary. Errors go to the
  // diagnostics of the site.
  DynamicMeasures(const DynamicSite& site, Integration& integration, RunChannels& channels,
                  const Layout& layout);

  void start();
  // Samples the last step up to the time `limit`.
  void advance(double limit);
  // The motion has a kink at the time reached.
  void forget() {
    if (measures_) measures_->forget();
  }
  // Samples the state after the events of an instant: the present state and y of the integrator.
  void jump(ConstVector y);

  // Takes the impulses R and L of an impact (solve/impact/impulse.h). The dynamics have just been
  // evaluated at the present state.
  void strike(ConstVector y, std::vector<double> R, std::vector<double> L);

  // Null: the deck has no measures.
  MeasureRun* run() { return measures_.get(); }

 private:
  class Step;
  class Instant;

  const DynamicSite& site_;
  Integration& integration_;
  RunChannels& channels_;
  std::unique_ptr<MeasureRun> measures_;
  // The groups of channels that measures read; direct_: the positions and velocities among them.
  Observer::Parts parts_;
  std::vector<DirectChannel> direct_;
  State state_;
  std::vector<double> y_;
  Interrupt limit_;  // a time limit: functions that are never resolved take long
};

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
    std::vector<int> beside;       // events that happen now but for rounding
    Happening done;                // for the consumer of events
  };
  // What happens together at an instant: events of the deck, then contacts.
  using Round = std::vector<EventHit>;
  bool carry_out_hits();
  bool follow_kinks(const std::vector<MotionKink>& kinks, Moment& moment, bool& found);
  bool finish(Moment& moment, const State& state_there);
  Round gather(Moment& moment) const;
  bool take_impacts_beside(Round& round, Moment& moment);
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
