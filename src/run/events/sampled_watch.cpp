// Finds conditions of events that become true between two looks of the event locator and read what
// has no bound there: forces, accelerations, energies, OUT lines (others: ConditionWatch). It
// looks for narrow places as measures do (run/measures/narrow_places.h): the channels become
// polynomials through their values at the ends of the last steps, or at nine points of the step.
// That is no proof, so these events are called `sampled` all the same.
#include <algorithm>
#include <cmath>
#include <memory>
#include <numeric>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "base/tolerances.h"
#include "linalg/chebyshev.h"
#include "plan/plan.h"
#include "run/events/event_list.h"
#include "run/events/step_watch.h"
#include "run/measures/measure_functions.h"
#include "run/measures/measure_sampler.h"
#include "run/measures/narrow_places.h"
#include "text/parameters.h"

namespace mbs {

namespace {

class SampledWatch : public StepWatch, private MeasureSource {
 public:
  SampledWatch(const Plan& plan, EventList* events, std::span<const int> which,
               const Layout& layout, ChannelsAt channels_at);
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
  ChannelsAt channels_at_;
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

}  // namespace

SampledWatch::SampledWatch(const Plan& plan, EventList* events, std::span<const int> which,
                           const Layout& layout, ChannelsAt channels_at)
    : events_(events),
      channels_at_(std::move(channels_at)),
      which_(which.begin(), which.end()),
      sampler_(*plan.parameters, layout.channels.size(), {}) {
  if (which_.empty()) return;  // runs without such events make nothing of their OUT lines
  functions_.exact_outs = layout.outs;
  functions_.rows.resize(which_.size());
  for (std::size_t k = 0; k < which_.size(); ++k) {
    functions_.rows[k].label = plan.events[which_[k]].label;
    MeasuredFunction& f = functions_.functions.emplace_back();
    f.expression = events->function(which_[k]);
    f.condition = true;
    f.row = &functions_.rows[k];
  }
  at_.resize(which_.size());
  std::vector<int> all(which_.size());
  std::iota(all.begin(), all.end(), 0);
  narrow_.emplace(functions_, all, false, plan.parameters->live_count(),
                  static_cast<std::size_t>(sampler_.first_channel()) + layout.channels.size(),
                  true);
}

void SampledWatch::note(int point, const State& state) {
  if (point != kLast) return;
  end_ = state.t;
  const Vector channels = events_->channels();
  at_end_.assign(channels.begin(), channels.end());
}

bool SampledWatch::sample(double t, bool, Vector channels) {
  if (t != end_) return channels_at_(t, channels);
  std::copy(at_end_.begin(), at_end_.end(), channels.begin());
  return true;
}

// Looks for narrow places in a step, once. False if the mechanism could not be evaluated.
bool SampledWatch::look(const WatchedStep& step) {
  const Slots& slots = events_->slots();
  sampler_.set_parameters({slots.data(), sampler_.parameters().size()});
  sampler_.set_source(*this);
  times_.clear();
  narrow_->find(step.from, step.to, true, sampler_, times_);
  times_.push_back(step.to);
  for (std::vector<double>& values : at_) values.clear();
  for (const double t : times_) {
    if (!sampler_.sample(t, false)) return false;
    for (std::size_t k = 0; k < at_.size(); ++k)
      at_[k].push_back(functions_.functions[k].evaluate(sampler_.slots(), t));
  }
  from_ = step.from, to_ = step.to;
  return true;
}

// The places of a step at which function k has been looked at, in order.
void SampledWatch::list_places(std::size_t k, const WatchedStep& step) {
  places_.clear();
  const auto* const seen = narrow_->seen(functions_.functions[k], step.from, step.to);
  if (!seen && times_.size() == 1) return;  // the ends of the step show it
  for (std::size_t i = 0; i < times_.size(); ++i) places_.push_back({times_[i], at_[k][i]});
  if (seen)
    for (std::size_t i = 1; i < Chebyshev::kLast; ++i)
      places_.push_back(
          {step.from + 0.5 * (1 + Chebyshev::points()[i]) * step.length(), (*seen)[i]});
  std::sort(places_.begin(), places_.end(),
            [](const Place& a, const Place& b) { return a.t < b.t; });
}

// The first crossing between the places, before the limit of the step.
std::optional<Unseen> SampledWatch::find(int event, const WatchedStep& step) const {
  const Crossing direction = events_->direction(event);
  const EventLocator& locator = step.locator;
  const int before = locator.first_side(event);
  const double least =
      std::max(locator.rested(event), tolerance::event_noise * locator.range(event));
  if (before == 0 && direction == Crossing::both) return {};
  // The event happens where the function comes to this side, from the other one.
  const int to = direction == Crossing::both ? -before : direction == Crossing::rising ? 1 : -1;
  bool has_other = before == -to && !locator.waited(event);
  Place other{step.from, -to * least};
  for (const Place& place : places_) {
    if (!step.is_before_limit(place.t)) break;
    const double g = to * place.value;
    if (g < -least) other = place, has_other = true;
    if (g > least && has_other)
      return Unseen{event, other.t, other.value, place.t, place.value, places_.back().value};
  }
  return {};
}

std::optional<Unseen> SampledWatch::seek(const WatchedStep& step, std::size_t& start) {
  if (!(step.to > step.from)) return {};
  const bool looked = from_ == step.from && to_ == step.to;
  if (!looked && !look(step)) return {};
  for (std::size_t& k = start; k < which_.size(); ++k) {
    list_places(k, step);
    if (const auto found = find(which_[k], step)) return found;
  }
  return {};
}

std::unique_ptr<StepWatch> make_sampled_watch(const Plan& plan, EventList* events,
                                              std::span<const int> which, const Layout& layout,
                                              ChannelsAt channels_at) {
  return std::make_unique<SampledWatch>(plan, events, which, layout, std::move(channels_at));
}

}  // namespace mbs
