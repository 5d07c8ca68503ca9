// Names the true cause where a run with fixed steps of an explicit method fails because the step is
// beyond the stability of the method. There errors grow from step to step, whatever the motion
// does, until something else breaks: a mechanism that cannot be closed, a mass matrix without a
// digit.
#pragma once

#include <array>
#include <optional>

#include "model/state.h"
#include "run/motion/dynamic_site.h"

namespace mbs {

class Integration;

class StableStep {
 public:
  StableStep(const DynamicSite& site, const Integration& integration)
      : site_(site), integration_(integration) {}

  // The run begins, or goes on behind events, which may have changed the classes.
  void begin(const State& state);
  // Takes the end of a step; null: it has not been evaluated last.
  void note(const State* state);

  // After a failure: if the step was too long, reports that in the place of the errors that are
  // not in `before`, the diagnostics when the run began.
  void explain(const Diagnostics& before, Diagnostics& diagnostics) const;

 private:
  struct Fastest {
    double t = 0, rate = 0;
  };
  double rate_at(const State& from) const;
  Fastest fastest() const;
  double enough(double rate) const;
  bool is_stable(double rate) const;
  std::optional<bool> comes_further(double h) const;

  // The states kSpans[k] to 2 kSpans[k] steps back. Of the last few the motion is no measure: it
  // has grown already.
  static constexpr std::array<long, 3> kSpans = {8, 64, 512};
  struct Kept {
    std::optional<State> now, before;
  };

  const DynamicSite& site_;
  const Integration& integration_;
  std::optional<State> first_;
  std::array<Kept, kSpans.size()> kept_;
  long steps_ = 0;
};

}  // namespace mbs
