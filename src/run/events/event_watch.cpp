#include "run/events/event_watch.h"

#include <algorithm>
#include <cmath>
#include <optional>

#include "base/tolerances.h"

namespace mbs {

namespace {

bool contains(const std::vector<int>& all, int index) {
  return std::find(all.begin(), all.end(), index) != all.end();
}

}  // namespace

EventWatch::EventWatch(DynamicSite& site, Integration& integration, RunChannels& channels,
                       EventList* events, ContactRun& contacts)
    : site_(site),
      integration_(integration),
      contacts_(contacts),
      values_(site, integration, channels, events, contacts),
      locator_(values_, values_.directions(), integration.system().size()),
      side_before_(values_.deck_events()),
      rests_(side_before_.size()),
      noise_(side_before_.size()),
      waits_(side_before_.size()) {}

bool EventWatch::begin() {
  const EvalStatus status = locator_.start(integration_.t(), integration_.y());
  if (!values_.are_there(status, integration_.t())) return false;
  for (const EventHit& hit : locator_.hits()) {
    if (hit.index >= values_.deck_events()) continue;
    const EventRow& row = site_.plan.events[hit.index];
    site_.diagnostics.warning(row.where, row.label,
                              hit.kind == HitKind::true_at_start
                                  ? "it is true at the start already"
                                  : "its expression is 0 at the start",
                              "it happens when that comes about again");
  }
  end_step_at_known_time(integration_.t());
  return !contacts_.any() || restart(integration_.t(), integration_.y());
}

StepStatus EventWatch::scan() {
  values_.note_step();
  EvalStatus scanned = locator_.scan(integration_.integrator());
  if (scanned.ok() && values_.may_note() && locator_.is_complete()) scanned = seek_between_looks();
  if (scanned.ok()) {
    if (!has_hits() && integration_.t() == integration_.integrator().control().tstop())
      end_step_at_known_time(integration_.t());
    return {};
  }
  explained_ = values_.report_no_value(scanned, integration_.t());
  return {StepKind::rhs_failed, integration_.t(), 0, -1, scanned.kind, 0};
}

// Searches up to the first hit only: behind it the motion is another one.
EvalStatus EventWatch::seek_between_looks() {
  Integrator& integrator = integration_.integrator();
  const Stretch stretch{integrator.t_previous(), integrator.t(), integrator.control().direction(),
                        &integrator};
  if (stretch.from == stretch.to) return {};
  EvalStatus eval;
  if (values_.gaps().any()) eval = seek_gaps(stretch);
  if (eval.ok() && (values_.conditions().any() || values_.sampled().any()))
    eval = seek_conditions(stretch);
  return eval;
}

GapWatch::Looker EventWatch::looker() {
  return {&values_,
          [](void* values, double t) { return static_cast<EventValues*>(values)->look(t); }};
}

void EventWatch::list_happening(double limit) {
  happens_.clear();
  for (const EventHit& hit : hits())
    if (hit.index < values_.deck_events() &&
        std::fabs(hit.t - limit) <= tolerance::same_instant * std::fabs(limit))
      happens_.push_back(hit.index);
}

EvalStatus EventWatch::seek_conditions(const Stretch& stretch) {
  for (std::size_t i = 0; i < side_before_.size(); ++i) {
    const int index = static_cast<int>(i);
    side_before_[i] = locator_.first_side(index);
    rests_[i] = locator_.rested(index);
    waits_[i] = locator_.waited(index);
    noise_[i] = tolerance::event_noise * locator_.range(index);
  }
  std::size_t next = 0, next_sampled = 0;
  for (;;) {
    const double limit = has_hits() ? time() : stretch.to;
    list_happening(limit);
    const ConditionWatch::Step step{stretch.from, stretch.to, limit,  happens_, side_before_,
                                    rests_,       noise_,     waits_, looker()};
    std::optional<ConditionWatch::Unseen> unseen;
    if (values_.conditions().any()) unseen = values_.conditions().seek(step, next);
    const bool bounded = unseen.has_value();
    if (!bounded && values_.sampled().any())
      unseen = values_.sampled().seek(step, values_, next_sampled);
    if (!unseen) return {};
    const EventLocator::Point there{unseen->t, unseen->value};
    EvalStatus eval = locator_.add_crossing(stretch, unseen->event,
                                            {unseen->before, unseen->value_before}, there);
    // The condition is true at both looks and false at `there`: it becomes true again behind
    // `there`.
    if (eval.ok() && (!has_hits() || time() >= limit) && unseen->value * unseen->value_at_end < 0)
      eval =
          locator_.add_crossing(stretch, unseen->event, there, {stretch.to, unseen->value_at_end});
    if (!eval.ok()) return eval;
    if (!has_hits() || time() >= limit) ++(bounded ? next : next_sampled);
  }
}

EvalStatus EventWatch::seek_gaps(const Stretch& stretch) {
  std::size_t next = 0;
  for (;;) {
    const double limit = has_hits() ? time() : stretch.to;
    hit_.clear();
    for (const EventHit& hit : hits())
      if (hit.index >= values_.deck_events() &&
          std::fabs(hit.t - limit) <= tolerance::same_instant * std::fabs(limit))
        hit_.push_back((hit.index - values_.deck_events()) / 2);
    const auto unseen = values_.gaps().seek(looker(), limit, hit_, next);
    if (!unseen) return {};
    const int function = values_.deck_events() + 2 * static_cast<int>(unseen->contact);
    const EvalStatus eval = locator_.add_crossing(
        stretch, function, {unseen->before, unseen->gap_before}, {unseen->t, unseen->gap});
    if (!eval.ok()) return eval;
    // With a new first hit the same gap is asked again, up to the new limit.
    if (!has_hits() || time() >= limit) ++next;
  }
}

bool EventWatch::follow_unknowns() {
  locator_.set_state_size(integration_.system().size());
  return restart(integration_.t(), integration_.y());
}

bool EventWatch::go_on(double t, const std::vector<int>& strikers, bool same_motion) {
  locator_.set_state_size(integration_.system().size());
  if (same_motion) locator_.expect_same_motion();
  expect_bounces(strikers, t, integration_.y());
  end_step_at_known_time(t);
  return restart(t, integration_.y());
}

// An impact that has turned its event function back is a bounce: the function comes through zero
// again, even if it goes only a little away from it. Where the function goes on in its direction (a
// time, a velocity of another coordinate), nothing is expected.
void EventWatch::expect_bounces(const std::vector<int>& strikers, double t, ConstVector y) {
  if (strikers.empty()) return;
  const double h = tolerance::glance * (site_.end_time() - site_.plan.time.start);
  const std::size_t n = y.size(), count = values_.count();
  std::vector<double> rate(n), sooner(y.begin(), y.end()), later(sooner), before(count),
      after(count);
  bool known = integration_.system().rhs(t, y, rate).ok();
  for (std::size_t i = 0; i < n; ++i) sooner[i] -= h * rate[i], later[i] += h * rate[i];
  known = known && values_.evaluate(t - h, sooner, before).ok() &&
          values_.evaluate(t + h, later, after).ok();
  for (const EventHit& hit : locator_.hits()) {
    if (!contains(strikers, hit.index)) continue;
    const std::size_t i = hit.index;
    const double on = (after[i] - before[i]) * (hit.direction == Crossing::falling ? -1 : 1);
    if (!known || on <= tolerance::event_jump * locator_.range(hit.index))
      locator_.expect_return(hit.index);
  }
}

// Sets the end of the next steps at the first event whose time is known beforehand: the zero of a
// function that is linear in the time and reads nothing else (an onset, a condition like t > 2).
// Behind it the motion is another one, and a step across it would be refused or cut.
void EventWatch::end_step_at_known_time(double t) {
  constexpr int kRounding = 4;
  const double end = site_.end_time();
  double stop = end;
  for (int i = 0; i < values_.deck_events(); ++i) {
    if (values_.reads(i) != EventReads::linear_time) continue;
    const double here = values_.at_time(i, t), there = values_.at_time(i, end);
    if (!(here * there < 0)) continue;
    double at = t - here * (end - t) / (there - here), zero = values_.at_time(i, at);
    const double rounding = kRounding * tolerance::epsilon * std::max(std::fabs(at), std::fabs(t));
    // The first floating-point number at which the function has passed zero.
    for (int k = 0; k < kRounding && zero * there < 0; ++k)
      zero = values_.at_time(i, at = std::nextafter(at, end));
    for (int k = 0; k < kRounding; ++k) {
      const double sooner = std::nextafter(at, t);
      if (values_.at_time(i, sooner) * there < 0) break;
      at = sooner;
    }
    const double away = std::fabs(at - t);
    if (away > rounding && away < std::fabs(stop - t)) stop = at;
  }
  integration_.integrator().control().set_tstop(stop);
}

// Restarts the search after the start or a change. Functions of contacts may be zero now, so each
// is told on which side it will be. Their noise is taken at this state: an integrator that begins
// afresh has looked far ahead, where loads may be of any size.
bool EventWatch::restart(double t, ConstVector y) {
  values_.sampled().forget();
  if (contacts_.any()) contacts_.choose_floors(site_.state);
  if (!values_.are_there(locator_.restart(t, y), t)) return false;
  if (!contacts_.any()) return true;
  std::vector<ContactRun::Noise> noise;
  contacts_.add_noise(site_, noise);
  for (std::size_t k = 0; k < noise.size(); ++k)
    if (noise[k].size >= 0)
      locator_.expect_side(values_.deck_events() + static_cast<int>(k), 1, noise[k].size,
                           noise[k].of_force ? noise[k].size : 0);
  locator_.take_expected();
  return true;
}

std::vector<int> EventWatch::sides(const std::vector<double>& g) const {
  std::vector<int> out(values_.deck_events());
  for (std::size_t i = 0; i < out.size(); ++i) {
    const int index = static_cast<int>(i);
    const double noise =
        std::max(tolerance::event_jump * locator_.range(index), locator_.zero(index));
    out[i] = g[i] > noise ? 1 : g[i] < -noise ? -1 : 0;
  }
  return out;
}

std::vector<int> EventWatch::sides_behind(const std::vector<int>& passed,
                                          const std::vector<double>& g) const {
  std::vector<int> out = sides(g);
  for (const EventHit& hit : hits())
    if (contains(passed, hit.index)) out[hit.index] = hit.direction == Crossing::falling ? -1 : 1;
  return out;
}

// Conditions happen where they have become true, other functions where they have changed sign.
std::vector<int> EventWatch::made_happen(const std::vector<int>& before,
                                         const std::vector<int>& after) const {
  std::vector<int> out;
  for (std::size_t i = 0; i < after.size(); ++i) {
    const EventRow& row = site_.plan.events[i];
    const bool rises = after[i] > 0 && (row.comparison ? before[i] <= 0 : before[i] < 0);
    const bool falls = after[i] < 0 && before[i] > 0;
    if ((rises && row.passing != Passing::falling) || (falls && row.passing != Passing::rising))
      out.push_back(static_cast<int>(i));
  }
  return out;
}

}  // namespace mbs
