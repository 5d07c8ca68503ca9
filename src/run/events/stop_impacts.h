// IMPACT actions of events: gathers their stops into one impact, notes its result for each stop,
// and ends a series of bounces.
#pragma once

#include <map>
#include <set>
#include <utility>
#include <vector>

#include "run/contacts/bounce_series.h"
#include "run/events/class_changes.h"
#include "run/events/switching.h"

namespace mbs {

class StopImpacts {
 public:
  StopImpacts(DynamicSite& site, ContactRun& contacts, ClassChanges& classes, Switching& switching)
      : site_(site), contacts_(contacts), classes_(classes), switching_(switching) {}

  // Begins a new round of events at one instant: its IMPACTs strike anew.
  void begin_round() { striker_ = -1; }
  // The event that has struck for all of this round; -1: none yet.
  int striker() const { return striker_; }
  // All IMPACTs of the events now[from], now[from + 1], ... strike, with the contacts that take
  // part. False after an error.
  bool strike(const std::vector<int>& now, std::size_t from, EventEffect& effect);

  // Events with impacts since the last take_strikers().
  std::vector<int> take_strikers() { return std::exchange(strikers_, {}); }

 private:
  // An event, and the index of one of its actions.
  using Source = std::pair<int, int>;
  ImpactProblem gather(const std::vector<int>& now, std::size_t from, std::vector<Source>& sources);
  bool note_impact(Source source, const ImpactOutcome& outcome, std::size_t k, EventEffect& effect);
  void warn_of_restitution(Source source, double used);
  void close(const ActionRow& action, const ImpactOutcome& outcome);

  DynamicSite& site_;
  ContactRun& contacts_;
  ClassChanges& classes_;
  Switching& switching_;
  int striker_ = -1;
  std::vector<int> strikers_;
  std::map<Source, BounceSeries> bounces_;
  std::set<Source> warned_;  // actions that warn_of_restitution() has named
};

}  // namespace mbs
