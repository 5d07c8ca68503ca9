// The measures of a dynamic run: they sample each step and the state after each event.
#pragma once

#include <memory>

#include "base/interrupt.h"
#include "run/measures/measure_run.h"
#include "run/motion/run_channels.h"

namespace mbs {

class DynamicMeasures {
 public:
  // Nothing is measured if the deck asks for no measures and no summary. Errors go to the
  // diagnostics of the site.
  DynamicMeasures(const DynamicSite& site, Integration& integration, RunChannels& channels,
                  const Layout& layout);

  void start();
  // Samples the last step up to the time `limit`.
  void advance(double limit);
  // The motion has a kink at the time reached.
  void forget() {
    if (measures_) measures_->forget();
  }
  // Samples the state after the events of an instant: the present state and y of the integrator.
  void jump(ConstVector y);

  // Takes the impulses R and L of an impact (solve/impact/impulse.h). The dynamics have just been
  // evaluated at the present state.
  void strike(ConstVector y, std::vector<double> R, std::vector<double> L);

  // Null: the deck has no measures.
  MeasureRun* run() { return measures_.get(); }

 private:
  class Step;
  class Instant;

  const DynamicSite& site_;
  Integration& integration_;
  RunChannels& channels_;
  std::unique_ptr<MeasureRun> measures_;
  // The groups of channels that measures read; direct_: the positions and velocities among them.
  Observer::Parts parts_;
  std::vector<DirectChannel> direct_;
  State state_;
  std::vector<double> y_;
  Interrupt limit_;  // a time limit: functions that are never resolved take long
};

}  // namespace mbs
