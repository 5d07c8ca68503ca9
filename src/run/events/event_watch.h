// Looks for the events of a dynamic run, step by step: zeros of the functions of the deck's events
// and of contacts.
#pragma once

#include <vector>

#include "plan/plan.h"
#include "run/events/event_values.h"

namespace mbs {

class EventWatch {
 public:
  // events: null where the deck has none.
  EventWatch(DynamicSite& site, Integration& integration, RunChannels& channels, EventList* events,
             ContactRun& contacts);

  EventValues& values() { return values_; }

  // Functions that return bool return false after an error.
  // begin(): at the start of the run.
  bool begin();
  // Looks for events within an accepted step.
  StepStatus scan();
  bool has_hits() const { return !locator_.hits().empty(); }
  std::span<const EventHit> hits() const { return locator_.hits(); }
  // Time of the first event found [s].
  double time() const { return locator_.hits().front().t; }
  // Whether the status of scan() has been reported as an error.
  bool has_explained() const { return explained_; }
  // Restarts the search after the integrator has gone over to other unknowns.
  bool follow_unknowns();
  // Restarts the search behind events at time t. strikers: events with impacts; same_motion: no
  // velocity and no class has changed.
  bool go_on(double t, const std::vector<int>& strikers, bool same_motion);

  // Lines of the audit: which functions have not been shown to keep their signs between looks.
  std::string describe_unshown() {
    const std::string& second = site_.plan.parameters.units().time;
    return values_.gaps().describe(second) + values_.conditions().describe(second);
  }
  // Largest size of the function of an event in the last step.
  double range(int index) const { return locator_.range(index); }
  // Signs of the functions of the deck's events; 0 where the value may be rounding.
  std::vector<int> sides(const std::vector<double>& g) const;
  // sides(g), but each function of the events `passed` is on the side behind its zero.
  std::vector<int> sides_behind(const std::vector<int>& passed, const std::vector<double>& g) const;
  // Indices of the events that happen because a jump has taken their functions from side `before`
  // to side `after`.
  std::vector<int> made_happen(const std::vector<int>& before, const std::vector<int>& after) const;

 private:
  void expect_bounces(const std::vector<int>& strikers, double t, ConstVector y);
  EvalStatus seek_between_looks();
  EvalStatus seek_gaps(const Stretch& stretch);
  EvalStatus seek_conditions(const Stretch& stretch);
  GapWatch::Looker looker();
  // Deck events that happen at the first hit.
  void list_happening(double limit);
  void end_step_at_known_time(double t);
  bool restart(double t, ConstVector y);

  DynamicSite& site_;
  Integration& integration_;
  ContactRun& contacts_;
  EventValues values_;
  EventLocator locator_;
  std::vector<std::size_t> hit_;  // of seek_gaps()
  // Of seek_conditions(): the fields hit, before, rests, noise and waits of ConditionWatch::Step.
  std::vector<int> happens_, side_before_;
  std::vector<double> rests_, noise_;
  std::vector<char> waits_;
  bool explained_ = false;
};

}  // namespace mbs
