#include <algorithm>
#include <cmath>

#include "solve/place/continuation.h"

namespace mbs {

namespace {

// kReach: upper bound of the step over the distance between the two earlier times; kOld: upper
// bound of that distance over the step.
constexpr double kReach = 2, kOld = 6;

// Weights of value, rate and acceleration at one of three times in the polynomial of degree 8 at
// time t. With l = product of (t - t_l)/(t_k - t_l) over the other times, it is
//   l^3 ((1 + c1 s + c2 s^2) x + s (1 + c1 s) v + s^2/2 a),
// where 1 + c1 s + c2 s^2 + .. = l^-3.
struct Weights {
  double x, v, a;
};
// s = t - t_k; d, e: 1 / (t_k - t_l) of the two other times.
Weights weights(double s, double d, double e) {
  const double l = (1 + s * d) * (1 + s * e), cube = l * l * l;
  const double sum = d + e, c1 = -3 * sum, c2 = 4.5 * sum * sum + 1.5 * (d * d + e * e);
  return {cube * (1 + s * (c1 + s * c2)), cube * s * (1 + c1 * s), cube * 0.5 * s * s};
}

}  // namespace

PastStates::PastStates(const State& any) {
  for (Point& point : points_) point.x = any.x, point.v = any.v, point.a = any.a;
}

void PastStates::note(const State& state) {
  std::swap(points_[0], points_[1]);
  Point& point = points_[1];
  point.t = state.t;
  std::copy(state.x.begin(), state.x.end(), point.x.begin());
  std::copy(state.v.begin(), state.v.end(), point.v.begin());
  std::copy(state.a.begin(), state.a.end(), point.a.begin());
  count_ = std::min(count_ + 1, 2);
}

void PastStates::take(State& state) {
  std::swap(points_[0], points_[1]);
  Point& point = points_[1];
  point.t = state.t;
  point.x.swap(state.x);
  point.v.swap(state.v);
  point.a.swap(state.a);
  count_ = std::min(count_ + 1, 2);
}

bool PastStates::foretell(const State& from, double t, const std::vector<int>& coordinates,
                          std::vector<double>& x) const {
  if (count_ < 2) return false;
  const auto& [older, newer] = points_;
  const double h = std::fabs(t - from.t);
  const auto [nearest, farthest] = std::minmax(
      {std::fabs(from.t - newer.t), std::fabs(from.t - older.t), std::fabs(newer.t - older.t)});
  if (!(h <= kReach * nearest) || !(farthest <= kOld * h)) return false;
  const double first = 1 / (from.t - newer.t), both = 1 / (from.t - older.t),
               second = 1 / (newer.t - older.t);
  const Weights w0 = weights(t - from.t, first, both), w1 = weights(t - newer.t, -first, second),
                w2 = weights(t - older.t, -both, -second);
  for (const int coordinate : coordinates) {
    x[coordinate] =
        w0.x * from.x[coordinate] + w0.v * from.v[coordinate] + w0.a * from.a[coordinate] +
        w1.x * newer.x[coordinate] + w1.v * newer.v[coordinate] + w1.a * newer.a[coordinate] +
        w2.x * older.x[coordinate] + w2.v * older.v[coordinate] + w2.a * older.a[coordinate];
  }
  return true;
}

}  // namespace mbs
