#include "integrate/events.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "base/tolerances.h"

namespace mbs {
namespace {

constexpr double kNearEnd = 1.0 / 1024;  // of the step: the outermost points inside it
constexpr double kUlps = 4;              // width of the final bracket

// How many times the changes of g must fit into its smallest value for it to be far from zero, with
// the middle of the step known and without; and what part of the third divided difference counts
// besides, for the error of the parabolas.
constexpr double kFar = 2, kVeryFar = 8, kBend = 0.4;

int sign(double x) { return (x > 0) - (x < 0); }

}  // namespace

EventLocator::EventLocator(const EventFunctions& functions, std::vector<Crossing> directions, int n,
                           int samples)
    : functions_(functions), directions_(std::move(directions)) {
  const std::size_t count = functions.count;
  directions_.resize(count, Crossing::both);
  samples_.resize(std::max(samples, 1) + 4);
  for (Sample& s : samples_) s.g.resize(count);
  for (Sample& s : past_) s.g.resize(count);
  middle_.g.resize(count);
  probe_.resize(count);
  state_.resize(n);
  side_.resize(count);
  noise_.resize(count);
  range_.resize(count);
  returns_.resize(count);
  expected_.resize(count);
  // At most two crossings between two points.
  hits_.reserve(2 * count * samples_.size());
}

EvalStatus EventLocator::evaluate(double t, ConstVector y, Vector g) {
  const EvalStatus eval = functions_.evaluate(functions_.context, t, y, g);
  if (!eval.ok()) return eval;
  for (std::size_t i = 0; i < g.size(); ++i) {
    if (!std::isfinite(g[i])) return {EvalKind::non_finite, static_cast<int>(i), 0};
  }
  return {};
}

EvalStatus EventLocator::sample(const Stretch& stretch, double t, Vector g) {
  if (!stretch.dense) return evaluate(t, {}, g);
  const EvalStatus eval = stretch.dense->interpolate(t, state_);
  return eval.ok() ? evaluate(t, state_, g) : eval;
}

EvalStatus EventLocator::value(const Stretch& stretch, int i, double t, double& g) {
  if (functions_.at_time && functions_.at_time(functions_.context, i, t, g) && std::isfinite(g))
    return {};
  const EvalStatus eval = sample(stretch, t, probe_);
  g = probe_[i];
  return eval;
}

EvalStatus EventLocator::start(double t, ConstVector y) {
  hits_.clear();
  Sample& last = samples_.back();
  last.t = t;
  const EvalStatus eval = evaluate(t, y, last.g);
  if (!eval.ok()) return eval;
  keep(t);
  has_past_ = false;
  for (std::size_t i = 0; i < side_.size(); ++i) {
    side_[i] = sign(last.g[i]);
    noise_[i] = 0;
    const bool already = (directions_[i] == Crossing::rising && side_[i] > 0) ||
                         (directions_[i] == Crossing::falling && side_[i] < 0);
    if (side_[i] != 0 && !already) continue;
    const HitKind kind = side_[i] == 0 ? HitKind::zero_at_start : HitKind::true_at_start;
    hits_.push_back({static_cast<int>(i), t, directions_[i], kind});
  }
  return {};
}

EvalStatus EventLocator::restart(double t, ConstVector y) {
  Sample& last = samples_.back();
  middle_.t = t;
  const EvalStatus eval = evaluate(t, y, middle_.g);
  if (!eval.ok()) return eval;
  if (!std::exchange(same_motion_, false) || !goes_on_from(middle_)) {
    keep(t);
    has_past_ = false;
  }
  std::swap(last, middle_);
  for (std::size_t i = 0; i < side_.size(); ++i) {
    noise_[i] = std::max(noise_[i], tolerance::event_restart * range_[i]);
    // What has happened before and has not left zero since goes on waiting.
    const bool waits = side_[i] == 0 && std::abs(last.g[i]) <= noise_[i];
    side_[i] = waits ? 0 : sign(last.g[i]);
  }
  for (const EventHit& hit : hits_) {
    const std::size_t i = hit.index;
    const bool here = std::abs(hit.t - t) <= 2 * kUlps * tolerance::epsilon * std::abs(t);
    if (!here || std::abs(last.g[i]) > noise_[i]) continue;
    side_[i] = returns_[i] ? (hit.direction == Crossing::rising ? -1 : 1) : 0;
  }
  for (std::size_t i = 0; i < side_.size(); ++i)
    if (side_[i] == 0 || std::abs(last.g[i]) > noise_[i]) returns_[i] = 0;
  for (std::size_t i = 0; i < side_.size(); ++i) {
    const Expected expected = std::exchange(expected_[i], {});
    if (expected.side == 0) continue;
    noise_[i] = expected.noise;
    returns_[i] = std::abs(last.g[i]) <= expected.noise;
    side_[i] = returns_[i] ? expected.side : sign(last.g[i]);
  }
  hits_.clear();
  return {};
}

EvalStatus EventLocator::scan(const Stretch& stretch) {
  hits_.clear();
  if (stretch.to == stretch.from) return {};
  lost_ = {};
  EvalStatus eval = fill_samples(stretch);
  if (!eval.ok()) return eval;
  for (int i = 0; i < functions_.count; ++i) {
    eval = scan_event(stretch, i);
    if (!eval.ok()) return eval;
  }
  if (hits_.empty() && !lost_.ok()) return lost_;
  const double direction = stretch.direction;
  std::sort(hits_.begin(), hits_.end(), [direction](const EventHit& a, const EventHit& b) {
    return a.t == b.t ? a.index < b.index : direction * a.t < direction * b.t;
  });
  return {};
}

EvalStatus EventLocator::fill_samples(const Stretch& stretch) {
  const double t0 = stretch.from, t1 = stretch.to;
  const std::size_t last = samples_.size() - 1;
  // The end of the step before is the beginning of this one.
  std::swap(samples_.front(), samples_.back());
  const bool known = samples_.front().t == t0;
  if (!known) has_past_ = false;
  for (std::size_t j = known ? 1 : 0; j <= last; ++j)
    samples_[j].t = j == last ? t1 : t0 + part(j) * (t1 - t0);
  // The end first: the caller may know it while nothing else has been asked for.
  const bool end_known = sample(stretch, t1, samples_[last].g).ok();
  if (end_known) keep(t1);
  if (!end_known || !may_be_far() || !look_from_afar(stretch)) {
    const EvalStatus eval = fill_all(stretch, !known, !end_known);
    if (!eval.ok()) return eval;
    note_past(samples_[1], samples_[last - 2]);
    if (!lost_.ok()) has_past_ = false;
  }
  for (std::size_t i = 0; i < range_.size(); ++i) {
    range_[i] = 0;
    for (const Sample& s : samples_) range_[i] = std::max(range_[i], std::abs(s.g[i]));
  }
  return {};
}

// Where point j lies within a step, as a part of it.
double EventLocator::part(std::size_t j) const {
  const std::size_t last = samples_.size() - 1;
  if (j == 0 || j == last) return j == 0 ? 0 : 1;
  const double s = static_cast<double>(j - 1) / static_cast<double>(last - 2);
  return std::clamp(s, kNearEnd, 1 - kNearEnd);
}

EvalStatus EventLocator::fill_all(const Stretch& stretch, bool beginning, bool end) {
  const std::size_t stop = end ? samples_.size() : samples_.size() - 1;
  for (std::size_t j = beginning ? 0 : 1; j < stop; ++j) {
    const EvalStatus eval = sample(stretch, samples_[j].t, samples_[j].g);
    if (eval.kind == EvalKind::non_finite && j > 0) {
      lost_ = eval;
      end_samples(stretch, j);
      return {};
    }
    if (!eval.ok()) return eval;
  }
  if (end) keep(samples_.back().t);
  return {};
}

void EventLocator::note_past(const Sample& older, const Sample& newer) {
  for (const auto& [to, from] : {std::pair(&past_[0], &older), std::pair(&past_[1], &newer)}) {
    to->t = from->t;
    std::copy(from->g.begin(), from->g.end(), to->g.begin());
  }
  has_past_ = true;
}

// Whether g is now what it was at the end of the last step.
bool EventLocator::goes_on_from(const Sample& now) const {
  const Sample& before = samples_.back();
  if (now.t != before.t) return false;
  for (std::size_t i = 0; i < range_.size(); ++i)
    if (std::abs(now.g[i] - before.g[i]) > tolerance::event_restart * range_[i]) return false;
  return true;
}

bool EventLocator::is_of_time(std::size_t i) const {
  double unused = 0;
  return functions_.at_time &&
         functions_.at_time(functions_.context, static_cast<int>(i), samples_.front().t, unused);
}

// Whether it is worth while to look from afar: what has changed little since a point before.
bool EventLocator::may_be_far() const {
  if (!functions_.keep || !has_past_) return false;
  for (std::size_t i = 0; i < side_.size(); ++i) {
    const double here = samples_.front().g[i], change = here - past_[1].g[i];
    if (!(std::abs(here) > kFar * std::abs(change)) && !is_of_time(i)) return false;
  }
  return true;
}

// True where all functions of the state are far from zero in the whole step; then all points have
// values.
bool EventLocator::look_from_afar(const Stretch& stretch) {
  const Sample &begin = samples_.front(), &end = samples_.back();
  if (all_far({&past_[0], &past_[1], &begin, &end}, kVeryFar)) {
    note_past(past_[1], begin);
    return true;
  }
  middle_.t = begin.t + 0.5 * (end.t - begin.t);
  if (!sample(stretch, middle_.t, middle_.g).ok()) return false;
  keep(middle_.t);
  if (!all_far({&past_[1], &begin, &middle_, &end}, kFar)) return false;
  note_past(begin, middle_);
  return true;
}

bool EventLocator::all_far(const Measured& measured, double times) {
  for (std::size_t j = 1; j + 1 < samples_.size(); ++j)
    functions_.foretell(functions_.context, samples_[j].t, samples_[j].g);
  for (std::size_t i = 0; i < side_.size(); ++i)
    if (!is_far(i, measured, times) && !is_of_time(i)) return false;
  return true;
}

bool EventLocator::is_far(std::size_t i, const Measured& measured, double times) const {
  double least = measured[0]->g[i], most = least, sum = 0;
  const auto take = [&](const Sample& s) {
    least = std::min(least, s.g[i]);
    most = std::max(most, s.g[i]);
    sum += s.g[i];
  };
  for (const Sample* s : measured) take(*s);
  for (const Sample& s : samples_) take(s);
  const bool one_side = side_[i] != 0 && sign(least) == side_[i] && sign(most) == side_[i];
  if (!one_side || returns_[i] || !std::isfinite(sum)) return false;
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

// Point j has no values: the last one that has takes its place and that of all after it. What
// happens before may end the motion that leads there.
void EventLocator::end_samples(const Stretch& stretch, std::size_t j) {
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

// Goes over the points of the step in order, with the bottom of a dip below zero as one more point.
EvalStatus EventLocator::scan_event(const Stretch& stretch, int i) {
  if (side_[i] == 0) noise_[i] = std::max(noise_[i], tolerance::event_noise * range_[i]);
  Dip dip;
  for (std::size_t j = 0; j + 1 < samples_.size(); ++j) {
    Point a{samples_[j].t, samples_[j].g[i]};
    const Point b{samples_[j + 1].t, samples_[j + 1].g[i]};
    EvalStatus eval;
    if (!dip.found && j + 2 < samples_.size()) eval = seek_dip(stretch, i, j + 1, dip);
    if (eval.ok() && dip.found && (b.t - dip.at.t) * (dip.at.t - a.t) > 0) {
      eval = pass(stretch, i, a, dip.at);
      a = dip.at;
      dip.found = false;
    }
    if (eval.ok()) eval = pass(stretch, i, a, b);
    if (!eval.ok()) return eval;
  }
  return {};
}

// Golden section for the minimum of |g| about a point smaller than its neighbours, given up when
// the parabola through the three says that the minimum is far from zero.
EvalStatus EventLocator::seek_dip(const Stretch& stretch, int i, std::size_t middle, Dip& dip) {
  constexpr double kGolden = 0.381966011250105;
  constexpr int kSections = 16;
  const Sample *left = &samples_[middle - 1], *mid = &samples_[middle],
               *right = &samples_[middle + 1];
  const int s = side_[i];
  const double gl = s * left->g[i], gm = s * mid->g[i], gr = s * right->g[i];
  if (s == 0 || gl <= 0 || gm <= 0 || gr <= 0 || gm > gl || gm > gr) return {};
  double lo = left->t, hi = right->t, t = mid->t, g = gm;
  const double below = (gl - gm) / (t - lo), above = (gr - gm) / (hi - t);
  const double bend = (above + below) / (hi - lo);
  const double slope = (above * (t - lo) - below * (hi - t)) / (hi - lo);
  if (bend == 0 || gm - slope * slope / (4 * bend) > 0.5 * gm) return {};
  for (int k = 0; k < kSections; ++k) {
    const bool in_upper = std::abs(hi - t) > std::abs(t - lo);
    const double trial = in_upper ? t + kGolden * (hi - t) : t - kGolden * (t - lo);
    double value_there = 0;
    const EvalStatus eval = value(stretch, i, trial, value_there);
    if (!eval.ok()) return eval;
    if (s * value_there <= 0) {
      dip = {true, {trial, value_there}};
      return {};
    }
    const bool better = s * value_there < g;
    if (better) {
      (in_upper ? lo : hi) = t;
      t = trial;
      g = s * value_there;
    } else {
      (in_upper ? hi : lo) = trial;
    }
  }
  return {};
}

EvalStatus EventLocator::pass(const Stretch& stretch, int i, Point a, Point b) {
  if (side_[i] == 0) {
    if (std::abs(b.g) > noise_[i]) side_[i] = sign(b.g);
    return {};
  }
  if (returns_[i]) {
    if (std::abs(b.g) <= noise_[i]) return {};
    returns_[i] = 0;
    // Rounding may have left it just beyond zero.
    if (sign(a.g) != side_[i] && sign(b.g) != side_[i]) a = {a.t, -b.g};
  }
  if (sign(b.g) == side_[i]) return {};
  const Crossing direction = side_[i] < 0 ? Crossing::rising : Crossing::falling;
  const int side_after = sign(b.g);
  noise_[i] = 0;
  if (directions_[i] == Crossing::both || directions_[i] == direction) {
    const EvalStatus eval = locate(stretch, i, a, b);
    if (!eval.ok()) return eval;
    hits_.push_back({i, b.t, direction, HitKind::crossing});
    noise_[i] = 8 * std::max(std::abs(a.g), std::abs(b.g));
  }
  side_[i] = side_after;
  return {};
}

// The ITP method (Oliveira and Takahashi, ACM Trans. Math. Softw. 47, 2020): regula falsi pulled
// towards the middle, never more than one evaluation worse than bisection. Shrinks [a, b], whose
// ends stay on either side of the crossing.
EvalStatus EventLocator::locate(const Stretch& stretch, int i, Point& a, Point& b) {
  const double width = kUlps * tolerance::epsilon * std::max(std::abs(a.t), std::abs(b.t));
  const double length = std::abs(b.t - a.t);
  const double pull = 0.2 / length;
  double slack = width;  // a power of two times the width: what bisection would need, and one more
  while (slack < length) slack *= 2;
  slack *= 2;
  const int s = sign(a.g);
  int searches = 0;
  while (std::abs(b.t - a.t) > width) {
    const double middle = a.t + 0.5 * (b.t - a.t), now = std::abs(b.t - a.t);
    const double falsi = b.t - b.g * (b.t - a.t) / (b.g - a.g);
    const double towards = middle >= falsi ? 1 : -1;
    const double shift = pull * now * now;
    double t = shift <= std::abs(middle - falsi) ? falsi + towards * shift : middle;
    const double reach = std::max(0.0, 0.5 * (slack - now));
    if (std::abs(t - middle) > reach) t = middle - towards * reach;
    if (t == a.t || t == b.t) t = middle;
    if (t == a.t || t == b.t) break;
    slack *= 0.5;
    ++searches;
    Point trial{t, 0};
    const EvalStatus eval = value(stretch, i, t, trial.g);
    if (!eval.ok()) return eval;
    (sign(trial.g) == s ? a : b) = trial;
  }
  longest_search_ = std::max(longest_search_, searches);
  return {};
}

}  // namespace mbs
