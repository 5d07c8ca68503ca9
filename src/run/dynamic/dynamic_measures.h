// The measures of a dynamic run: they sample each step and the state after each event.
#pragma once

#include <memory>

#include "base/interrupt.h"
#include "run/measures/measure_run.h"
#include "run/motion/run_channels.h"

namespace mbs {

class DynamicMeasures {
 public:
  // Nothing is measured where the deck asks for no measures and no summary. Errors go to the
  // diagnostics of the site.
  DynamicMeasures(const DynamicSite& site, Integration& integration, RunChannels& channels,
                  const Layout& layout);

  void start();
  // Up to a time within the last step.
  void advance(double limit);
  // The motion has a kink at the time reached.
  void forget() {
    if (measures_) measures_->forget();
  }
  // The events of an instant have left the present state and this y of the integrator.
  void jump(ConstVector y);

  // An impact has given impulses (solve/impact/impulse.h), at the present state, which the dynamics
  // have just been evaluated at.
  void strike(ConstVector y, std::vector<double> R, std::vector<double> L);

  // Null: none.
  MeasureRun* run() { return measures_.get(); }

 private:
  class Step;
  class Instant;

  const DynamicSite& site_;
  Integration& integration_;
  RunChannels& channels_;
  std::unique_ptr<MeasureRun> measures_;
  // What measures read: groups of channels, and positions and velocities among them.
  Observer::Parts parts_;
  std::vector<DirectChannel> direct_;
  State state_;
  std::vector<double> y_;
  Interrupt limit_;  // a time limit: functions that are never resolved take long
};

}  // namespace mbs
