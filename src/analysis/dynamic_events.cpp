// The events of a dynamic run: which of them happen at one instant, in what order, and how the run
// goes on. What each of them does is in dynamic_actions.cpp.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "analysis/dynamic_run.h"
#include "analysis/limits.h"
#include "analysis/start.h"
#include "base/tolerances.h"

namespace mbs {

namespace {

std::size_t at(int i) { return static_cast<std::size_t>(i); }

// More than this many events within this part of the run are taken for an endless repetition.
constexpr std::size_t kChatter = 100;

}  // namespace

EvalStatus DynamicRun::events(double t, ConstVector y, Vector g) {
  const SolveStatus status = system_->complete(t, y, event_state_);
  if (!status.ok()) return {EvalKind::failed, -1, 0};
  const std::size_t n = at(deck_events());
  if (n > 0) {
    event_observer_->probe(event_state_, *dynamics_, system_->work(y), events_->channels());
    observe_rest(t, y, *event_observer_, events_->channels());
    events_->evaluate(t, g.first(n));
  }
  if (contacts_) contacts_->evaluate(event_state_, *dynamics_, phase_, g.subspan(n));
  return {};
}

bool DynamicRun::begin_events() {
  std::vector<Crossing> directions;
  if (events_) directions = events_->directions();
  if (contacts_) contacts_->add_directions(directions);
  locator_ = std::make_unique<EventLocator>(
      event_functions(static_cast<int>(directions.size()), *this), directions, system_->size());
  event_state_ = state_;
  const EvalStatus status = locator_->start(integrator_->t(), integrator_->y());
  if (!can_evaluate(status, integrator_->t())) return false;
  for (const EventHit& hit : locator_->hits()) {
    if (hit.index >= deck_events()) continue;
    const EventRow& row = tables_.events[at(hit.index)];
    diagnostics_.warning(row.where, row.label,
                         hit.kind == HitKind::true_at_start ? "it is true at the start already"
                                                            : "its expression is 0 at the start",
                         "it happens when that comes about again");
  }
  return !contacts_ || restart_locator(integrator_->t(), integrator_->y());
}

// False, with an error, where the event functions have no values.
bool DynamicRun::can_evaluate(const EvalStatus& status, double t) {
  if (status.ok()) return true;
  if (!no_value(status, t) && !report_motion(model_, dynamics_->kinematics(), t, diagnostics_))
    diagnostics_.error({}, "events",
                       fmt::format("the mechanism cannot be evaluated at t = {:.9g}", t),
                       "look at the forces there, and whether it can be closed");
  return false;
}

bool DynamicRun::evaluate_events(Moment& moment) {
  return can_evaluate(events(moment.t, moment.y, moment.g), moment.t);
}

// True, with an error, if the expression of an event is not a finite number by this time.
bool DynamicRun::no_value(const EvalStatus& status, double t) {
  if (status.kind != EvalKind::non_finite || status.component < 0 ||
      status.component >= deck_events())
    return false;
  const EventRow& row = tables_.events[at(status.component)];
  if (auto left = events_->left_table(status.component))
    return report_left_table(*left, t, diagnostics_), true;
  diagnostics_.error(
      row.where, row.label,
      fmt::format("its expression has no finite value at t = {:.9g}, or just before", t),
      "look at what it divides by, and at roots and logarithms");
  return true;
}

// Counts it. False, with a message, where it is one too many.
bool DynamicRun::may_happen(SourceLocation where, const std::string& label, double t) {
  const long long limit = event_limit(tables_.limits, settings_);
  if (++events_met_ <= limit) return true;
  diagnostics_.error(
      where, label,
      fmt::format("at t = {:.12g} it is one event more than the {} allowed", t, limit),
      "LIMIT EVENTS, or --set max_events, allows more");
  status_ = ExitStatus::interrupted;
  return false;
}

// False, with a message that names all that take part, where it is one of an endless repetition.
bool DynamicRun::may_be_repeated(SourceLocation where, const std::string& label, double t) {
  recent_.push_back({t, &label});
  if (recent_.size() <= kChatter) return true;
  recent_.pop_front();
  const TimeGrid& grid = tables_.time;
  const double first = recent_.front().t;
  if (t - first > tolerance::chatter_span * (grid.at(audit_.rows_asked - 1) - grid.start))
    return true;
  std::set<std::string> who;
  bool contacts = false;
  for (const Recent& recent : recent_) {
    who.insert(*recent.label);
    contacts |= recent.label->starts_with("CONTACT");
  }
  diagnostics_.error(where, label,
                     fmt::format("the events chatter: {} of them from t = {:.12g} to {:.12g} ({})",
                                 kChatter, first, t, fmt::join(who, ", ")),
                     contacts ? "expected forces that do not jump where a contact opens, closes or "
                                "turns; take PENALTY for it, or let an EVENT STOP the run"
                              : "let one of them STOP the run or FIX what moves there");
  return false;
}

// Signs of the event functions, 0 where rounding could have made them.
void DynamicRun::note_sides(const std::vector<double>& g, std::vector<int>& sides) const {
  for (std::size_t i = 0; i < sides.size(); ++i) {
    const int index = static_cast<int>(i);
    const double noise =
        std::max(tolerance::event_jump * locator_->range(index), locator_->zero(index));
    sides[i] = g[i] > noise ? 1 : g[i] < -noise ? -1 : 0;
  }
}

// Events that the jump of another one has made happen: a condition that has become true, a function
// that has changed its sign.
std::vector<int> DynamicRun::made_happen(const std::vector<int>& before,
                                         const std::vector<int>& after) const {
  std::vector<int> out;
  for (std::size_t i = 0; i < after.size(); ++i) {
    const EventRow& row = tables_.events[i];
    const bool rises = after[i] > 0 && (row.comparison ? before[i] <= 0 : before[i] < 0);
    const bool falls = after[i] < 0 && before[i] > 0;
    if ((rises && row.passing != Passing::falling) || (falls && row.passing != Passing::rising))
      out.push_back(static_cast<int>(i));
  }
  return out;
}

const std::string& DynamicRun::label_of(int function) const {
  return function < deck_events() ? tables_.events[at(function)].label
                                  : contacts_->row(function - deck_events()).label;
}

// Carries out what happens at the first instant of the last step at which something does. False
// after an error: then the state is the last good one, not what a change that failed has left.
bool DynamicRun::meet_events(Observer& observer, RunOutput& out) {
  good_state_ = state_;
  if (happen(observer, out)) return true;
  state_ = good_state_;
  return false;
}

bool DynamicRun::happen(Observer& observer, RunOutput& out) {
  Moment moment;
  std::vector<int> now;
  std::vector<EventHit> met;  // contacts that open, close, stick or slip
  const double first = locator_->hits().front().t;
  for (const EventHit& hit : locator_->hits()) {
    if (std::fabs(hit.t - first) > tolerance::same_instant * std::fabs(first)) continue;
    moment.t = hit.t;
    if (hit.index < deck_events())
      now.push_back(hit.index);
    else
      met.push_back(hit);
    moment.who.push_back(label_of(hit.index));
  }
  moment.y.resize(at(system_->size()));
  integrator_->interpolate(moment.t, moment.y);
  moment.work = system_->work(moment.y);
  moment.g.resize(at(deck_events() + (contacts_ ? contacts_->count() : 0)));
  if (!evaluate_events(moment)) return false;
  good_state_ = state_ = event_state_;
  system_->note_placed(moment.y, state_);
  const State met_at = state_;
  std::vector<int> before(at(deck_events())), after(before);
  note_sides(moment.g, before);
  for (const EventHit& hit : locator_->hits())  // past its zero, however little
    if (std::find(now.begin(), now.end(), hit.index) != now.end())
      before[at(hit.index)] = hit.direction == Crossing::falling ? -1 : 1;
  while (!(now.empty() && met.empty()) && !stopped_) {
    for (std::size_t k = 0; k < now.size() && !stopped_; ++k)
      if (!carry_out(now, k, moment, observer, out)) return false;
    if (!stopped_ && !meet_contacts(met, moment, observer, out)) return false;
    met.clear();
    if (!moment.jumped || stopped_) break;
    if (!evaluate_events(moment)) return false;
    note_sides(moment.g, after);
    for (int index : now)  // still where it happened
      if (after[at(index)] == 0) after[at(index)] = before[at(index)];
    now = made_happen(before, after);
    for (int index : now) moment.who.push_back(label_of(index));
    before = after;
    moment.struck = false;
  }
  met_.insert(met_.end(), moment.who.begin(), moment.who.end());
  if (moment.jumped) note_side_of_row(moment, out);
  out.event(moment.t, moment.who);
  measure_jump(moment, observer);
  if (stopped_) return end_at(moment, observer, out);
  path_.event(met_at, state_);
  return go_on(moment, observer);
}

bool DynamicRun::is_same_row(double a, double b) const {
  return std::fabs(a - b) <= tolerance::same_row * std::fabs(tables_.time.step);
}

// Where the last row stands at the instant of events it is of the state before them; one that
// follows will be of the state after them.
void DynamicRun::note_side_of_row(const Moment& moment, RunOutput& out) {
  std::vector<std::string> who;
  for (const std::string& label : moment.who)
    if (std::find(who.begin(), who.end(), label) == who.end()) who.push_back(label);
  jump_time_ = moment.t;
  jump_text_ = fmt::format("{}", fmt::join(who, ", "));
  const TimeGrid& grid = tables_.time;
  const bool here = audit_.rows_done > 0 && is_same_row(grid.at(audit_.rows_done - 1), moment.t);
  if (here && settings_.echo)
    out.comment(
        fmt::format("the row at t = {:.12g} is the state before {}\n", moment.t, jump_text_));
}

// The row of a STOP, where no report time is there.
bool DynamicRun::end_at(const Moment& moment, Observer& observer, RunOutput& out) {
  const double last = audit_.rows_done > 0 ? tables_.time.at(audit_.rows_done - 1) : HUGE_VAL;
  if (is_same_row(moment.t, last)) return true;
  if (moment.switched) {
    observer.relabel();
    if (check_) check_->follow(phase_, moment.t);
  }
  return write_row(moment.t, moment.y, observer, out);
}

// The integration from the instant on.
bool DynamicRun::go_on(Moment& moment, Observer& observer) {
  if (moment.switched) {
    const IntegratorStats& s = integrator_->stats();
    earlier_.accepted += s.accepted, earlier_.rejected += s.rejected, earlier_.rhs += s.rhs;
    earlier_.dissipated += s.dissipated;
    if (!prepare_integrator()) return false;
    observer.relabel();
    if (check_) check_->follow(phase_, moment.t);
  }
  system_->pack(state_, moment.work, moment.y);
  const StepStatus status = moment.switched ? integrator_->start(moment.t, moment.y)
                                            : integrator_->restart(moment.t, moment.y);
  integrator_->set_tstop(tables_.time.at(audit_.rows_asked - 1));
  if (!status.ok()) {
    integration_failed(*system_, status);
    return false;
  }
  locator_->set_state_size(system_->size());
  expect_bounces(moment.t, moment.y);
  return restart_locator(moment.t, moment.y);
}

// An impact that has turned the event function back is a bounce: it comes through zero again,
// however little it leaves it before. One whose function goes on the way it went (a time, a
// velocity that another coordinate has) is over.
void DynamicRun::expect_bounces(double t, ConstVector y) {
  if (strikers_.empty()) return;
  const TimeGrid& grid = tables_.time;
  const double h = tolerance::glance * (grid.at(audit_.rows_asked - 1) - grid.start);
  const std::size_t n = y.size(), count = at(deck_events() + (contacts_ ? contacts_->count() : 0));
  std::vector<double> rate(n), sooner(y.begin(), y.end()), later(sooner), before(count),
      after(count);
  bool known = system_->rhs(t, y, rate).ok();
  for (std::size_t i = 0; i < n; ++i) sooner[i] -= h * rate[i], later[i] += h * rate[i];
  known = known && events(t - h, sooner, before).ok() && events(t + h, later, after).ok();
  for (const EventHit& hit : locator_->hits()) {
    if (std::find(strikers_.begin(), strikers_.end(), hit.index) == strikers_.end()) continue;
    const std::size_t i = at(hit.index);
    const double on = (after[i] - before[i]) * (hit.direction == Crossing::falling ? -1 : 1);
    if (!known || on <= tolerance::event_jump * locator_->range(hit.index))
      locator_->expect_return(hit.index);
  }
  strikers_.clear();
}

// After the start or a change: what contacts wait for is given a side, for it may be zero now.
bool DynamicRun::restart_locator(double t, ConstVector y) {
  if (contacts_) {
    std::vector<double> noise;
    contacts_->add_noise({phase_, dynamics_, state_}, noise);
    for (std::size_t k = 0; k < noise.size(); ++k)
      if (noise[k] >= 0) locator_->expect_side(deck_events() + static_cast<int>(k), 1, noise[k]);
  }
  return can_evaluate(locator_->restart(t, y), t);
}

}  // namespace mbs
