// Carries out the actions of an event in their order. Each action finds the state and the phase
// that the action before it has left.
#pragma once

#include <memory>
#include <vector>

#include "run/events/class_changes.h"
#include "run/events/stop_impacts.h"
#include "run/events/switching.h"
#include "run/frame/event_list.h"

namespace mbs {

class EventActor {
 public:
  EventActor(DynamicSite& site, EventList& events, ContactRun& contacts)
      : site_(site),
        events_(events),
        classes_(site),
        switching_(site, contacts),
        stops_(site, contacts, classes_, switching_) {}

  // Begins a new round of events at one instant: its IMPACTs strike anew.
  void begin_round() { stops_.begin_round(); }
  // Carries out all actions of event now[which]. Impacts of all events of the round happen
  // together, with the first of them. `effect` says what has happened; false after an error.
  bool act(const std::vector<int>& now, std::size_t which, EventEffect& effect);
  // Events with impacts since the last call.
  std::vector<int> take_strikers() { return stops_.take_strikers(); }

 private:
  bool act_once(const std::vector<int>& now, std::size_t which, const ActionRow& action,
                EventEffect& effect);
  bool change_classes(const EventRow& row, const ActionRow& action, EventEffect& effect);
  bool set_parameter(int event, int action, EventEffect& effect);
  void stimulate(const ActionRow& action, EventEffect& effect);
  bool motions_go_on(const EventRow& row);
  bool goes_on(const EventRow& row, int motion, double position, double rate, std::string name);

  DynamicSite& site_;
  EventList& events_;
  ClassChanges classes_;
  Switching switching_;
  StopImpacts stops_;
  // Since the last switching: switches_: classes have changed or velocities of motions jump;
  // is_set_: parameters are new and the motions are not yet checked.
  bool switches_ = false, is_set_ = false;
};

}  // namespace mbs
