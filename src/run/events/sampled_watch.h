// Finds conditions of events that become true between two looks of the event locator and read what
// has no bound there: forces, accelerations, energies, OUT lines (others: condition_watch.h). It
// looks for narrow places as measures do (run/measures/narrow_places.h): the channels become
// polynomials through their values at the ends of the last steps, or at nine points of the step.
// That is no proof, so these events are called `sampled` all the same.
#pragma once

#include <cmath>
#include <functional>
#include <optional>
#include <span>
#include <vector>

#include "run/events/event_list.h"
#include "run/events/step_watch.h"
#include "run/measures/measure_functions.h"
#include "run/measures/measure_sampler.h"
#include "run/measures/narrow_places.h"

namespace mbs {

class SampledWatch : public StepWatch, private MeasureSource {
 public:
  // Fills the channels that the deck's events read, at a time within the last step; false where the
  // mechanism has no state there.
  using Channels = std::function<bool(double t, Vector channels)>;
  // events: null where the deck has none. which: the events that nothing else bounds.
  SampledWatch(const Plan& plan, EventList* events, std::span<const int> which,
               const Layout& layout, Channels channels_at);
  SampledWatch(const SampledWatch&) = delete;
  SampledWatch& operator=(const SampledWatch&) = delete;

  // Whether the function of any event may be narrow.
  bool any() const override { return narrow_.has_value(); }
  void note(int point, const State& state) override;
  void begin_step() override {}
  void forget() override { narrow_->forget(); }
  std::optional<Unseen> seek(const WatchedStep& step, std::size_t& start) override;

 private:
  struct Place {
    double t, value;
  };
  bool sample(double t, bool rough, Vector channels) override;
  bool look(const WatchedStep& step);
  void list_places(std::size_t k, const WatchedStep& step);
  std::optional<Unseen> find(int event, const WatchedStep& step) const;

  EventList* events_;
  Channels channels_at_;
  std::vector<int> which_;
  MeasureFunctions functions_;
  MeasureSampler sampler_;
  std::optional<NarrowPlaces> narrow_;
  double end_ = NAN;  // the end of the last step, and the channels there
  std::vector<double> at_end_;
  double from_ = NAN, to_ = NAN;  // the step that look() has seen last
  std::vector<double> times_;     // between which functions are narrow, and the end of the step
  std::vector<std::vector<double>> at_;  // of each function, at times_
  std::vector<Place> places_;            // of one function
};

}  // namespace mbs
