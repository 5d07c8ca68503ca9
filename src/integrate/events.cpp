#include "integrate/events.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "base/tolerances.h"

namespace mbs {
namespace {

constexpr double kUlps = 4;  // width of the final bracket
// g has jumped where it changes by more than kIsJump times its largest value in the step, within a
// final bracket of less than kBracket times the step.
constexpr double kIsJump = 1e-3, kBracket = 1e-6;

// Behind a jump: the state from which the motion goes on is rounded and must not lie before the
// jump. Moves b to a time a few numbers behind the first one beyond the jump; [a, b] is the bracket
// of the jump.
EvalStatus pass_jump(EventSamples& samples, const Stretch& stretch, int i, EventLocator::Point a,
                     EventLocator::Point& b) {
  constexpr int kBehind = 3;
  const int beyond = sign(b.g);
  for (double t = 0; t = a.t + 0.5 * (b.t - a.t), t != a.t && t != b.t;) {
    EventLocator::Point middle{t, 0};
    const EvalStatus eval = samples.value(stretch, i, t, middle.g);
    if (!eval.ok()) return eval;
    (sign(middle.g) == beyond ? b : a) = middle;
  }
  EventLocator::Point behind = b;
  for (int k = 0; k < kBehind && behind.t != stretch.to; ++k)
    behind.t = std::nextafter(behind.t, stretch.to);
  const EvalStatus eval = samples.value(stretch, i, behind.t, behind.g);
  if (eval.ok() && sign(behind.g) == beyond) b = behind;
  return eval;
}

}  // namespace

EventLocator::EventLocator(EventFunctions& functions, std::vector<Crossing> directions, int n,
                           int samples)
    : directions_(std::move(directions)),
      samples_(functions, n, samples),
      functions_(functions.count()),
      all_(functions),
      rounding_(functions.count()),
      certain_(functions.count()) {
  directions_.resize(functions_.size(), Crossing::both);
  // At most two crossings between two points.
  hits_.reserve(2 * functions_.size() * samples_.size());
}

EvalStatus EventLocator::start(double t, ConstVector y) {
  hits_.clear();
  const EvalStatus eval = samples_.start(t, y);
  if (!eval.ok()) return eval;
  const EventSamples::Sample& last = samples_.back();
  all_.rounding(rounding_);
  for (std::size_t i = 0; i < functions_.size(); ++i) {
    Function& f = functions_[i];
    f.noise = rounding_[i];
    f.side = std::abs(last.g[i]) <= f.noise ? 0 : sign(last.g[i]);
    const bool already = (directions_[i] == Crossing::rising && f.side > 0) ||
                         (directions_[i] == Crossing::falling && f.side < 0);
    if (f.side != 0 && !already) continue;
    const HitKind kind = f.side == 0 ? HitKind::zero_at_start : HitKind::true_at_start;
    hits_.push_back({static_cast<int>(i), t, directions_[i], kind});
  }
  return {};
}

EvalStatus EventLocator::restart(double t, ConstVector y) {
  const EvalStatus eval = samples_.restart(t, y, std::exchange(same_motion_, false));
  if (!eval.ok()) return eval;
  const EventSamples::Sample& last = samples_.back();
  for (std::size_t i = 0; i < functions_.size(); ++i) {
    Function& f = functions_[i];
    f.noise = std::max(f.noise, tolerance::event_restart * range(static_cast<int>(i)));
    // An event that has happened and has not left zero since goes on waiting, and one that may come
    // through again keeps its side, whatever rounding says.
    if (std::abs(last.g[i]) > f.noise || (f.side != 0 && !f.returns)) f.side = sign(last.g[i]);
  }
  for (const EventHit& hit : hits_) {
    const std::size_t i = hit.index;
    const bool here = std::abs(hit.t - t) <= 2 * kUlps * tolerance::epsilon * std::abs(t);
    Function& f = functions_[i];
    // Where it is thrown back, the place of the hit is its zero, whatever rounding says.
    if (here && f.returns) f.noise = std::max(f.noise, std::abs(last.g[i]));
    if (here && std::abs(last.g[i]) <= f.noise)
      f.side = f.returns ? (hit.direction == Crossing::rising ? -1 : 1) : 0;
  }
  for (std::size_t i = 0; i < functions_.size(); ++i) {
    Function& f = functions_[i];
    if (f.side == 0 || std::abs(last.g[i]) > f.noise) f.returns = false;
    f.margin = 0;
  }
  take_expected();
  hits_.clear();
  return {};
}

void EventLocator::take_expected() {
  const EventSamples::Sample& last = samples_.back();
  for (std::size_t i = 0; i < functions_.size(); ++i) {
    Function& f = functions_[i];
    const Expected expected = std::exchange(f.expected, {});
    if (expected.side == 0) continue;
    f.noise = expected.noise, f.margin = expected.margin;
    f.returns = std::abs(last.g[i]) <= expected.noise;
    f.side = f.returns ? expected.side : sign(last.g[i]);
  }
}

EvalStatus EventLocator::scan(const Stretch& stretch) {
  hits_.clear();
  if (stretch.to == stretch.from) return {};
  for (std::size_t i = 0; i < functions_.size(); ++i) {
    Function& f = functions_[i];
    f.first_side = f.side;
    f.waited = f.side == 0;
    f.rested = f.waited || f.returns ? f.noise : 0;
    certain_[i] = f.returns ? 0 : f.side;
  }
  EvalStatus eval = samples_.fill(stretch, certain_);
  if (!eval.ok()) return eval;
  find_rounding();
  for (std::size_t i = 0; i < functions_.size(); ++i) {
    const int index = static_cast<int>(i);
    if (!samples_.is_quiet(index)) eval = scan_event(stretch, index);
    if (!eval.ok()) return eval;
  }
  if (hits_.empty() && !samples_.lost().ok()) return samples_.lost();
  sort_hits(stretch.direction);
  return {};
}

// What starts at rest is zero to the rounding of what moves by now.
void EventLocator::find_rounding() {
  const auto waits = [](const Function& f) { return f.waited; };
  if (std::none_of(functions_.begin(), functions_.end(), waits)) return;
  all_.rounding(rounding_);
  for (std::size_t i = 0; i < functions_.size(); ++i)
    if (functions_[i].waited) functions_[i].noise = std::max(functions_[i].noise, rounding_[i]);
}

void EventLocator::sort_hits(double direction) {
  std::sort(hits_.begin(), hits_.end(), [direction](const EventHit& a, const EventHit& b) {
    return a.t == b.t ? a.index < b.index : direction * a.t < direction * b.t;
  });
}

EvalStatus EventLocator::add_crossing(const Stretch& stretch, int i, Point a, Point b) {
  Function& f = functions_[i];
  f.side = -sign(b.g);
  // Rounding may have left it just beyond zero.
  if (sign(a.g) != f.side) a.g = -b.g;
  const EvalStatus eval = pass(stretch, i, a, b);
  if (eval.ok()) sort_hits(stretch.direction);
  return eval;
}

// Goes over the points of the step in order, with the bottom of a dip below zero as one more point.
EvalStatus EventLocator::scan_event(const Stretch& stretch, int i) {
  Function& f = functions_[i];
  if (f.side == 0) f.noise = std::max(f.noise, tolerance::event_noise * range(i));
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
// the parabola through the three says that the minimum is far from zero, or that a function that
// rests at its zero (a stop that holds) stays within its noise.
EvalStatus EventLocator::seek_dip(const Stretch& stretch, int i, std::size_t middle, Dip& dip) {
  constexpr double kGolden = 0.381966011250105;
  constexpr int kSections = 16;
  const EventSamples::Sample *left = &samples_[middle - 1], *mid = &samples_[middle],
                             *right = &samples_[middle + 1];
  const Function& f = functions_[i];
  const int s = f.side;
  const double gl = s * left->g[i], gm = s * mid->g[i], gr = s * right->g[i];
  if (s == 0 || gl <= 0 || gm <= 0 || gr <= 0 || gm > gl || gm > gr) return {};
  double lo = left->t, hi = right->t, t = mid->t, g = gm;
  const double below = (gl - gm) / (t - lo), above = (gr - gm) / (hi - t);
  const double bend = (above + below) / (hi - lo);
  const double slope = (above * (t - lo) - below * (hi - t)) / (hi - lo);
  const bool rests = f.returns && gm <= f.noise;
  const double near = rests ? -0.5 * f.noise : 0.5 * gm;
  if (bend == 0 || gm - slope * slope / (4 * bend) > near) return {};
  for (int k = 0; k < kSections; ++k) {
    const bool in_upper = std::abs(hi - t) > std::abs(t - lo);
    const double trial = in_upper ? t + kGolden * (hi - t) : t - kGolden * (t - lo);
    double value_there = 0;
    const EvalStatus eval = samples_.value(stretch, i, trial, value_there);
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
  Function& f = functions_[i];
  if (f.side == 0) {
    if (std::abs(b.g) > f.noise) f.first_side = f.side = sign(b.g);
    return {};
  }
  double shift = 0;
  if (f.returns) {
    if (std::abs(b.g) <= f.noise) return {};
    f.returns = false;
    if (sign(b.g) == f.side) return {};
    shift = f.side * f.margin;
    a.g += shift, b.g += shift;
    // Rounding may have left it just beyond zero.
    if (sign(a.g) != f.side) a.g = -b.g;
  }
  if (sign(b.g) == f.side) return {};
  const Crossing direction = f.side < 0 ? Crossing::rising : Crossing::falling;
  const int side_after = sign(b.g);
  f.noise = 0;
  if (directions_[i] == Crossing::both || directions_[i] == direction) {
    const EvalStatus eval = locate(stretch, i, shift, a, b);
    if (!eval.ok()) return eval;
    // Behind a jump g is on the other side at once, and may come back before it is as far again.
    const double rest = std::max(std::abs(a.g), std::abs(b.g));
    const bool is_long = std::abs(b.t - a.t) < kBracket * std::abs(stretch.to - stretch.from);
    const bool jumps = is_long && rest > kIsJump * range(i);
    if (jumps && samples_.reads(i) == EventReads::state) {
      const EvalStatus there = pass_jump(samples_, stretch, i, a, b);
      if (!there.ok()) return there;
    }
    hits_.push_back({i, b.t, direction, HitKind::crossing});
    f.noise = (jumps ? 0 : 8 * rest) + std::abs(shift);
  }
  f.side = side_after;
  return {};
}

// The ITP method (Oliveira and Takahashi, ACM Trans. Math. Softw. 47, 2020): regula falsi pulled
// towards the middle, never more than one evaluation worse than bisection. Shrinks [a, b], whose
// ends stay on either side of the crossing. The function that crosses is g + margin.
EvalStatus EventLocator::locate(const Stretch& stretch, int i, double margin, Point& a, Point& b) {
  const double width = kUlps * tolerance::epsilon * std::max(std::abs(a.t), std::abs(b.t));
  const double length = std::abs(b.t - a.t);
  const double pull = 0.2 / length;
  double slack = width;  // a power of two times the width, twice as much as bisection needs
  while (slack < length) slack *= 2;
  slack *= 2;
  const int s = sign(a.g);
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
    Point trial{t, 0};
    const EvalStatus eval = samples_.value(stretch, i, t, trial.g);
    if (!eval.ok()) return eval;
    trial.g += margin;
    (sign(trial.g) == s ? a : b) = trial;
  }
  return {};
}

}  // namespace mbs
