#include "run/events/event_values.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "plan/plan.h"
#include "run/motion/start.h"

namespace mbs {

EventValues::EventValues(DynamicSite& site, Integration& integration, RunChannels& channels,
                         EventList* events, ContactRun& contacts)
    : site_(site),
      integration_(integration),
      channels_(channels),
      events_(events),
      contacts_(contacts),
      gaps_(site, contacts.set()),
      conditions_(site.plan, events, site.model, channels.layout()),
      sampled_(site.plan, events, conditions_.unbounded(), channels.layout()),
      state_(site.state),
      seen_(site.state) {
  if (!events_) return;
  parts_ = channels_.parts_with(events_->reads());
  reads_ = events_->read_by_functions();
  for (Kept& point : kept_) point.values.resize(reads_.size());
}

std::vector<Crossing> EventValues::directions() const {
  std::vector<Crossing> out;
  if (events_) out = events_->directions();
  contacts_.add_directions(out);
  return out;
}

const std::string& EventValues::label(int function) const {
  return function < deck_events() ? site_.plan.events[function].label
                                  : contacts_.label(function - deck_events());
}

EvalStatus EventValues::evaluate(double t, ConstVector y, Vector g) {
  const bool known = std::exchange(steps_, false) && integration_.system().complete_step(t, state_);
  if (!known && !integration_.system().complete(t, y, state_).ok())
    return {EvalKind::failed, -1, 0};
  const std::size_t n = deck_events();
  if (n > 0) {
    channels_.probe(state_, y, events_->channels(), parts_);
    events_->evaluate(t, g.first(n));
  }
  contacts_.evaluate(state_, *site_.dynamics, site_.phase, g.subspan(n));
  return {};
}

EventReads EventValues::reads(int i) const {
  return i < deck_events() ? events_->reads_of(i) : EventReads::state;
}

void EventValues::note(int point) {
  if (point < 0) {
    gaps_.begin_step();
    if (conditions_.any()) conditions_.begin_step();
    return;
  }
  gaps_.note(point, state_);
  if (conditions_.any()) conditions_.note(point, state_);
  if (!sampled_.any() || point != GapWatch::kLast) return;
  end_ = state_.t;
  const Vector channels = events_->channels();
  at_end_.assign(channels.begin(), channels.end());
}

const State* EventValues::look(double t) {
  y_.resize(integration_.system().size());
  const bool there = integration_.integrator().interpolate(t, y_).ok() &&
                     integration_.system().complete(t, y_, seen_).ok();
  return there ? &seen_ : nullptr;
}

bool EventValues::sample(double t, bool, Vector channels) {
  if (t == end_) {
    std::copy(at_end_.begin(), at_end_.end(), channels.begin());
    return true;
  }
  const State* const state = look(t);
  if (state) channels_.probe(*state, y_, channels, parts_);
  return state != nullptr;
}

void EventValues::keep(double t) {
  if (!can_foretell()) return;
  std::rotate(kept_.begin(), kept_.begin() + 1, kept_.end());
  kept_.back().t = t;
  const Vector values = events_->channels();
  for (std::size_t k = 0; k < reads_.size(); ++k) kept_.back().values[k] = values[reads_[k]];
}

void EventValues::foretell(double t, Vector g) {
  const auto& [a, b, c] = kept_;
  const double of_a = (t - b.t) * (t - c.t) / ((a.t - b.t) * (a.t - c.t)),
               of_b = (t - a.t) * (t - c.t) / ((b.t - a.t) * (b.t - c.t)),
               of_c = (t - a.t) * (t - b.t) / ((c.t - a.t) * (c.t - b.t));
  const Vector values = events_->channels();
  for (std::size_t k = 0; k < reads_.size(); ++k)
    values[reads_[k]] = of_a * a.values[k] + of_b * b.values[k] + of_c * c.values[k];
  events_->evaluate_of_state(t, g);
}

bool EventValues::are_there(const EvalStatus& status, double t) {
  if (status.ok()) return true;
  if (!report_no_value(status, t) &&
      !report_motion(site_.model, site_.dynamics->kinematics(), t, site_.diagnostics))
    site_.diagnostics.error({}, "events",
                            fmt::format("the mechanism cannot be evaluated at t = {:.9g}", t),
                            "look at the forces there, and whether it can be closed");
  return false;
}

bool EventValues::report_no_value(const EvalStatus& status, double t) {
  if (status.kind != EvalKind::non_finite || status.component < 0 ||
      status.component >= deck_events())
    return false;
  const EventRow& row = site_.plan.events[status.component];
  if (auto left = events_->left_table(status.component))
    return report_left_table(*left, t, site_.diagnostics), true;
  site_.diagnostics.error(
      row.where, row.label,
      fmt::format("its expression has no finite value at t = {:.9g}, or just before", t),
      "look at what it divides by, and at roots and logarithms");
  return true;
}

}  // namespace mbs
