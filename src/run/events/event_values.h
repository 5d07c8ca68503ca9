// The values of the functions whose zeros are the events of a run: those of the deck, then those of
// the contacts.
#pragma once

#include <array>
#include <memory>
#include <string>
#include <vector>

#include "run/contacts/contact_run.h"
#include "run/events/condition_watch.h"
#include "run/events/gap_watch.h"
#include "run/frame/event_list.h"
#include "run/motion/run_channels.h"

namespace mbs {

class EventValues {
 public:
  // events: null where the deck has none.
  EventValues(DynamicSite& site, Integration& integration, RunChannels& channels, EventList* events,
              ContactRun& contacts);

  // Functions of the deck's events, and of all.
  int deck_events() const { return events_ ? events_->count() : 0; }
  int count() const { return deck_events() + contacts_.count(); }
  std::vector<Crossing> directions() const;
  // "EVENT takeoff", "CONTACT 2".
  const std::string& label(int function) const;

  // g: count() numbers at a placed and accelerated state; as the event locator asks.
  EvalStatus events(double t, ConstVector y, Vector g);
  // What function i reads, and its value where that is the time alone; as the event locator asks.
  EventReads event_reads(int i) const;
  double event_at_time(int i, double t) { return events_->evaluate_at_time(i, t); }
  // The deck's events between states that were asked for, as the event locator wants them
  // (integrate/events.h). Contacts cannot be foretold: some of them are no functions of channels.
  bool can_foretell() const { return events_ && !contacts_.any(); }
  void keep(double t);
  void foretell(double t, Vector g);
  // The looks of a step, for what happens between them (integrate/events.h).
  bool may_note() const { return gaps_.any() || conditions_.any(); }
  void note(int point);
  GapWatch& gaps() { return gaps_; }
  ConditionWatch& conditions() { return conditions_; }
  // The state at a time within the last step, which changes nothing of what is known here; null
  // where there is none.
  const State* look(double t);
  // The values of all functions. False, with an error, where there are none.
  bool evaluate(double t, ConstVector y, Vector g) { return are_there(events(t, y, g), t); }
  // False, with an error, after a status that is not ok.
  bool are_there(const EvalStatus& status, double t);
  // True, with an error, if the expression of an event is not a finite number by this time.
  bool report_no_value(const EvalStatus& status, double t);

  // A step has just been accepted, and nothing has changed since.
  void note_step() { steps_ = true; }

  // The state that was asked for last; the next one is sought from there.
  const State& state() const { return state_; }
  void set_state(const State& state) { state_ = state; }

 private:
  DynamicSite& site_;
  Integration& integration_;
  RunChannels& channels_;
  EventList* events_;
  ContactRun& contacts_;
  GapWatch gaps_;
  ConditionWatch conditions_;
  Observer::Parts parts_;  // what the deck's events read
  State state_;
  State seen_;              // of look()
  std::vector<double> y_;   // of look()
  bool steps_ = false;      // note_step(), and no values since
  std::vector<int> reads_;  // channels that the functions of events read
  struct Kept {
    double t = 0;
    std::vector<double> values;  // of those channels
  };
  std::array<Kept, 3> kept_;  // the oldest first
};

}  // namespace mbs
