#include <algorithm>
#include <cmath>

#include "base/index.h"
#include "base/tolerances.h"
#include "integrate/events.h"

namespace mbs {
namespace {

constexpr double kNearEnd = 1.0 / 1024;  // of the step: the outermost points inside it

// g is far from zero where its smallest value exceeds its changes by the factor kFar (value in the
// middle of the step known) or kVeryFar (not known). The changes include kBend times the third
// divided difference, for the error of the parabolas.
constexpr double kFar = 2, kVeryFar = 8, kBend = 0.4;

}  // namespace

EventSamples::EventSamples(EventFunctions& functions, int n, int inside)
    : functions_(functions), g_(functions.count()), state_(n) {
  const std::size_t count = g_.size();
  for (std::size_t i = 0; i < count; ++i) reads_.push_back(functions.reads(static_cast<int>(i)));
  sides_.resize(count);
  quiet_.resize(count);
  range_.resize(count);
  samples_.resize(std::max(inside, 1) + 4);
  for (Sample& s : samples_) s.g.resize(count);
  for (Sample& s : past_) s.g.resize(count);
  middle_.g.resize(count);
}

EvalStatus EventSamples::evaluate(double t, ConstVector y, Vector g) {
  const EvalStatus eval = functions_.evaluate(t, y, g);
  if (!eval.ok()) return eval;
  for (std::size_t i = 0; i < g.size(); ++i)
    if (!std::isfinite(g[i])) return {EvalKind::non_finite, static_cast<int>(i), 0};
  return {};
}

EvalStatus EventSamples::sample(const Stretch& stretch, double t, Vector g) {
  if (!stretch.dense) return evaluate(t, {}, g);
  const EvalStatus eval = stretch.dense->interpolate(t, state_);
  return eval.ok() ? evaluate(t, state_, g) : eval;
}

EvalStatus EventSamples::value(const Stretch& stretch, int i, double t, double& g) {
  if (reads_[i] != EventReads::state) {
    g = functions_.at_time(i, t);
    if (std::isfinite(g)) return {};
  }
  const EvalStatus eval = sample(stretch, t, g_);
  g = g_[i];
  return eval;
}

EvalStatus EventSamples::start(double t, ConstVector y) {
  has_past_ = false;
  samples_.back().t = t;
  const EvalStatus eval = evaluate(t, y, samples_.back().g);
  if (!eval.ok()) return eval;
  functions_.keep(t);
  functions_.note(count_of(samples_) - 1);
  return eval;
}

EvalStatus EventSamples::restart(double t, ConstVector y, bool goes_on) {
  middle_.t = t;
  const EvalStatus eval = evaluate(t, y, middle_.g);
  if (!eval.ok()) return eval;
  functions_.note(count_of(samples_) - 1);
  if (!goes_on || !goes_on_from(middle_)) {
    functions_.keep(t);
    has_past_ = false;
  }
  std::swap(samples_.back(), middle_);
  return {};
}

EvalStatus EventSamples::fill(const Stretch& stretch, std::span<const int> sides) {
  std::copy(sides.begin(), sides.end(), sides_.begin());
  lost_ = {};
  const double t0 = stretch.from, t1 = stretch.to;
  const std::size_t last = samples_.size() - 1;
  // The end of the step before is the beginning of this one.
  std::swap(samples_.front(), samples_.back());
  const bool known = samples_.front().t == t0;
  if (known) functions_.note(-1);
  if (!known) has_past_ = false;
  for (std::size_t j = known ? 1 : 0; j <= last; ++j)
    samples_[j].t = j == last ? t1 : t0 + part(j) * (t1 - t0);
  // The end first: the caller may know it while nothing else has been asked for.
  const bool end_known = sample(stretch, t1, samples_[last].g).ok();
  if (end_known) functions_.keep(t1);
  if (end_known) functions_.note(count_of(samples_) - 1);
  const bool far = end_known && may_be_far() && look_from_afar(stretch);
  if (!far) {
    const EvalStatus eval = fill_all(stretch, !known, !end_known);
    if (!eval.ok()) return eval;
    note_past(samples_[1], samples_[last - 2]);
    if (!lost_.ok()) has_past_ = false;
  }
  find_quiet(far);
  if (far) fill_times();
  find_ranges();
  return {};
}

// The place of point j within a step, as a part of the step.
double EventSamples::part(std::size_t j) const {
  const std::size_t last = samples_.size() - 1;
  if (j == 0 || j == last) return j == 0 ? 0 : 1;
  const double s = static_cast<double>(j - 1) / static_cast<double>(last - 2);
  return std::clamp(s, kNearEnd, 1 - kNearEnd);
}

EvalStatus EventSamples::fill_all(const Stretch& stretch, bool beginning, bool end) {
  const std::size_t stop = end ? samples_.size() : samples_.size() - 1;
  for (std::size_t j = beginning ? 0 : 1; j < stop; ++j) {
    const EvalStatus eval = sample(stretch, samples_[j].t, samples_[j].g);
    if (eval.kind == EvalKind::non_finite && j > 0) {
      lost_ = eval;
      end_samples(stretch, j);
      return {};
    }
    if (!eval.ok()) return eval;
    functions_.note(static_cast<int>(j));
  }
  if (end) functions_.keep(samples_.back().t);
  return {};
}

// Evaluates functions of the time alone; they have no values yet where functions of the state were
// foretold.
void EventSamples::fill_times() {
  for (int i = 0; i < count_of(quiet_); ++i) {
    if (quiet_[i]) continue;
    for (std::size_t j = 1; j + 1 < samples_.size(); ++j)
      samples_[j].g[i] = functions_.at_time(i, samples_[j].t);
  }
}

// far: all functions of the state are far from zero. A linear function is quiet where its ends are.
void EventSamples::find_quiet(bool far) {
  for (std::size_t i = 0; i < quiet_.size(); ++i) {
    const auto stays = [&](const Sample& s) { return sign(s.g[i]) == sides_[i]; };
    quiet_[i] = reads_[i] == EventReads::state ? far
                : reads_[i] == EventReads::time
                    ? false
                    : sides_[i] != 0 && stays(samples_.front()) && stays(samples_.back());
  }
}

void EventSamples::find_ranges() {
  for (std::size_t i = 0; i < range_.size(); ++i) {
    range_[i] = std::max(std::abs(samples_.front().g[i]), std::abs(samples_.back().g[i]));
    if (reads_[i] == EventReads::linear_time) continue;
    for (const Sample& s : samples_) range_[i] = std::max(range_[i], std::abs(s.g[i]));
  }
}

void EventSamples::note_past(const Sample& older, const Sample& newer) {
  for (const auto& [to, from] : {std::pair(&past_[0], &older), std::pair(&past_[1], &newer)}) {
    to->t = from->t;
    std::copy(from->g.begin(), from->g.end(), to->g.begin());
  }
  has_past_ = true;
}

// Whether g now is equal to g at the end of the last step.
bool EventSamples::goes_on_from(const Sample& now) const {
  const Sample& before = samples_.back();
  if (now.t != before.t) return false;
  for (std::size_t i = 0; i < range_.size(); ++i)
    if (std::abs(now.g[i] - before.g[i]) > tolerance::event_restart * range_[i]) return false;
  return true;
}

// Whether look_from_afar() is worth trying: all g have changed little since a point before.
bool EventSamples::may_be_far() const {
  if (!functions_.can_foretell() || !has_past_) return false;
  for (std::size_t i = 0; i < quiet_.size(); ++i) {
    if (reads_[i] != EventReads::state) continue;
    const double here = samples_.front().g[i], change = here - past_[1].g[i];
    if (!(std::abs(here) > kFar * std::abs(change))) return false;
  }
  return true;
}

// True where all functions of the state are far from zero in the whole step; then all points have
// values.
bool EventSamples::look_from_afar(const Stretch& stretch) {
  const Sample &begin = samples_.front(), &end = samples_.back();
  if (all_far({&past_[0], &past_[1], &begin, &end}, kVeryFar)) {
    note_past(past_[1], begin);
    return true;
  }
  middle_.t = begin.t + 0.5 * (end.t - begin.t);
  if (!sample(stretch, middle_.t, middle_.g).ok()) return false;
  functions_.keep(middle_.t);
  if (!all_far({&past_[1], &begin, &middle_, &end}, kFar)) return false;
  note_past(begin, middle_);
  return true;
}

bool EventSamples::all_far(const Measured& measured, double times) {
  // The foretold points can only bring a function nearer to zero.
  for (std::size_t i = 0; i < quiet_.size(); ++i) {
    if (reads_[i] != EventReads::state) continue;
    double least = measured[0]->g[i], most = least;
    for (const Sample* s : measured)
      least = std::min(least, s->g[i]), most = std::max(most, s->g[i]);
    if (!(std::min(std::abs(least), std::abs(most)) > times * (most - least))) return false;
  }
  for (std::size_t j = 1; j + 1 < samples_.size(); ++j)
    functions_.foretell(samples_[j].t, samples_[j].g);
  for (std::size_t i = 0; i < quiet_.size(); ++i)
    if (reads_[i] == EventReads::state && !is_far(i, measured, times)) return false;
  return true;
}

bool EventSamples::is_far(std::size_t i, const Measured& measured, double times) const {
  double least = measured[0]->g[i], most = least, sum = 0;
  const auto take = [&](const Sample& s) {
    least = std::min(least, s.g[i]);
    most = std::max(most, s.g[i]);
    sum += s.g[i];
  };
  for (const Sample* s : measured) take(*s);
  for (const Sample& s : samples_) take(s);
  const int side = sides_[i];
  if (side == 0 || sign(least) != side || sign(most) != side || !std::isfinite(sum)) return false;
  std::array<double, 4> difference{};
  for (std::size_t k = 0; k < difference.size(); ++k) difference[k] = measured[k]->g[i];
  for (std::size_t order = 1; order < difference.size(); ++order)
    for (std::size_t k = 0; k + order < difference.size(); ++k)
      difference[k] =
          (difference[k + 1] - difference[k]) / (measured[k + order]->t - measured[k]->t);
  const double length = samples_.back().t - samples_.front().t;
  const double bend = kBend * std::abs(difference[0] * length * length * length);
  return std::min(std::abs(least), std::abs(most)) > times * (most - least) + bend;
}

// Point j has no values: the last good point replaces it and all points after it. A hit before that
// point may end the motion that leads there.
void EventSamples::end_samples(const Stretch& stretch, std::size_t j) {
  constexpr int kHalvings = 60;
  Sample good = samples_[j - 1];
  double bad = samples_[j].t;
  for (int k = 0; k < kHalvings; ++k) {
    const double t = 0.5 * (good.t + bad);
    if (sample(stretch, t, samples_[j].g).ok()) {
      good.t = t;
      good.g = samples_[j].g;
    } else {
      bad = t;
    }
  }
  for (std::size_t k = j; k < samples_.size(); ++k) samples_[k] = good;
}

}  // namespace mbs
