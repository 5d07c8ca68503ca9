// INTEG AUTO: which of STEP, STIFF and GALPHA suits the motion from the present state on. The
// methods are tried on a copy of the mechanism over a hundredth of the run, without events. An
// implicit method is taken where
//   - the stability of STEP limits its steps there: they are no shorter than a part of the period
//     of the fastest motion,
//   - it costs at most half, counted in evaluations of the equations of motion, and
//   - it leaves every channel that the deck asks for within the tolerance of what STEP finds.
// Nothing is timed, so that the choice depends on the deck alone.
#pragma once

#include <string>
#include <vector>

#include "observe/layout.h"
#include "run/motion/integration.h"

namespace mbs {

// What a deck reads of the channels of its run.
struct AskedChannels {
  std::vector<int> read;       // by events and measures
  bool holds_rates = false;    // all velocities keep the tolerance (Integration::hold_rates)
  std::vector<int> asked;      // by events, measures, OUT and REPORT lines
  bool are_positions = false;  // the deck asks for nothing: `asked` are all positions
};

// layout: with the channels of OUT lines.
AskedChannels asked_channels(const Plan& plan, const Layout& layout, std::vector<int> read,
                             bool holds_rates);

class MethodChoice {
 public:
  MethodChoice(const DynamicSite& site, const Layout& layout, AskedChannels asked)
      : site_(site), layout_(layout), asked_(std::move(asked)) {}

  // Chooses at time t for the state of the site, which has accelerations. Where the classes and the
  // parameters of the phase have been met before, the method is the one of then.
  void choose(double t);
  const std::string& method() const { return method_; }
  // A '#' line: the choice made last, and why.
  const std::string& why() const { return why_; }

 private:
  struct Known {
    std::vector<char> phase;  // classes and closed contacts
    std::vector<double> parameters;
    std::string method, why;
  };
  std::string find(double t);

  const DynamicSite& site_;
  const Layout& layout_;
  AskedChannels asked_;
  std::vector<Known> known_;
  std::string method_, why_;
};

}  // namespace mbs
