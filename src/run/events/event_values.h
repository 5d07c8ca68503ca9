// The values of the functions whose zeros are the events of a run: functions of the deck's events
// first, functions of the contacts behind them.
#pragma once

#include <array>
#include <memory>
#include <string>
#include <vector>

#include "run/contacts/contact_run.h"
#include "run/events/condition_watch.h"
#include "run/events/gap_watch.h"
#include "run/events/sampled_watch.h"
#include "run/frame/event_list.h"
#include "run/motion/run_channels.h"

namespace mbs {

class EventValues : public EventFunctions, public MeasureSource {
 public:
  // events: null where the deck has none.
  EventValues(DynamicSite& site, Integration& integration, RunChannels& channels, EventList* events,
              ContactRun& contacts);

  // Number of functions of the deck's events; number of all functions.
  int deck_events() const { return events_ ? events_->count() : 0; }
  int count() const override { return deck_events() + contacts_.count(); }
  std::vector<Crossing> directions() const;
  // "EVENT takeoff", "CONTACT 2".
  const std::string& label(int function) const;

  // Values g of all count() functions at the state of y, placed and with accelerations. Called by
  // the event locator.
  EvalStatus evaluate(double t, ConstVector y, Vector g) override;
  // What function i reads; its value at time t where it reads the time alone. Called by the event
  // locator.
  EventReads reads(int i) const override;
  double at_time(int i, double t) override { return events_->evaluate_at_time(i, t); }
  // keep() stores the channels of a look; foretell() interpolates the last three stored looks to
  // give the functions of the deck's events between them (integrate/events.h). Not with contacts:
  // some of their functions are no functions of channels.
  bool can_foretell() const override { return events_ && !contacts_.any(); }
  void keep(double t) override;
  void foretell(double t, Vector g) override;
  // Hands the looks of a step to the watches, which search between looks (integrate/events.h).
  bool may_note() const { return gaps_.any() || conditions_.any() || sampled_.any(); }
  void note(int point) override;
  GapWatch& gaps() { return gaps_; }
  ConditionWatch& conditions() { return conditions_; }
  SampledWatch& sampled() { return sampled_; }
  // The state at a time within the last step; state() stays as it is. Null where the mechanism has
  // no state there.
  const State* look(double t);
  // The channels that events read, at a time within the last step.
  bool sample(double t, bool rough, Vector channels) override;
  // The values of all functions. False, with an error, where the mechanism cannot be evaluated.
  bool find(double t, ConstVector y, Vector g) { return are_there(evaluate(t, y, g), t); }
  // False, with an error, after a status that is not ok.
  bool are_there(const EvalStatus& status, double t);
  // True, with an error, where the status says that the expression of a deck event is not finite.
  bool report_no_value(const EvalStatus& status, double t);

  // A step has just been accepted, and nothing has changed since.
  void note_step() { steps_ = true; }

  // The state that was asked for last; the search for the next state starts from it, and so does
  // look(): what an event has fixed keeps its present place.
  const State& state() const { return state_; }
  void set_state(const State& state) { state_ = seen_ = state; }

 private:
  DynamicSite& site_;
  Integration& integration_;
  RunChannels& channels_;
  EventList* events_;
  ContactRun& contacts_;
  GapWatch gaps_;
  ConditionWatch conditions_;
  SampledWatch sampled_;
  Observer::Parts parts_;  // what the deck's events read
  State state_;
  State seen_;             // of look()
  std::vector<double> y_;  // of look()
  double end_ = NAN;       // the end of the last step, and the channels there
  std::vector<double> at_end_;
  bool steps_ = false;      // note_step() was called, and events() not since
  std::vector<int> reads_;  // channels that the functions of events read
  struct Kept {
    double t = 0;
    std::vector<double> values;  // of the channels reads_
  };
  std::array<Kept, 3> kept_;  // the oldest first
};

}  // namespace mbs
