#include "run/events/event_watch.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

#include "base/tolerances.h"
#include "plan/plan.h"
#include "run/frame/jump_crossing.h"
#include "run/frame/missing_value.h"
#include "run/motion/start.h"
#include "text/units.h"

namespace mbs {

namespace {

// An event function is compared this part of the run before and after an impact, to see whether the
// impact has turned it back.
constexpr double kGlance = 1e-8;
// Two impacts are one if the function of the second is below event_noise times its largest value so
// far, and was kFarther times farther from zero, and from rounding, before, by kBefore of the step.
constexpr double kBefore = 1.0 / 4, kFarther = 16;

// Sources without functions are left out, but the rigid contacts also find the speed with which all
// others compare theirs.
std::vector<EventSource*> sources_of(DeckEvents* deck, ContactRun& contacts) {
  std::vector<EventSource*> out;
  if (deck) out.push_back(deck);
  for (EventSource* source : contacts.sources())
    if (source->count() > 0 || (source == &contacts && contacts.any())) out.push_back(source);
  return out;
}

std::vector<int> counts_of(const std::vector<EventSource*>& sources) {
  std::vector<int> out;
  for (const EventSource* source : sources) out.push_back(source->count());
  return out;
}

}  // namespace

EventWatch::EventWatch(DynamicSite& site, Integration& integration, const Layout& layout,
                       DeckEvents* deck, ContactRun& contacts)
    : site_(site),
      integration_(integration),
      deck_(deck),
      contacts_(contacts),
      sources_(sources_of(deck, contacts)),
      counts_(counts_of(sources_)),
      count_(std::accumulate(counts_.begin(), counts_.end(), 0)),
      gaps_(make_gap_watch(site, contacts.set(), deck_count(), layout)),
      conditions_(site.plan, deck ? &deck->list() : nullptr, site.model, layout),
      sampled_(make_sampled_watch(
          site.plan, deck ? &deck->list() : nullptr, conditions_.unbounded(), layout,
          [this](double t, Vector channels) { return fill_channels(t, channels); })),
      state_(site.state),
      seen_(site.state),
      look_([this](double t) { return look(t); }),
      locator_(*this, directions(), integration.system().size()),
      largest_(static_cast<std::size_t>(deck_count())) {
  for (StepWatch* watch : {gaps_.get(), static_cast<StepWatch*>(&conditions_), sampled_.get()})
    if (watch->any()) watches_.push_back(watch);
}

EventWatch::Place EventWatch::place_of(int function) const {
  std::size_t k = 0;
  while (function >= counts_[k]) function -= counts_[k++];
  return {*sources_[k], function};
}

std::vector<Crossing> EventWatch::directions() const {
  std::vector<Crossing> out;
  for (const EventSource* source : sources_)
    for (int k = 0; k < source->count(); ++k) out.push_back(source->direction(k));
  return out;
}

EventReads EventWatch::reads(int i) const {
  return is_of_deck(i) ? deck_->list().reads_of(i) : EventReads::state;
}

EvalStatus EventWatch::evaluate(double t, ConstVector y, Vector g) {
  const bool known = std::exchange(steps_, false) && integration_.system().complete_step(t, state_);
  if (!known && !integration_.system().complete(t, y, state_).ok())
    return {EvalKind::failed, -1, 0};
  const EventLook at{t, y, state_, *site_.dynamics, site_.phase};
  Vector rest = g;
  for (std::size_t k = 0; k < sources_.size(); ++k) {
    sources_[k]->evaluate(at, rest.first(counts_[k]));
    rest = rest.subspan(counts_[k]);
  }
  return {};
}

void EventWatch::rounding(Vector out) {
  const ConstVector y = integration_.y();
  const EventLook at{state_.t, y, state_, *site_.dynamics, site_.phase};
  for (std::size_t k = 0; k < sources_.size(); ++k) {
    sources_[k]->rounding(at, out.first(counts_[k]));
    out = out.subspan(counts_[k]);
  }
}

void EventWatch::keep(double t) {
  if (can_foretell()) deck_->list().keep(t);
}

void EventWatch::note(int point) {
  for (StepWatch* watch : watches_) {
    if (point < 0)
      watch->begin_step();
    else
      watch->note(point, state_);
  }
}

// The state at a time within the last step; state_ stays as it is. Null where the mechanism has no
// state there.
const State* EventWatch::look(double t) {
  y_.resize(integration_.system().size());
  const bool there = integration_.integrator().interpolate(t, y_).ok() &&
                     integration_.system().complete(t, y_, seen_).ok();
  return there ? &seen_ : nullptr;
}

// Channels that the deck's events read, at a time within the last step.
bool EventWatch::fill_channels(double t, Vector channels) {
  const State* const state = look(t);
  if (state) deck_->probe(*state, y_, channels);
  return state != nullptr;
}

bool EventWatch::find(double t, ConstVector y, std::vector<double>& g) {
  g.resize(count());
  return are_there(evaluate(t, y, g), t);
}

// False, with an error, after a status that is not ok.
bool EventWatch::are_there(const EvalStatus& status, double t) {
  if (status.ok()) return true;
  if (!report_no_value(status, t) &&
      !report_motion(site_.model, site_.dynamics->kinematics(), t, site_.diagnostics))
    site_.diagnostics.error({}, "events",
                            fmt::format("the mechanism cannot be evaluated at t = {:.9g}", t),
                            "look at the forces there, and whether it can be closed");
  return false;
}

// True, with an error, where the status says that the expression of a deck event is not finite.
bool EventWatch::report_no_value(const EvalStatus& status, double t) {
  const int event = status.component;
  if (status.kind != EvalKind::non_finite || event < 0 || !is_of_deck(event)) return false;
  std::vector<double> g(static_cast<std::size_t>(deck_count()));
  const auto has_value = [&](double at) {
    const State* const state = look(at);
    if (!state) return true;
    deck_->evaluate({at, y_, *state, *site_.dynamics, site_.phase}, g);
    return std::isfinite(g[static_cast<std::size_t>(event)]);
  };
  // Where the last step has lost the value, as far as it has lost it once.
  double good = integration_.integrator().t_previous(), bad = t;
  while (!has_value(bad)) {
    const double middle = good + (bad - good) / 2;
    if (middle == good || middle == bad) break;
    (has_value(middle) ? good : bad) = middle;
  }
  if (auto left = deck_->list().missing_value(event))
    return report_missing_value(*left, bad, site_.diagnostics), true;
  site_.diagnostics.error(
      deck_->where(event), deck_->label(event),
      fmt::format("its expression has no finite value at t = {:.9g}, or just before", t),
      "look at what it divides by, and at roots and logarithms");
  return true;
}

bool EventWatch::begin() {
  const EvalStatus status = locator_.start(integration_.t(), integration_.y());
  if (!are_there(status, integration_.t())) return false;
  for (const EventHit& hit : locator_.hits()) {
    if (!is_of_deck(hit.index)) continue;
    site_.diagnostics.warning(deck_->where(hit.index), deck_->label(hit.index),
                              hit.kind == HitKind::true_at_start
                                  ? "it is true at the start already"
                                  : "its expression is 0 at the start",
                              "it happens when that comes about again");
  }
  end_step_at_known_time(integration_.t());
  return !contacts_.any() || restart(integration_.t(), integration_.y());
}

StepStatus EventWatch::scan() {
  EvalStatus scanned;
  // The kinks of prescribed motions are no functions.
  if (!sources_.empty()) {
    steps_ = true;
    scanned = locator_.scan(integration_.integrator());
  }
  if (scanned.ok() && locator_.is_complete()) scanned = seek_between_looks();
  for (std::size_t i = 0; i < largest_.size(); ++i)
    largest_[i] = std::max(largest_[i], locator_.range(static_cast<int>(i)));
  if (scanned.ok()) {
    if (!has_hits() && integration_.t() == integration_.integrator().control().tstop())
      end_step_at_known_time(integration_.t());
    return {};
  }
  explained_ = report_no_value(scanned, integration_.t());
  return {StepKind::rhs_failed, integration_.t(), 0, -1, scanned.kind, 0};
}

// The two ends of a rod that falls flat: taken one after the other, their impulses would depend on
// which of them rounding lets come first.
std::vector<EventHit> EventWatch::impacts_beside(std::span<const EventHit> found, double t,
                                                 const std::vector<double>& g) {
  std::vector<int> near;
  for (int i = 0; i < deck_count(); ++i) {
    const bool known = std::any_of(found.begin(), found.end(),
                                   [i](const EventHit& hit) { return hit.index == i; });
    const auto k = static_cast<std::size_t>(i);
    if (!known && deck_->has_impact(i) && std::fabs(g[k]) <= tolerance::event_noise * largest_[k])
      near.push_back(i);
  }
  std::vector<EventHit> out;
  if (near.empty()) return out;
  const double before = t - kBefore * (t - integration_.integrator().t_previous());
  const State* const state = look(before);
  if (!state) return out;
  std::vector<double> earlier(static_cast<std::size_t>(deck_count()));
  deck_->evaluate({before, y_, *state, *site_.dynamics, site_.phase}, earlier);
  for (const int i : near) {
    const auto k = static_cast<std::size_t>(i);
    const Crossing way = earlier[k] < 0 ? Crossing::rising : Crossing::falling,
                   asked = deck_->direction(i);
    const double rounding = std::max(std::fabs(g[k]), tolerance::epsilon * largest_[k]);
    if (!(std::fabs(earlier[k]) > kFarther * rounding) || (asked != Crossing::both && asked != way))
      continue;
    out.push_back({i, t, way});
    locator_.note_hit(out.back());
  }
  return out;
}

EvalStatus EventWatch::seek_between_looks() {
  Integrator& integrator = integration_.integrator();
  const Stretch stretch{integrator.t_previous(), integrator.t(), integrator.control().direction(),
                        &integrator};
  EvalStatus eval;
  for (StepWatch* watch : watches_)
    if (eval.ok() && stretch.from != stretch.to) eval = seek(*watch, stretch);
  return eval;
}

// Searches up to the first hit only: behind it the motion is another one. With a new first hit the
// same function is asked again, up to the new limit.
EvalStatus EventWatch::seek(StepWatch& watch, const Stretch& stretch) {
  std::size_t next = 0;
  for (;;) {
    const double limit = has_hits() ? time() : stretch.to;
    const auto unseen = watch.seek({stretch.from, stretch.to, limit, locator_, look_}, next);
    if (!unseen) return {};
    const EventLocator::Point there{unseen->t, unseen->value};
    EvalStatus eval = locator_.add_crossing(stretch, unseen->function,
                                            {unseen->before, unseen->value_before}, there);
    const auto is_first = [&] { return has_hits() && time() < limit; };
    // The function has come through zero and comes back behind `there`.
    if (eval.ok() && !is_first() && unseen->value * unseen->value_at_end < 0)
      eval = locator_.add_crossing(stretch, unseen->function, there,
                                   {stretch.to, unseen->value_at_end});
    if (!eval.ok()) return eval;
    if (!is_first()) ++next;
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
  const double h = kGlance * (site_.end_time() - site_.plan.time.start);
  const std::size_t n = y.size();
  std::vector<double> rate(n), sooner(y.begin(), y.end()), later(sooner), before(count()),
      after(before);
  bool known = integration_.system().rhs(t, y, rate).ok();
  for (std::size_t i = 0; i < n; ++i) sooner[i] -= h * rate[i], later[i] += h * rate[i];
  known = known && evaluate(t - h, sooner, before).ok() && evaluate(t + h, later, after).ok();
  for (const EventHit& hit : locator_.hits()) {
    if (std::find(strikers.begin(), strikers.end(), hit.index) == strikers.end()) continue;
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
  for (int i = 0; i < deck_count(); ++i) {
    if (reads(i) != EventReads::linear_time) continue;
    const double here = at_time(i, t), there = at_time(i, end);
    if (!(here * there < 0)) continue;
    double at = t - here * (end - t) / (there - here), zero = at_time(i, at);
    const double rounding = kRounding * tolerance::epsilon * std::max(std::fabs(at), std::fabs(t));
    // The first floating-point number at which the function has passed zero.
    for (int k = 0; k < kRounding && zero * there < 0; ++k)
      zero = at_time(i, at = std::nextafter(at, end));
    for (int k = 0; k < kRounding; ++k) {
      const double sooner = std::nextafter(at, t);
      if (at_time(i, sooner) * there < 0) break;
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
  for (StepWatch* watch : watches_) watch->forget();
  if (contacts_.any()) contacts_.choose_floors(site_.state);
  if (!are_there(locator_.restart(t, y), t)) return false;
  if (!contacts_.any()) return true;
  std::vector<EventNoise> noise;
  for (EventSource* source : sources_) source->add_noise(site_, noise);
  for (std::size_t i = 0; i < noise.size(); ++i)
    if (noise[i].size >= 0)
      locator_.expect_side(static_cast<int>(i), 1, noise[i].size,
                           noise[i].of_force ? noise[i].size : 0);
  locator_.take_expected();
  return true;
}

std::string EventWatch::describe_unshown() const {
  const std::string& second = site_.plan.units().time;
  return gaps_->describe(second) + conditions_.describe(second);
}

std::vector<int> EventWatch::sides(const std::vector<double>& g) const {
  std::vector<int> out(deck_count());
  for (std::size_t i = 0; i < out.size(); ++i) {
    const int index = static_cast<int>(i);
    const double noise =
        std::max(tolerance::event_jump * locator_.range(index), locator_.zero(index));
    out[i] = g[i] > noise ? 1 : g[i] < -noise ? -1 : 0;
  }
  return out;
}

std::vector<int> EventWatch::sides_behind(const std::vector<EventHit>& passed,
                                          const std::vector<double>& g) const {
  std::vector<int> out = sides(g);
  for (const EventHit& hit : passed)
    if (is_of_deck(hit.index)) out[hit.index] = hit.direction == Crossing::falling ? -1 : 1;
  return out;
}

// Conditions happen where they have become true, other functions where they have changed sign.
std::vector<EventHit> EventWatch::made_happen(const std::vector<int>& before,
                                              const std::vector<int>& after, double t) const {
  std::vector<EventHit> out;
  for (std::size_t i = 0; i < after.size(); ++i) {
    if (const auto crossing = crossing_of_jump(site_.plan.events[i], before[i], after[i]))
      out.push_back({static_cast<int>(i), t, *crossing});
  }
  return out;
}

}  // namespace mbs
