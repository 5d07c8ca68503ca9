#include "linalg/banded.h"

#include <cassert>
#include <cmath>
#include <cstddef>

namespace mbs {
namespace {

// Up to three neighbouring entries of a matrix row and its right-hand side.
struct Row {
  double a0 = 0, a1 = 0, a2 = 0, b = 0;
};

// Rotates x into the pivot row so that its first entry vanishes, and moves it one column on: both
// start at the same column before, x at the next one after.
void eliminate(Row& pivot, Row& x) {
  const double r = std::sqrt(pivot.a0 * pivot.a0 + x.a0 * x.a0);
  const double c = r > 0 ? pivot.a0 / r : 1;
  const double s = r > 0 ? x.a0 / r : 0;
  const Row p = pivot;
  pivot = {r, c * p.a1 + s * x.a1, c * p.a2 + s * x.a2, c * p.b + s * x.b};
  x = {c * x.a1 - s * p.a1, c * x.a2 - s * p.a2, 0, c * x.b - s * p.b};
}

}  // namespace

void interpolating_curvatures(ConstVector h, ConstVector y, Vector curvature) {
  const std::size_t n = y.size();
  assert(n >= 2 && h.size() == n - 1 && curvature.size() == n);
  // Elimination without pivoting: R is diagonally dominant.
  std::vector<double> ratio(n, 0.0);
  curvature[0] = curvature[n - 1] = 0;
  for (std::size_t j = 1; j + 1 < n; ++j) {
    const double right = (y[j + 1] - y[j]) / h[j], left = (y[j] - y[j - 1]) / h[j - 1];
    const double pivot = (h[j - 1] + h[j]) / 3 - h[j - 1] / 6 * ratio[j - 1];
    ratio[j] = h[j] / 6 / pivot;
    curvature[j] = (right - left - h[j - 1] / 6 * curvature[j - 1]) / pivot;
  }
  for (std::size_t j = n - 2; j > 0; --j) curvature[j] -= ratio[j] * curvature[j + 1];
}

void smoothing_curvatures(ConstVector h, ConstVector y, double lambda, Vector curvature) {
  const std::size_t n = y.size(), m = n - 2;
  assert(n >= 3 && h.size() == n - 1 && curvature.size() == n);
  std::vector<Row> u(m);
  const double weight = 1 / std::sqrt(lambda);
  const auto inverse = [&](std::size_t k) { return k < n - 1 ? 1 / h[k] : 0; };

  // Columns c = 0 .. m-1 belong to the inner points. The rest of the rows above, at column c, is
  // kept as a triangle of two rows: `first` from column c, `second` from column c + 1.
  Row first{-(inverse(0) + inverse(1)), m > 1 ? inverse(1) : 0, 0, y[1]};
  Row second{inverse(0), 0, 0, y[0]};
  eliminate(first, second);
  double below = 0;  // entry of L left of its diagonal
  for (std::size_t c = 0; c < m; ++c) {
    const bool last = c + 1 >= m, next_to_last = c + 2 >= m;
    Row q{inverse(c + 1), last ? 0 : -(inverse(c + 1) + inverse(c + 2)),
          next_to_last ? 0 : inverse(c + 2), y[c + 2]};
    const double diagonal = std::sqrt((h[c] + h[c + 1]) / 3 - below * below);
    below = last ? 0 : h[c + 1] / 6 / diagonal;
    Row l{weight * diagonal, weight * below, 0, 0};
    eliminate(first, q);
    eliminate(first, l);
    u[c] = first;
    eliminate(q, l);
    eliminate(q, second);
    eliminate(l, second);
    first = q;
    second = l;
  }

  // Back substitution gives lambda g.
  curvature[0] = curvature[n - 1] = 0;
  for (std::size_t c = m; c-- > 0;) {
    const double far = c + 2 < m ? u[c].a2 * curvature[c + 3] : 0;
    curvature[c + 1] = (u[c].b - u[c].a1 * curvature[c + 2] - far) / u[c].a0;
  }
  for (double& g : curvature) g /= lambda;
}

Influence::Influence(ConstVector h, ConstVector y) : h_(h), y_(y), left_(y.size()) {
  assert(y.size() >= 3 && h.size() == y.size() - 1);
}

// The state at the second point once the first two points are known; q is the walk's intensity.
Influence::Side Influence::start(double h, double y_first, double y_second, double q) {
  return {y_second, (y_second - y_first) / h, 1, 1 / h, (2 + q * h * h * h / 3) / (h * h)};
}

void Influence::predict(Side& s, double h, double q) {
  s.f += h * s.d;
  s.ff += h * (2 * s.fd + h * (s.dd + q * h / 3));
  s.fd += h * (s.dd + q * h / 2);
  s.dd += q * h;
}

void Influence::update(Side& s, double y) {
  const double gain = 1 / (1 + s.ff), error = y - s.f;
  s.f += s.ff * gain * error;
  s.d += s.fd * gain * error;
  s.dd -= s.fd * s.fd * gain;
  s.ff *= gain;
  s.fd *= gain;
}

// Combines two independent predictions of one state. The right one was made in reversed time, so
// its slope and its covariance of value and slope have the other sign.
Influence::Prediction Influence::predict(const Side& left, const Side& right) {
  const double ff = left.ff + right.ff, fd = left.fd - right.fd, dd = left.dd + right.dd;
  const double scale = 1 / (ff * dd - fd * fd);
  const double weight_f = scale * (dd * left.ff - fd * left.fd);
  const double weight_d = scale * (ff * left.fd - fd * left.ff);
  return {left.f + weight_f * (right.f - left.f) - weight_d * (right.d + left.d),
          weight_f * right.ff - weight_d * right.fd};
}

// Combines a prediction from one side with a single point y at distance h on the other side. That
// point only says that value + h slope is y within the variance 1 + q h^3/3, the slope pointing
// towards it.
Influence::Prediction Influence::meet_one_point(const Side& side, double h, double y, double q) {
  const double to_point = side.ff + h * side.fd;
  const double variance = side.ff + h * (2 * side.fd + h * side.dd) + 1 + q * h * h * h / 3;
  const double weight = to_point / variance;
  return {side.f + weight * (y - side.f - h * side.d), side.ff - weight * to_point};
}

// One inner point: A = I - lambda Q Q^T / (R + lambda Q^T Q) with single numbers R and Q^T Q.
InfluenceSums Influence::three_points(double lambda, Vector residual) const {
  const double a = 1 / h_[0], c = 1 / h_[1], b = -(a + c);
  const double qq = a * a + b * b + c * c;
  const double share = lambda * qq / ((h_[0] + h_[1]) / 3 + lambda * qq);
  const double qy = (y_[2] - y_[1]) * c - (y_[1] - y_[0]) * a;
  if (!residual.empty()) {
    const double factor = share * qy / qq;
    residual[0] = factor * a;
    residual[1] = factor * b;
    residual[2] = factor * c;
  }
  return {share * share * qy * qy / qq, share};
}

InfluenceSums Influence::evaluate(double lambda, Vector residual) {
  const std::size_t n = y_.size();
  if (n == 3) return three_points(lambda, residual);
  const double q = 1 / lambda;
  Side side = start(h_[0], y_[0], y_[1], q);
  for (std::size_t i = 2; i < n; ++i) {
    predict(side, h_[i - 1], q);
    left_[i] = side;
    update(side, y_[i]);
  }

  InfluenceSums sums;
  const auto add = [&](std::size_t i, const Prediction& others) {
    const double rest = 1 / (1 + others.variance), r = rest * (y_[i] - others.value);
    sums.rss += r * r;
    sums.residual_freedom += rest;
    if (!residual.empty()) residual[i] = r;
  };
  add(n - 1, {left_[n - 1].f, left_[n - 1].ff});
  add(n - 2, meet_one_point(left_[n - 2], h_[n - 2], y_[n - 1], q));
  side = start(h_[n - 2], y_[n - 1], y_[n - 2], q);
  for (std::size_t i = n - 3; i >= 2; --i) {
    predict(side, h_[i], q);
    add(i, predict(left_[i], side));
    update(side, y_[i]);
  }
  predict(side, h_[1], q);
  add(1, meet_one_point(side, h_[0], y_[0], q));
  update(side, y_[1]);
  predict(side, h_[0], q);
  add(0, {side.f, side.ff});
  return sums;
}

}  // namespace mbs
