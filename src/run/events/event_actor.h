// Carries out the actions of an event in their order. Each action finds the state and the phase
// that the action before it has left.
#pragma once

#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "run/contacts/bounce_series.h"
#include "run/contacts/contact_run.h"
#include "run/events/class_changes.h"
#include "run/events/event_text.h"
#include "run/frame/event_list.h"

namespace mbs {

class EventActor {
 public:
  EventActor(DynamicSite& site, EventList& events, ContactRun& contacts)
      : site_(site), events_(events), contacts_(contacts), classes_(site) {}

  // Begins a new round of events at one instant: its IMPACTs strike anew.
  void begin_round() { striker_ = -1; }
  // Carries out all actions of event now[which]. Impacts of all events of the round happen
  // together, with the first of them. `effect` says what has happened; false after an error.
  bool act(const std::vector<int>& now, std::size_t which, EventEffect& effect);
  // Events with impacts since the last call.
  std::vector<int> take_strikers() { return std::exchange(strikers_, {}); }

 private:
  bool act_once(const std::vector<int>& now, std::size_t which, const ActionRow& action,
                EventEffect& effect);
  bool change_classes(const EventRow& row, const ActionRow& action, EventEffect& effect);
  bool set_parameter(int event, int action, EventEffect& effect);
  void stimulate(const ActionRow& action, EventEffect& effect);
  bool motions_go_on(const EventRow& row);
  bool goes_on(const EventRow& row, int motion, double position, double rate, std::string name);
  bool switch_over(const EventRow& row, EventEffect& effect);

  // An event, and the index of one of its actions.
  using Source = std::pair<int, int>;
  ImpactProblem gather_stops(const std::vector<int>& now, std::size_t from,
                             std::vector<Source>& sources);
  // All IMPACTs of the events now[from], now[from + 1], ... strike, with the contacts that take
  // part. False after an error.
  bool strike(const std::vector<int>& now, std::size_t from, EventEffect& effect);
  bool note_impact(Source source, const ImpactOutcome& outcome, std::size_t k, EventEffect& effect);
  void warn_of_restitution(Source source, double used);
  void close_stop(const ActionRow& action, const ImpactOutcome& outcome);

  DynamicSite& site_;
  EventList& events_;
  ContactRun& contacts_;
  ClassChanges classes_;
  Phase before_;  // before the event
  // Since the last switch_over(): switches_: classes have changed or velocities of motions jump;
  // is_set_: parameters are new and the motions are not yet checked.
  bool switches_ = false, is_set_ = false;
  int striker_ = -1;           // the event that has struck for all of this round; -1: none yet
  std::vector<int> strikers_;  // of take_strikers()
  std::map<Source, BounceSeries> bounces_;
  std::set<Source> warned_;  // actions that warn_of_restitution() has named
};

}  // namespace mbs
