// A change of contacts at one instant, as the contacts report it to the run.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "base/source_location.h"
#include "run/frame/happening.h"

namespace mbs {

struct ContactChange {
  std::string problem;     // text of an error; empty: there is none
  SourceLocation where;    // of the contact that has a problem
  std::string label;       // of that contact
  std::string hint;        // how to mend it; empty: the usual hint
  bool switched = false;   // velocities or classes have changed and dynamics are new
  bool in_series = false;  // a bounce of a series, which has an end of its own
  std::string text;        // lines of the report
  std::vector<ContactStrike> strikes;
  std::vector<ModeChange> modes;
  // The impulses of the impact, as in solve/impact/impulse.h; empty: no impact.
  std::vector<double> R, L;

  // Puts the text and the data of an earlier change in front.
  void put_before(ContactChange earlier) {
    text.insert(0, earlier.text);
    strikes.insert(strikes.begin(), earlier.strikes.begin(), earlier.strikes.end());
    modes.insert(modes.begin(), earlier.modes.begin(), earlier.modes.end());
    if (R.empty()) R = std::move(earlier.R), L = std::move(earlier.L);
  }
  void add(ContactStrike strike, double t) {
    text += text_of(strike, t);
    strikes.push_back(std::move(strike));
  }
};

}  // namespace mbs
