#include "run/events/sampled_watch.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "linalg/chebyshev.h"
#include "plan/plan.h"

namespace mbs {

SampledWatch::SampledWatch(const Plan& plan, const EventList* events, std::span<const int> which,
                           const Layout& layout)
    : events_(events),
      which_(which.begin(), which.end()),
      sampler_(plan.parameters, layout.channels.size(), {}) {
  functions_.exact_outs = layout.outs;
  functions_.rows.resize(which_.size());
  for (std::size_t k = 0; k < which_.size(); ++k) {
    functions_.rows[k].label = plan.events[which_[k]].label;
    MeasuredFunction& f = functions_.functions.emplace_back();
    f.expression = events->function(which_[k]);
    f.condition = true;
  }
  for (std::size_t k = 0; k < which_.size(); ++k) functions_.functions[k].row = &functions_.rows[k];
  at_.resize(which_.size());
  std::vector<int> all(which_.size());
  std::iota(all.begin(), all.end(), 0);
  narrow_.emplace(functions_, all, false, plan.parameters.live_count(),
                  static_cast<std::size_t>(sampler_.first_channel()) + layout.channels.size(),
                  true);
  if (!narrow_->any()) narrow_.reset();
}

// Looks for narrow places in a step, once. False if the mechanism could not be evaluated.
bool SampledWatch::look(const ConditionWatch::Step& step, MeasureSource& source) {
  const Slots& slots = events_->slots();
  sampler_.set_parameters({slots.data(), sampler_.parameters().size()});
  sampler_.set_source(source);
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
void SampledWatch::list_places(std::size_t k, const ConditionWatch::Step& step) {
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
std::optional<ConditionWatch::Unseen> SampledWatch::find(int event,
                                                         const ConditionWatch::Step& step) const {
  const Crossing direction = events_->directions()[event];
  const int before = step.before[event];
  const double least = std::max(step.rests[event], step.noise[event]);
  if (before == 0 && direction == Crossing::both) return {};
  // The event happens where the function comes to this side, from the other one.
  const int to = direction == Crossing::both ? -before : direction == Crossing::rising ? 1 : -1;
  bool has_other = before == -to && step.waits[event] == 0;
  Place other{step.from, -to * least};
  for (const Place& place : places_) {
    if (!step.is_before_limit(place.t)) break;
    const double g = to * place.value;
    if (g < -least) other = place, has_other = true;
    if (g > least && has_other)
      return ConditionWatch::Unseen{event,   other.t,     other.value,
                                    place.t, place.value, places_.back().value};
  }
  return {};
}

std::optional<ConditionWatch::Unseen> SampledWatch::seek(const ConditionWatch::Step& step,
                                                         MeasureSource& source,
                                                         std::size_t& start) {
  if (!(step.to > step.from)) return {};
  const bool looked = from_ == step.from && to_ == step.to;
  if (!looked && !look(step, source)) return {};
  for (std::size_t& k = start; k < which_.size(); ++k) {
    list_places(k, step);
    if (const auto found = find(which_[k], step)) return found;
  }
  return {};
}

}  // namespace mbs
