// One file above 400 lines: looks, the curves through them and the search of a function on these
// curves work on the same places of a step, and a search goes to and fro between them.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/tolerances.h"
#include "plan/plan.h"
#include "run/events/bounded_curve.h"
#include "run/events/event_watch.h"
#include "text/parameters.h"

namespace mbs {

namespace {

constexpr std::size_t kMostHalvings = 32;  // enough for kShortestPiece, 2^-30 of a step
constexpr std::size_t kPlaces = StepWatch::kLast + 3 + kMostHalvings;
constexpr int kMostTries = 256;  // ranges of one search between looks
constexpr int kTriesAtRest = 4;  // where the function is zero but for rounding at both ends
// A length may have bent within no time if the quintic of a step is off by this part of what its
// change of rates makes over the step; a bend in the step makes a tenth.
constexpr double kShowsBend = 0.01;
// Rounding of the coefficients of a quintic.
constexpr double kOffCoefficients = 8 * tolerance::epsilon;

}  // namespace

ConditionWatch::ConditionWatch(const Plan& plan, const EventList* events, const Model& model,
                               const Layout& layout)
    : plan_(plan),
      events_(events),
      time_slot_(plan.parameters->live_count()),
      followed_(model, layout, plan.chain) {
  if (!events) return;
  for (int k = 0; k < events->count(); ++k) {
    if (events->reads_of(k) == EventReads::linear_time) continue;
    Watched w{{}, k, events->direction(k), RangedExpression(events->function(k)), {}};
    bool all = true;
    for (const int slot : events->function(k).slots()) {
      const int channel = slot - static_cast<int>(time_slot_) - 1;
      if (channel < 0) continue;
      const std::optional<FollowedChannel> found = followed_.find(channel);
      all = all && found;
      if (!all) break;
      w.of_waves |= found->what.kind != Followed::Kind::coordinate &&
                    found->what.kind != Followed::Kind::angle;
      const auto known = std::find(tracked_.begin(), tracked_.end(), found->what);
      w.reads.push_back({static_cast<std::size_t>(slot),
                         static_cast<std::size_t>(known - tracked_.begin()), found->rate});
      if (known == tracked_.end()) tracked_.push_back(found->what);
    }
    if (all)
      watched_.push_back(std::move(w));
    else
      unbounded_.push_back(k);
  }
  any_ = !watched_.empty();
  if (!any_) return;
  const std::size_t n = tracked_.size();
  looks_.resize(kPlaces * n);
  time_.assign(kPlaces, NAN);
  if (std::any_of(watched_.begin(), watched_.end(), [](const Watched& w) { return w.of_waves; }))
    turning_ = &model.turning, turns_.resize(kPlaces * turning_->size());
  past_.resize(n), curves_.resize(n), step_curves_.resize(n), sixth_.resize(n);
  ranges_.resize(time_slot_ + 1 + layout.channels.size());
  slots_.resize(ranges_.size());
}

void ConditionWatch::take(std::size_t place, const State& state) {
  time_[place] = state.t;
  Jet* out = looks_.data() + place * tracked_.size();
  for (const Followed& what : tracked_) *out++ = followed_.at(what, state);
  if (!turning_) return;
  auto turn = turns_.begin() + static_cast<std::ptrdiff_t>(place * turning_->size());
  for (const int i : *turning_) *turn++ = {state.x[i], state.v[i]};
}

// Whether a function reads waves, and a body turns far within the piece.
bool ConditionWatch::winds(const Watched& w, const Piece& piece) const {
  if (!w.of_waves) return false;
  const std::size_t n = turning_->size();
  for (std::size_t k = 0; k < n; ++k) {
    const auto [a, rate_a] = turns_[piece.a * n + k];
    const auto [b, rate_b] = turns_[piece.b * n + k];
    const double rate = std::max(std::fabs(rate_a), std::fabs(rate_b));
    if (std::max(std::fabs(b - a), rate * std::fabs(piece.length())) > watch::kMostTurn)
      return true;
  }
  return false;
}

// If two ends are noted without begin_step() between them, the second one belongs to another
// motion.
void ConditionWatch::note(int point, const State& state) {
  const auto place = static_cast<std::size_t>(point);
  take(place, state);
  if (place != kEnd) return;
  is_cut_ = has_end_;
  has_end_ = true;
  prepared_ = false;
}

void ConditionWatch::begin_step() {
  const std::size_t n = tracked_.size();
  has_past_ = has_end_ && !is_cut_ && time_[0] < time_[kEnd];
  past_time_ = time_[0];
  std::copy_n(look(0), n, past_.begin());
  time_[0] = time_[kEnd];
  std::copy_n(look(kEnd), n, looks_.begin());
  if (turning_)
    std::copy_n(turns_.begin() + static_cast<std::ptrdiff_t>(kEnd * turning_->size()),
                turning_->size(), turns_.begin());
  has_end_ = false;
}

bool ConditionWatch::look_at(const WatchedStep& step, std::size_t place, double t) {
  const State* const state = step.look(t);
  if (state) take(place, *state);
  return state != nullptr;
}

void ConditionWatch::set_curve(std::size_t c, const Piece& piece, double error) {
  Curve& curve = curves_[c];
  curve.value = quintic(look(piece.a)[c], look(piece.b)[c], piece.length());
  curve.first = slope_of(curve.value);
  curve.second = slope_of(curve.first);
  curve.error = error + kOffCoefficients * (std::fabs(curve.value[0]) + std::fabs(curve.value[5]));
}

// Largest error of the quintic over the piece, times kMargin, by the looks `inner` at its `parts`.
double ConditionWatch::seen_error(std::size_t c, const Piece& piece,
                                  std::span<const std::size_t> inner,
                                  std::span<const double> parts) const {
  const Quintic q = quintic(look(piece.a)[c], look(piece.b)[c], piece.length());
  double out = 0;
  for (std::size_t k = 0; k < inner.size(); ++k)
    out = std::max(out,
                   std::fabs(look(inner[k])[c].value - weighted(q, bernstein_weights(parts[k]))) /
                       error_share(parts[k]));
  return watch::kMargin * out;
}

// The error of a Hermite quintic is x''''''/720 s^3 (h - s)^3. Without inner looks x'''''' follows
// from the error of this quintic at the beginning of the step before.
double ConditionWatch::error_of_step(std::size_t c, const WatchedStep& step) {
  const double h = step.length(), largest = h * h * h * h * h * h / 64;
  const bool has_inner =
      (time_[watch::kInner[1]] - step.from) * (step.to - time_[watch::kInner[1]]) > 0;
  const Piece all{0, kEnd, step.from, step.to};
  double sixth = 0;
  if (has_inner) {
    sixth = seen_error(c, all, watch::kInner, watch::kPart) / largest;
  } else {
    const double s = (past_time_ - step.from) / h, r = s * (1 - s);
    const Quintic q = quintic(look(0)[c], look(kEnd)[c], h);
    const double off = std::fabs(past_[c].value - weighted(q, bernstein_weights(s)));
    sixth = watch::kMargin * off / (64 * std::fabs(r * r * r) * largest);
  }
  const double before = has_past_ ? sixth_[c] : 0;
  sixth_[c] = sixth;
  return std::max(sixth, before) * largest;
}

void ConditionWatch::prepare(const WatchedStep& step) {
  prepared_ = true;
  const Piece all{0, kEnd, step.from, step.to};
  for (std::size_t c = 0; c < tracked_.size(); ++c) {
    set_curve(c, all, error_of_step(c, step));
    // Such a bend shows at the looks of the whole step, as part of the change of the rates.
    const double turn = step.length() * (look(kEnd)[c].rate - look(0)[c].rate);
    curves_[c].bends = tracked_[c].is_length() && curves_[c].error > kShowsBend * std::fabs(turn);
    step_curves_[c] = curves_[c];
  }
  const Slots& slots = events_->slots();
  for (std::size_t k = 0; k < time_slot_; ++k) {
    slots_[k] = slots.data()[k];
    ranges_[k] = {Bound::of(slots_[k])};
  }
}

std::optional<Unseen> ConditionWatch::seek(const WatchedStep& step, std::size_t& start) {
  if (time_[0] != step.from || time_[kEnd] != step.to) return {};
  if (!prepared_) prepare(step);
  for (std::size_t& k = start; k < watched_.size(); ++k) {
    Watched& w = watched_[k];
    if (w.sampled || step.locator.first_side(w.event) == 0 || step.limit == step.from) continue;
    Task task = task_of(w, step);
    ++w.steps;
    found_.reset();
    show_step(task);
    if (w.is_spent()) w.sampled = true;
    if (found_) return found_;
  }
  return {};
}

ConditionWatch::Task ConditionWatch::task_of(Watched& w, const WatchedStep& step) {
  Task task;
  task.of = &w, task.step = &step;
  const EventLocator& locator = step.locator;
  const int before = locator.first_side(w.event);
  const bool waits = locator.waited(w.event);
  task.rests = locator.rested(w.event);
  task.tiny = tolerance::event_noise * locator.range(w.event);
  task.hits = step.hits(w.event, 1);
  task.side = before;
  if (w.direction != Crossing::both) {
    const int to = w.direction == Crossing::rising ? 1 : -1;
    task.climbs = waits || before == to;
    if (task.climbs) task.side = to;
  } else if (waits) {
    // The function leaves zero in the direction of its slope, whatever side a look has seen it on.
    curves_ = step_curves_;
    const Bound slope = range(task, {0, kEnd, step.from, step.to}, 0, 0).first;
    const double way = step.length() > 0 ? 1 : -1;
    if (slope.lo > 0) task.side = way;
    if (slope.hi < 0) task.side = -way;
  }
  return task;
}

// The whole step first, then the pieces between its looks.
void ConditionWatch::show_step(Task& task) {
  const WatchedStep& step = *task.step;
  const Piece all{0, kEnd, step.from, step.to};
  if (winds(*task.of, all)) return halve(task, all, kEnd + 1);
  double at = 0;
  curves_ = step_curves_;
  const Answer answer = search(task, all, at);
  if (answer == Answer::shown) return;
  if (task.of->reads.empty()) {
    // A function of the time alone needs no looks at the mechanism.
    if (answer == Answer::open || !look_for(task, all, kEnd + 1, at))
      task.of->give_up(step.length());
    return;
  }
  const bool has_inner =
      (time_[watch::kInner[1]] - step.from) * (step.to - time_[watch::kInner[1]]) > 0;
  if (!has_inner) return halve(task, all, kEnd + 1);
  bool rests = is_zero(task, 0) && is_zero(task, kEnd);
  for (const std::size_t place : watch::kInner) rests = rests && is_zero(task, place);
  if (rests) return task.of->give_up(step.length());
  std::size_t from = 0;
  for (const std::size_t to :
       {watch::kInner[0], watch::kInner[1], watch::kInner[2], watch::kInner[3], kEnd}) {
    const Piece piece{from, to, time_[from], time_[to]};
    if (found_ || !step.is_before_limit(piece.ta)) return;
    if (task.climbs && from != 0 && is_found(task, piece, from)) return;
    for (const Read& read : task.of->reads)
      set_curve(read.of, piece, watch::kBetweenLooks * step_curves_[read.of].error);
    const Answer here = search(task, piece, at);
    if (here == Answer::other_side && look_for(task, piece, kEnd + 1, at)) return;
    if (here != Answer::shown) halve(task, piece, kEnd + 1);
    from = to;
  }
}

// Whether the look at a place inside the piece shows a crossing that is more than rounding; found_
// is the crossing then.
bool ConditionWatch::is_found(Task& task, const Piece& piece, std::size_t place) {
  const double t = time_[place], g = value_at(*task.of, place, t), rests = task.rests;
  if (!task.step->is_before_limit(t) || !(std::fabs(g) > rests)) return false;
  const Bound there = range_at(*task.of, place);
  const double least = task.side > 0 ? there.lo : -there.hi,
               most = task.side > 0 ? there.hi : -there.lo;
  EventLocator::Point before{piece.ta, value_at(*task.of, piece.a, piece.ta)};
  if (task.climbs) {
    const double way = task.step->length();
    if (most < -rests && (!task.has_low || (task.low.t - t) * way > 0))
      task.low = {t, g}, task.has_low = true;
    if (!(least > rests && task.has_low && (t - task.low.t) * way > 0)) return false;
    before = task.low;
  } else if (!(most < -rests)) {
    return false;
  }
  found_ =
      Unseen{task.of->event, before.t, before.g, t, g, value_at(*task.of, kEnd, task.step->to)};
  return true;
}

// Looks at the time `at`, where the curve of the piece has a crossing, and asks is_found() there.
bool ConditionWatch::look_for(Task& task, const Piece& piece, std::size_t place, double at) {
  const auto look_there = [&](double t) {
    if (!task.of->reads.empty()) return look_at(*task.step, place, t);
    time_[place] = t;
    return true;
  };
  if (task.climbs && look_there(piece.ta + task.low_part * piece.length()))
    is_found(task, piece, place);
  return look_there(at) && is_found(task, piece, place);
}

// Range of the function at a look whose coordinates are rounded. slots_ holds the values of the
// look.
Bound ConditionWatch::range_at(Watched& w, std::size_t place) {
  ranges_[time_slot_] = {Bound::of(time_[place])};
  for (const Read& read : w.reads) {
    const Bound at = Bound::of(slots_[read.slot]);
    ranges_[read.slot] = {widened_by(at, kOffCoefficients * at.size())};
  }
  return w.function.range(ranges_.data()).value;
}

// Whether the function is zero at a look but for rounding, as for a joint that is held at its stop.
bool ConditionWatch::is_zero(const Task& task, std::size_t place) {
  if (std::fabs(value_at(*task.of, place, time_[place])) <= std::max(task.tiny, task.rests))
    return true;
  const Bound there = range_at(*task.of, place);
  return there.lo <= 0 && there.hi >= 0;
}

// The look in the middle gives the error of the interpolation.
void ConditionWatch::halve(Task& task, const Piece& piece, std::size_t place) {
  Watched& w = *task.of;
  const WatchedStep& step = *task.step;
  ++w.pieces;
  const double middle = piece.ta + 0.5 * piece.length();
  if (!look_at(step, place, middle) || is_found(task, piece, place)) return;
  constexpr std::array<double, 1> kMiddle{0.5};
  const std::array<std::size_t, 1> inner{place};
  for (const Read& read : w.reads)
    set_curve(read.of, piece, seen_error(read.of, piece, inner, kMiddle));
  double at = 0;
  if (!winds(w, piece)) {
    const Answer answer = search(task, piece, at);
    if (answer == Answer::shown) return;
    if (answer == Answer::other_side && look_for(task, piece, place + 1, at)) return;
  }
  if ((is_zero(task, place) && is_zero(task, piece.a) && is_zero(task, piece.b)) || w.is_spent() ||
      place + 2 >= kPlaces ||
      std::fabs(piece.length()) <= watch::kShortestPiece * std::fabs(step.length()))
    return task.of->give_up(piece.length());
  halve(task, {piece.a, place, piece.ta, middle}, place + 1);
  if (!found_ && step.is_before_limit(middle))
    halve(task, {place, piece.b, middle, piece.tb}, place + 1);
}

// Searches the interpolated motion for a crossing; `at` is the time of the crossing found. Most
// pieces are shown as a whole.
ConditionWatch::Answer ConditionWatch::search(Task& task, const Piece& piece, double& at) {
  const double h = piece.length();
  const bool is_cut = (task.step->limit - piece.tb) * h < 0;
  const double end = is_cut ? (task.step->limit - piece.ta) / h : 1;
  if (is_shown(task, piece, 0, end)) return Answer::shown;
  if (task.of->reads.empty())
    task.tries = kMostTries * static_cast<int>(watch::kMostPieces);
  else
    task.tries = is_zero(task, piece.a) && is_zero(task, piece.b) ? kTriesAtRest : kMostTries;
  task.low_part = 2;
  if (task.climbs) {
    const Bound begin = range(task, piece, 0, 0).value;
    if ((task.side > 0 ? begin.hi : -begin.lo) < -task.rests) task.low_part = 0;
  }
  return search_part(task, piece, 0, end, at);
}

// Of a part that is not shown as a whole.
ConditionWatch::Answer ConditionWatch::search_part(Task& task, const Piece& piece, double s0,
                                                   double s1, double& at) {
  const double middle = 0.5 * (s0 + s1), h = piece.length(), t = piece.ta + middle * h;
  const Series there = range(task, piece, middle, middle);
  const double least = task.side > 0 ? there.value.lo : -there.value.hi,
               most = task.side > 0 ? there.value.hi : -there.value.lo;
  if (task.step->is_before_limit(t)) {
    const bool is_low = most < -task.rests;
    if (is_low) task.low_part = std::min(task.low_part, middle);
    if (task.climbs ? least > task.rests && task.low_part < middle : is_low) {
      at = t;
      return Answer::other_side;
    }
  }
  if (--task.tries <= 0) return Answer::open;
  if (s1 - s0 <= watch::kShortestPiece) {
    if (!task.of->reads.empty() && !is_jump_down(task, piece, s0, s1)) return Answer::open;
    task.of->give_up((s1 - s0) * h);
    return Answer::shown;  // counted as unshown
  }
  const auto half = [&](double from, double to) {
    return is_shown(task, piece, from, to) ? Answer::shown : search_part(task, piece, from, to, at);
  };
  const Answer first = half(s0, middle);
  return first == Answer::shown ? half(middle, s1) : first;
}

// Whether a function that climbs falls between s0 and s1, from clearly above zero to clearly below.
bool ConditionWatch::is_jump_down(const Task& task, const Piece& piece, double s0, double s1) {
  if (!task.climbs) return false;
  const Bound begin = range(task, piece, s0, s0).value, end = range(task, piece, s1, s1).value;
  return task.side > 0 ? begin.lo > task.rests && end.hi < -task.rests
                       : begin.hi < -task.rests && end.lo > task.rests;
}

// Whether no crossing lies between s0 and s1 of the piece. It is shown by the range of the
// function; by the range of its slope and the mean value theorem; or by its ends, where the
// function is monotonic.
bool ConditionWatch::is_shown(const Task& task, const Piece& piece, double s0, double s1) {
  const double rests = task.rests;
  const auto least = [&](const Series& s) {
    if (s.lack != Lack::none) return -HUGE_VAL;
    return task.side > 0 ? s.value.lo : -s.value.hi;
  };
  const auto most = [&](const Series& s) {
    if (s.lack != Lack::none || !task.climbs) return HUGE_VAL;
    return task.side > 0 ? s.value.hi : -s.value.lo;
  };
  const Series all = range(task, piece, s0, s1);
  const bool jumps = task.of->function.may_jump();
  if (least(all) >= -rests || most(all) <= rests) return true;
  if (jumps || all.lack != Lack::none || !all.first.is_finite()) return false;
  const double h = piece.length(), half = 0.5 * (s1 - s0) * std::fabs(h);
  const Series middle = range(task, piece, 0.5 * (s0 + s1), 0.5 * (s0 + s1));
  const double change = half * all.first.size();
  if (least(middle) - change >= -rests || most(middle) + change <= rests) return true;
  // rises, falls: the slope points towards `side`, or away from it, in the direction of the steps.
  const double towards = task.side * (h > 0 ? 1 : -1);
  const bool rises = towards > 0                          ? all.first.lo > 0
                     : all.first.hi<0, falls = towards> 0 ? all.first.hi < 0
                                                          : all.first.lo > 0;
  if (!rises && !falls) return false;
  const bool at_beginning = piece.a == 0 && s0 == 0,
             hits = task.hits && !task.step->is_before_limit(piece.ta + s1 * h);
  if (task.climbs)
    return falls || at_beginning || hits || least(range(task, piece, s0, s0)) >= -rests ||
           most(range(task, piece, s1, s1)) <= rests;
  if (rises) return at_beginning || least(range(task, piece, s0, s0)) >= -rests;
  return hits || least(range(task, piece, s1, s1)) >= -rests;
}

Series ConditionWatch::range(const Task& task, const Piece& piece, double s0, double s1) {
  const double h = piece.length(), t0 = piece.ta + s0 * h, t1 = piece.ta + s1 * h;
  ranges_[time_slot_] = {{std::min(t0, t1), std::max(t0, t1)}, Bound::of(1)};
  const double share = largest_share(s0, s1);
  for (const Read& read : task.of->reads) {
    const Curve& curve = curves_[read.of];
    const double e = curve.error;
    if (read.rate == 0) {
      ranges_[read.slot] = {widened_by(range_of(curve.value, s0, s1), share * e),
                            over(range_of(curve.first, s0, s1), kSlopeError * e, h), Bound::all()};
      if (step_curves_[read.of].bends) {
        const Jet &a = look(piece.a)[read.of], &b = look(piece.b)[read.of];
        widen_to_tangents(a, b, h, s0, s1, ranges_[read.slot].value);
        ranges_[read.slot].first =
            hull(ranges_[read.slot].first, hull(Bound::of(a.rate), Bound::of(b.rate)));
      }
    } else
      ranges_[read.slot] = {over(range_of(curve.first, s0, s1), kSlopeError * e, h),
                            over(range_of(curve.second, s0, s1), kBendError * e, h * h),
                            Bound::all()};
  }
  return task.of->function.range(ranges_.data());
}

double ConditionWatch::value_at(const Watched& w, std::size_t place, double t) {
  slots_[time_slot_] = t;
  for (const Read& read : w.reads) {
    const Jet& jet = look(place)[read.of];
    slots_[read.slot] = read.rate == 0 ? jet.value : jet.rate;
  }
  return w.function.expression().value(slots_.data());
}

std::string ConditionWatch::describe(std::string_view second) const {
  std::string out;
  for (const int event : unbounded_) out += fmt::format("sampled: {}\n", plan_.events[event].label);
  for (const Watched& w : watched_) {
    const std::string& label = plan_.events[w.event].label;
    if (w.sampled) out += fmt::format("sampled: {}\n", label);
    out += w.describe(label, second);
  }
  return out;
}

}  // namespace mbs
