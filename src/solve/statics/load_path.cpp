#include "solve/statics/load_path.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "base/index.h"
#include "solve/statics/soft_motion.h"

namespace mbs {

namespace {

// One correction turns nothing by more than kPathFarthest, one step by kPathTurning [rad]. The last
// correction turns less than kPathLast; it changes states and the factor by a smaller part.
constexpr double kPathFarthest = 0.5, kPathTurning = 0.1, kPathLast = 1e-8;
constexpr double kPathIterations = 4;  // a step of so many keeps its length
constexpr double kPathMostGrowth = 1.5, kPathLeastGrowth = 0.5;
// The shortest step, as a part of the first; the most points.
constexpr double kPathShortest = 1e-6;
constexpr int kPathPoints = 2000, kUnseenPoints = 100;  // the second where nobody asks
// Steps get no shorter than this part of the first to tell a limit from a bifurcation.
constexpr double kPathApart = 1e-3;
// A limit is found where the factor rises by no more than this part of what it does at the start of
// the step: the error of the factor is the square of that of the place.
constexpr double kPathLevel = 1e-6;
// A limit where it rises by more is none.
constexpr double kPathFlat = 1e-3;
// Where the whole load moves nothing by more at the start (sizes of the mechanism, radians), as
// with a column that stays straight, lengths along the path are changes of the load factor as well.
constexpr double kPathStands = 1e-10;
constexpr int kPathHalvings = 24;
// Directions at both ends of a step have at least this cosine.
constexpr double kPathStraight = 0.7;
// Imperfections that bend the path aside at a bifurcation within a shorter way are passed: this
// part of what the whole load moves at the start. The way is about the cube root of the
// imperfection.
constexpr double kPathImperfection = 0.02;
// What the whole load would move at the start counts no more than this (sizes of the mechanism,
// radians): where the start is soft, or the limit a small part of the load, it says nothing.
constexpr double kPathMostMotion = 0.05;
// Bifurcations that are no farther apart than this part of a step are one.
constexpr double kPathSame = 1e-5;

}  // namespace

LoadPath::LoadPath(const Model& model, LargeEquilibrium& newton, bool has_time)
    : newton_(newton), has_time_(has_time), weight_(motion_weights(model)) {}

// Of two motions, each with a change of the factor; factors: the product of these changes.
double LoadPath::product(ConstVector a, ConstVector b, double factors) const {
  double sum = counts_factor_ ? factors : 0;
  for (std::size_t i = 0; i < a.size(); ++i) sum += weight_[i] * weight_[i] * a[i] * b[i];
  return sum;
}

// along and negative of a place that is in equilibrium, with new factors.
bool LoadPath::find_direction(Place& at) {
  newton_.evaluate(at.state, at.factor, at.S);
  if (!newton_.factor(at.state, at.S, at.factor)) return false;
  newton_.solve_for_load(at.state, at.factor, at.S, at.along);
  at.negative = newton_.negative();
  at.sign = at.negative < 0 ? newton_.determinant_sign() : 0;
  return std::isfinite(product(at.along.x, at.along.x, 1));
}

// The same with the sense in which the path goes on: that of `forward`, with this change of the
// factor.
bool LoadPath::find_tangent(Place& at, ConstVector forward, double factor) {
  if (!find_direction(at)) return false;
  const double size = std::sqrt(product(at.along.x, at.along.x, 1));
  if (!(size > 0)) return false;
  at.rise = (product(forward, at.along.x, factor) < 0 ? -1 : 1) / size;
  return true;
}

// The point of the path at about `length` from a place; false where it is not found.
bool LoadPath::step(const Place& from, double length, Place& to) {
  to = from;
  const std::size_t nx = weight_.size();
  std::vector<double>& moved = to.moved;
  moved.assign(nx, 0.0);
  LargeEquilibrium::Change rest = newton_.no_change();
  const auto move = [&](const LargeEquilibrium::Change& change, double by) {
    newton_.move(change, by, to.state, to.S);
    for (std::size_t i = 0; i < nx; ++i) moved[i] += by * change.x[i];
  };
  // x moves with the factor by itself.
  const auto raise = [&](double by) {
    to.factor += by;
    if (has_time_) to.state.t = newton_.time_at(to.factor);
  };
  const double first = from.rise * length;
  move(from.along, first);
  raise(first);
  to.iterations = 0;
  for (int iterations = 1; iterations <= most_iterations_; ++iterations) {
    newton_.evaluate(to.state, to.factor, to.S);
    if (!newton_.factor(to.state, to.S, to.factor)) return false;
    newton_.solve_rest(rest);
    newton_.solve_for_load(to.state, to.factor, to.S, to.along);
    const double across = product(moved, to.along.x, to.factor - from.factor);
    const double change = across == 0 ? 0 : -product(moved, rest.x, 0) / across;
    for (std::size_t i = 0; i < nx; ++i) rest.x[i] += change * to.along.x[i];
    for (std::size_t r = 0; r < rest.S.size(); ++r) rest.S[r] += change * to.along.S[r];
    for (std::size_t k = 0; k < rest.z.size(); ++k) rest.z[k] += change * to.along.z[k];
    const double turned = newton_.turning(rest.x, to.state);
    if (!(turned <= kPathFarthest) || !std::isfinite(change)) return false;
    const double changed = newton_.state_turn(rest, to.state);
    move(rest, 1);
    raise(change);
    // Lengths follow the iterations for x alone.
    if (turned <= kPathLast && to.iterations == 0) to.iterations = iterations;
    // What is left is linear in the factor, but for laws that read the time.
    if (std::max({turned, changed, has_time_ ? std::fabs(change) : 0}) <= kPathLast) {
      iterations_ += iterations;
      return find_tangent(to, moved, to.factor - from.factor);
    }
  }
  return false;
}

bool LoadPath::pass(PathPointKind kind, const Place& at, const OnPoint& on_point, bool is_last) {
  ++points_;
  if (kind == PathPointKind::limit && limits_++ == 0) first_limit_ = at.factor;
  if (kind == PathPointKind::bifurcation) ++bifurcations_;
  State state = at.state;
  return !on_point || on_point({kind, at.factor, at.negative, is_last}, state);
}

// The point between here_ and a place at this length where the factor does not rise: regula falsi
// on the length. Returns its length, 0 where it is not found.
double LoadPath::find_limit(double length, const Place& to, Place& limit) {
  double low = 0, high = length, at_low = here_.rise, at_high = to.rise, middle = 0;
  const double level = kPathLevel * std::fabs(here_.rise);
  int side = 0;
  for (int k = 0; k < kPathHalvings; ++k) {
    middle = (low * at_high - high * at_low) / (at_high - at_low);
    if (!step(here_, middle, limit)) return 0;
    if (std::fabs(limit.rise) <= level) break;
    // An end that stays twice counts half (Illinois).
    if ((limit.rise > 0) == (at_low > 0)) {
      low = middle, at_low = limit.rise;
      if (side == 1) at_high /= 2;
      side = 1;
    } else {
      high = middle, at_high = limit.rise;
      if (side == -1) at_low /= 2;
      side = -1;
    }
  }
  limit.negative = to.negative;
  return std::fabs(limit.rise) <= std::max(level, kPathFlat * std::fabs(here_.rise)) ? middle : 0;
}

// The point between two lengths from here_ where the number of negative pivots is no longer that of
// `before`, by halving; before lies at `low`, out at `high`, and both move to the point. Returns
// the length of out. Near the point the matrix is almost singular: where a place is not found,
// another one is tried, and the nearest place behind the point is taken where there is none.
double LoadPath::find_bifurcation(double low, Place& before, double high, Place& out) {
  for (int k = 0; k < kPathHalvings; ++k) {
    bool is_found = false;
    for (const double part : {0.5, 0.37, 0.71}) {
      const double middle = low + part * (high - low);
      Place there;
      if (!step(here_, middle, there)) continue;
      is_found = true;
      const bool is_before = there.negative == before.negative && there.sign == before.sign;
      (is_before ? low : high) = middle;
      (is_before ? before : out) = std::move(there);
      break;
    }
    if (!is_found) break;
  }
  return high;
}

// out: the bifurcations between here_ and a place at this length. Those of a symmetric mechanism,
// which differ by rounding alone, are one. False where a shorter step is needed: where the number
// changes the factor turns as well, or the places on both sides are no neighbours. A small
// imperfection bends the path aside there, and a long step goes over to another one.
bool LoadPath::find_bifurcations(double length, const Place& to, std::vector<Place>& out) {
  Place before = here_;
  before.moved.assign(weight_.size(), 0.0);
  double low = 0;
  const auto is_last = [&to](const Place& at) {
    return at.negative == to.negative && at.sign == to.sign;
  };
  out.clear();
  for (int most = std::max(1, std::abs(to.negative - here_.negative)); most > 0; --most) {
    Place found = to;
    low = find_bifurcation(low, before, length, found);
    if (length > imperfection_) {
      std::vector<double> gap = found.moved;
      for (std::size_t i = 0; i < gap.size(); ++i) gap[i] -= before.moved[i];
      if (found.rise * here_.rise < 0 || product(gap, gap, 0) > imperfection_ * imperfection_)
        return false;
    }
    Place near;
    if (!is_last(found) && step(here_, low + kPathSame * length, near) && is_last(near))
      found.negative = to.negative;
    if (most == 1) found.negative = to.negative;
    out.push_back(found);
    if (is_last(found)) break;
    before = std::move(found);
  }
  return true;
}

// Loads by laws of time may begin with the square of the factor, and move nothing at the start: the
// path begins at a factor then, before any negative pivot. False where it is not found.
bool LoadPath::leave_start(double factor) {
  for (int k = 0; k < kPathHalvings; ++k, factor /= 2) {
    Place there = here_;
    newton_.move_to(newton_.time_at(factor), there.state);
    if (!newton_.solve(there.state, there.S, factor, most_iterations_).found) continue;
    there.factor = factor;
    if (!find_direction(there)) continue;
    if (there.negative != here_.negative || there.sign != here_.sign) continue;
    here_ = std::move(there);
    return true;
  }
  return false;
}

// Whether a step is straight enough: where it is not, it may have led to another path.
bool LoadPath::is_straight(double length, const Place& to) const {
  const double cosine = here_.rise * to.rise * product(here_.along.x, to.along.x, 1);
  return length <= apart_ || cosine >= (length > imperfection_ ? kPathStraight : 0);
}

LoadPath::End LoadPath::follow(State& state, std::vector<double>& S, int steps, int iterations,
                               bool is_seen, const OnPoint& on_point) {
  most_iterations_ = iterations;
  const LargeEquilibrium::Result start = newton_.solve(state, S, 0, iterations);
  if (!start.found) return End::no_start;
  began_in_rest_ = start.was_there && start.stable;
  here_.state = state;
  here_.S = S;
  here_.along = newton_.no_change();
  if (!find_direction(here_)) return End::no_start;
  const auto stands = [this] {
    return largest(here_.along.x) == 0 && largest(here_.along.S) == 0 &&
           largest(here_.along.z) == 0;
  };
  if (stands() && has_time_) {
    if (!pass(PathPointKind::step, here_, on_point)) return End::stopped;
    if (!leave_start(1.0 / steps)) return End::too_short;
  }
  if (stands()) return End::no_load;
  const std::vector<double> forward = here_.along.x;
  counts_factor_ = std::sqrt(product(forward, forward, 0)) < kPathStands;
  if (!find_tangent(here_, forward, 1)) return End::no_start;
  if (!pass(PathPointKind::step, here_, on_point)) return End::stopped;
  const double first = 1 / (here_.rise * steps);
  apart_ = kPathApart * first;
  imperfection_ = kPathImperfection * std::min(first * steps, kPathMostMotion);
  double length = first;
  std::vector<Place> branches;
  for (;;) {
    const double turned = newton_.turning(here_.along.x, here_.state) * std::fabs(here_.rise);
    if (turned * length > kPathTurning) length = kPathTurning / turned;
    if (points_ >= (is_seen ? kPathPoints : kUnseenPoints)) return End::too_many;
    Place next;
    // A factor that rises along both ends of a step and is lower behind it, or the other way round,
    // has grown without bound between them, or has turned twice.
    const auto leaps = [&] {
      const double change = next.factor - here_.factor;
      return change * here_.rise < 0 && change * next.rise < 0;
    };
    if (!step(here_, length, next) || leaps() || !is_straight(length, next)) {
      length /= 2;
      if (length < kPathShortest * first) return End::too_short;
      continue;
    }
    if (std::fabs(next.factor) > kMostFactor) return End::too_large;
    Place between;
    const bool turns = (next.rise > 0) != (here_.rise > 0);
    double limit = 0;
    bool arrives = here_.factor < 1 && next.factor >= 1 && next.rise > 0;
    if (turns && !arrives) {
      limit = find_limit(length, next, between);
      if (limit == 0 && length > apart_) {
        length /= 2;
        continue;
      }
      arrives = limit > 0 && here_.factor < 1 && between.factor >= 1;
    }
    if (arrives) {
      const End end = arrive(limit > 0 ? limit : length, iterations, is_seen, on_point);
      if (end == End::left) {
        length /= 2;
        continue;
      }
      state = here_.state;
      S = here_.S;
      return end;
    }
    // A limit changes one of them, too.
    const int changed = next.negative >= 0 ? std::abs(next.negative - here_.negative)
                        : here_.negative < 0 && next.sign != here_.sign ? 1
                                                                        : 0;
    // A bifurcation in the step of a limit has a factor of its own, which shorter steps show. Where
    // nobody asks for bifurcations, a step that may have left the path is shortened.
    branches.clear();
    if (is_seen ? (turns && changed > 1 && length > apart_) ||
                      (!turns && changed > 0 && !find_bifurcations(length, next, branches))
                : !turns && changed > 0 && length > imperfection_) {
      length /= 2;
      continue;
    }
    if (limit > 0 && !pass(PathPointKind::limit, between, on_point)) return End::stopped;
    if (is_seen && turns && changed > 1) branches.push_back(next);
    for (const Place& branch : branches)
      if (!pass(PathPointKind::bifurcation, branch, on_point)) return End::stopped;
    length *=
        std::clamp(std::sqrt(kPathIterations / next.iterations), kPathLeastGrowth, kPathMostGrowth);
    here_ = std::move(next);
    if (!pass(PathPointKind::step, here_, on_point)) return End::stopped;
  }
}

// The whole load lies within this length: its place along the path by halving, then Newton's
// method. End::left: a shorter step is needed.
LoadPath::End LoadPath::arrive(double length, int iterations, bool is_seen,
                               const OnPoint& on_point) {
  double low = 0, high = length;
  Place last = here_;
  for (int k = 0; k < kPathHalvings / 4; ++k) {
    Place middle;
    if (!step(here_, (low + high) / 2, middle)) break;
    if (middle.factor < 1) last = middle;
    (middle.factor < 1 ? low : high) = (low + high) / 2;
  }
  if (has_time_) newton_.move_to(newton_.time_at(1), last.state);
  // Motions that turn nothing need another step.
  for (int k = 0; k < 2; ++k)
    if (!newton_.solve(last.state, last.S, 1, iterations).found) return End::too_short;
  last.factor = 1;
  if (!find_direction(last)) return End::too_short;
  if (is_seen && (last.negative != here_.negative || last.sign != here_.sign)) {
    std::vector<Place> branches;
    if (!find_bifurcations(high, last, branches)) return End::left;
    for (const Place& branch : branches)
      if (!pass(PathPointKind::bifurcation, branch, on_point)) return End::stopped;
  }
  here_ = last;
  return pass(PathPointKind::step, here_, on_point, true) ? End::reached : End::stopped;
}

}  // namespace mbs
