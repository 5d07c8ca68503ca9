// What has changed at one instant, as a source of events (run/events/event_source.h) or the
// contacts report it to the run.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/source_location.h"
#include "run/frame/happening.h"
#include "solve/impact/impulse.h"

namespace mbs {

struct Change {
  std::string problem;     // text of an error; empty: there is none
  SourceLocation where;    // of the contact that has a problem
  std::string label;       // of that contact
  std::string hint;        // how to mend it; empty: the usual hint
  bool failed = false;     // an error has been reported already
  bool stops = false;      // the run ends with it
  bool sets = false;       // parameters, states, stimuli or velocities have new values
  bool switched = false;   // velocities or classes have changed and dynamics are new
  bool in_series = false;  // a bounce of a series, which has an end of its own
  std::string text;        // lines of the report about contacts
  std::vector<ContactStrike> strikes;
  std::vector<ModeChange> modes;
  Impulses impulses;                 // of all impacts; empty vectors: no impact
  double lifted = 0;                 // [J] that lifts of impulse contacts have given
  std::optional<EventRecord> event;  // of the deck, if the change is one

  // Adds the text and the data about contacts of a later change.
  void add_told(const Change& later) {
    text += later.text;
    lifted += later.lifted;
    strikes.insert(strikes.end(), later.strikes.begin(), later.strikes.end());
    modes.insert(modes.end(), later.modes.begin(), later.modes.end());
  }
  // Puts those of an earlier change in front, and its impulses in the place of none.
  void put_before(Change earlier) {
    earlier.add_told(*this);
    lifted = earlier.lifted;
    text.swap(earlier.text), strikes.swap(earlier.strikes), modes.swap(earlier.modes);
    if (impulses.R.empty()) impulses = std::move(earlier.impulses);
  }
  void add(ContactStrike strike, double t) {
    text += text_of(strike, t);
    strikes.push_back(std::move(strike));
  }
  // Adds the impulses of a later impact; the kinetic energy before stays that of the first one.
  void add(const Impulses& later) {
    sets = true;
    if (impulses.R.empty())
      impulses = later;
    else
      impulses.add(later);
  }
};

}  // namespace mbs
