// Finds conditions of events that become true between two looks of the event locator and read what
// has no bound there: forces, accelerations, energies, OUT lines (others: condition_watch.h). It
// looks for narrow places as measures do (run/measures/narrow_places.h): the channels become
// polynomials through their values at the ends of the last steps, or at nine points of the step.
// That is no proof, so these events are called `sampled` all the same.
#pragma once

#include <cmath>
#include <optional>
#include <span>
#include <vector>

#include "run/events/condition_watch.h"
#include "run/frame/event_list.h"
#include "run/measures/measure_functions.h"
#include "run/measures/measure_sampler.h"
#include "run/measures/narrow_places.h"

namespace mbs {

class SampledWatch {
 public:
  // which: the events that nothing else bounds.
  SampledWatch(const Plan& plan, const EventList* events, std::span<const int> which,
               const Layout& layout);
  SampledWatch(const SampledWatch&) = delete;
  SampledWatch& operator=(const SampledWatch&) = delete;

  // Whether the function of any event may be narrow.
  bool any() const { return narrow_.has_value(); }
  // Behind a jump, the ends of earlier steps are not used any more.
  void forget() {
    if (narrow_) narrow_->forget();
  }
  // The first crossing found in the functions from number `start` on, as in ConditionWatch; source:
  // gives the channels at times of the step.
  std::optional<ConditionWatch::Unseen> seek(const ConditionWatch::Step& step,
                                             MeasureSource& source, std::size_t& start);

 private:
  struct Place {
    double t, value;
  };
  bool look(const ConditionWatch::Step& step, MeasureSource& source);
  void list_places(std::size_t k, const ConditionWatch::Step& step);
  std::optional<ConditionWatch::Unseen> find(int event, const ConditionWatch::Step& step) const;

  const EventList* events_;
  std::vector<int> which_;
  MeasureFunctions functions_;
  MeasureSampler sampler_;
  std::optional<NarrowPlaces> narrow_;
  double from_ = NAN, to_ = NAN;  // the step that look() has seen last
  std::vector<double> times_;     // between which functions are narrow, and the end of the step
  std::vector<std::vector<double>> at_;  // of each function, at times_
  std::vector<Place> places_;            // of one function
};

}  // namespace mbs
