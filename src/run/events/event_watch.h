// Watches all sources of events of a dynamic run, step by step: the functions of the deck's events
// first, then those of the contacts. The event locator asks for their values here and finds their
// zeros; the watches between looks (run/events/step_watch.h) see each look.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "run/events/condition_watch.h"
#include "run/events/deck_events.h"
#include "run/events/step_watch.h"

namespace mbs {

class EventWatch : private EventFunctions {
 public:
  // deck: null where the deck has no events.
  EventWatch(DynamicSite& site, Integration& integration, const Layout& layout, DeckEvents* deck,
             ContactRun& contacts);

  // A source and the number of one of its functions.
  struct Place {
    EventSource& source;
    int k;
  };
  Place place_of(int function) const;
  bool any() const { return count() > 0; }
  bool is_of_deck(int function) const { return function < deck_count(); }
  const std::string& label(int function) const {
    const Place place = place_of(function);
    return place.source.label(place.k);
  }

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

  // The values g of all functions at the state of y, placed and with accelerations, which becomes
  // state().
  bool find(double t, ConstVector y, std::vector<double>& g);
  // The state that was asked for last; the search for the next state starts from it, and so does
  // look(): what an event has fixed keeps its present place.
  const State& state() const { return state_; }
  void set_state(const State& state) { state_ = seen_ = state; }

  // Lines of the audit: which functions have not been shown to keep their signs between looks.
  std::string describe_unshown() const;
  // Largest size of the function of an event in the last step.
  double range(int index) const { return locator_.range(index); }
  // Signs of the functions of the deck's events; 0 where the value may be rounding.
  std::vector<int> sides(const std::vector<double>& g) const;
  // sides(g), but each function that has been passed is on the side behind its zero.
  std::vector<int> sides_behind(const std::vector<EventHit>& passed,
                                const std::vector<double>& g) const;
  // The deck's events that happen at time t because a jump has taken their functions from side
  // `before` to side `after`.
  std::vector<EventHit> made_happen(const std::vector<int>& before, const std::vector<int>& after,
                                    double t) const;

 private:
  int deck_count() const { return deck_ ? deck_->count() : 0; }
  // For the locator; foretelling is for decks without contacts: some of their functions are no
  // functions of channels.
  int count() const override { return count_; }
  EvalStatus evaluate(double t, ConstVector y, Vector g) override;
  EventReads reads(int i) const override;
  double at_time(int i, double t) override { return deck_->list().evaluate_at_time(i, t); }
  bool can_foretell() const override { return deck_ && !contacts_.any(); }
  void keep(double t) override;
  void foretell(double t, Vector g) override { deck_->list().foretell(t, g); }
  void note(int point) override;

  std::vector<Crossing> directions() const;
  const State* look(double t);
  bool fill_channels(double t, Vector channels);
  bool are_there(const EvalStatus& status, double t);
  bool report_no_value(const EvalStatus& status, double t);
  void expect_bounces(const std::vector<int>& strikers, double t, ConstVector y);
  EvalStatus seek_between_looks();
  EvalStatus seek(StepWatch& watch, const Stretch& stretch);
  void end_step_at_known_time(double t);
  bool restart(double t, ConstVector y);

  DynamicSite& site_;
  Integration& integration_;
  DeckEvents* deck_;
  ContactRun& contacts_;
  std::vector<EventSource*> sources_;  // in the order of their functions
  std::vector<int> counts_;            // of their functions
  int count_ = 0;
  std::unique_ptr<StepWatch> gaps_;
  ConditionWatch conditions_;
  std::unique_ptr<StepWatch> sampled_;
  std::vector<StepWatch*> watches_;  // those that have anything to search
  State state_;
  State seen_;                                  // of look()
  std::vector<double> y_;                       // of look()
  std::function<const State*(double t)> look_;  // look()
  bool steps_ = false;  // a step has just been accepted, and nothing has been evaluated since
  EventLocator locator_;
  bool explained_ = false;
};

}  // namespace mbs
