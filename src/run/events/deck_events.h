// The events of the deck as a source of events. Their functions are expressions
// (run/events/event_list.h). Where one has happened, its actions are carried out in their order:
// each finds the state and the phase that the action before it has left.
#pragma once

#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "model/model.h"
#include "model/state.h"
#include "plan/events.h"
#include "run/events/bounce_series.h"
#include "run/events/contact_run.h"
#include "run/events/event_list.h"
#include "run/frame/change.h"
#include "run/frame/channel_rounding.h"
#include "run/motion/dynamic_site.h"
#include "run/motion/run_channels.h"

namespace mbs {

// Whether the action names all deformations of an element that has several: a joint that breaks
// loses its friction, too.
bool names_all_of(const ActionRow& action, int element, const Model& model);

// Classes that events give to coordinates and deformations: fixed, prescribed, released, dynamic;
// and FORWARD, which releases all that is prescribed.
class ClassChanges {
 public:
  explicit ClassChanges(DynamicSite& site)
      : site_(site), x_by_event_(site.model.nx, 0), e_by_event_(site.model.ne, 0) {}

  // Index of the coordinate or deformation in the model.
  int index_of(const EventTarget& target) const;
  std::string name_of(const EventTarget& target) const;
  bool is_fixed_by_event(const EventTarget& target);

  // Gives the target the class of the action. False, with an error, where the target has this class
  // already.
  bool change(const EventRow& row, const ActionRow& action, const EventTarget& target);
  // Fixes the target at its present value, unless it is held already.
  void close(const EventTarget& target);
  // FORWARD: lets all prescribed motions go. The efforts that drove them become constant loads
  // (Otten 2003 section 4). False, with an error, where nothing is prescribed.
  bool let_go(const EventRow& row, const ActionRow& action);

 private:
  Class& class_of(const EventTarget& target);
  int& motion_of(const EventTarget& target);
  bool release_choice(const EventTarget& target);
  bool is_slip(const EventTarget& target) const;
  bool is_part_of_whole(const ActionRow& action, const EventTarget& target);
  char& given_by_event(const EventTarget& target);
  void keep_place(const EventTarget& target);
  void prescribe(const ActionRow& action, const EventTarget& target);
  void let_choice_go();

  DynamicSite& site_;
  std::vector<char> x_by_event_, e_by_event_;  // 1: the class comes from an event
};

class DeckEvents : public EventSource {
 public:
  DeckEvents(DynamicSite& site, RunChannels& channels, EventList& list, ContactRun& contacts);

  EventList& list() { return list_; }
  const EventRow& row_of(int k) const;
  bool has_impact(int k) const;
  int count() const override { return list_.count(); }
  const std::string& label(int k) const override { return row_of(k).label; }
  SourceLocation where(int k) const override { return row_of(k).where; }
  Crossing direction(int k) const override { return list_.direction(k); }
  void evaluate(const EventLook& at, Vector g) override {
    probe(at.state, at.y, list_.channels());
    list_.evaluate(at.t, g);
  }
  // Fills the channels that the events read.
  void rounding(const EventLook& at, Vector out) override;
  void probe(const State& state, ConstVector y, Vector channels) {
    channels_.probe(state, y, channels, parts_);
  }
  // Begins a new round of events that happen at one instant: its IMPACTs strike anew, those of all
  // events together with the first of them.
  void begin_round(std::vector<int> now) { now_ = std::move(now), striker_ = -1; }
  Change occur(int k, Crossing direction, DynamicSite& at) override;
  // Events with impacts since the last call.
  std::vector<int> take_strikers() { return std::exchange(strikers_, {}); }

 private:
  bool act(int event, Change& change);
  bool act_once(int event, const ActionRow& action, Change& change);
  bool change_classes(const EventRow& row, const ActionRow& action, Change& change);
  bool set_parameter(int event, int action, Change& change);
  void stimulate(const ActionRow& action, Change& change);
  bool switch_over(const EventRow& row, Change& change);

  // An event, and the index of one of its actions.
  using Source = std::pair<int, int>;
  ImpactProblem gather_stops(int first, std::vector<Source>& sources);
  // All IMPACTs of the event `first` and those behind it in the round strike, with the contacts
  // that take part. False after an error.
  bool strike(int first, Change& change);
  bool take_impact(const Struck& struck, const EventRow& row, Change& change);
  bool note_impact(Source source, const ImpactOutcome& outcome, std::size_t k, EventRecord& record);
  double rounding_of(const EventTarget& target) const;
  void warn_of_restitution(Source source, double used);
  void warn_of_wrong_side(Source source, const std::string& name, double velocity);
  void close_stop(const ActionRow& action, const ImpactOutcome& outcome);

  DynamicSite& site_;
  RunChannels& channels_;
  ChannelRounding rounding_;
  std::vector<double> all_channels_;
  EventList& list_;
  ContactRun& contacts_;
  ClassChanges classes_;
  Observer::Parts parts_;  // what the expressions read
  std::vector<int> now_;   // the events of the present round
  Phase before_;           // before the event
  // Since the last switch_over(): switches_: classes have changed or velocities of motions jump;
  // is_set_: parameters are new and the motions are not yet checked.
  bool switches_ = false, is_set_ = false;
  int striker_ = -1;           // the event that has struck for all of this round; -1: none yet
  std::vector<int> strikers_;  // of take_strikers()
  std::map<Source, BounceSeries> bounces_;
  std::set<Source> warned_;  // actions that a warning has named
};

// Completes change.event: what the actions of an event of the deck have changed. value: of the
// event's expression; degrees: degrees of freedom after the event. Numbers within rounding become
// zero.
void complete_record(const EventRow& row, const Model& model, const State& before,
                     const State& after, double value, int degrees, Change& change);

}  // namespace mbs
