#include "linalg/quintic_influence.h"

#include <algorithm>
#include <cassert>
#include <cstddef>

namespace mbs {
namespace {

// Points that a pass takes before it predicts: as many as a state has components.
constexpr std::size_t kFirst = 3;

// Variance of the value of the twice integrated walk after a time h.
double walked(double h) { return h * h * h * h * h / 20; }
// Covariance of the values of that walk at two times, near < far.
double walked(double near, double far) {
  const double more = far - near;
  return near * near * near * (near * near / 20 + near * more / 8 + more * more / 12);
}

// Solves with L D L^T of a symmetric positive definite matrix [ff fd fa; fd dd da; fa da aa].
class Symmetric3 {
 public:
  Symmetric3(double ff, double fd, double fa, double dd, double da, double aa)
      : d0_(ff), l1_(fd / ff), l2_(fa / ff), d1_(dd - l1_ * fd) {
    const double rest = da - l2_ * fd;
    l3_ = rest / d1_;
    d2_ = aa - l2_ * fa - l3_ * rest;
  }
  std::array<double, 3> solve(double f, double d, double a) const {
    d -= l1_ * f;
    a -= l2_ * f + l3_ * d;
    a /= d2_;
    d = d / d1_ - l3_ * a;
    f = f / d0_ - l1_ * d - l2_ * a;
    return {f, d, a};
  }

 private:
  double d0_, l1_, l2_, d1_, l3_ = 0, d2_ = 0;
};

}  // namespace

QuinticInfluence::QuinticInfluence(ConstVector h, ConstVector y)
    : h_(h), y_(y), left_(y.size()), right_(y.size()) {
  assert(y.size() > kFirst && h.size() == y.size() - 1);
}

// Three sights fix a state that is not known otherwise: the rows of their inverse carry the noise.
QuinticInfluence::State QuinticInfluence::start(const std::array<Sight, 3>& sights) {
  const auto& [p, q, r] = sights;
  const auto cross = [](const double* u, const double* v) {
    return std::array<double, 3>{u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2],
                                 u[0] * v[1] - u[1] * v[0]};
  };
  std::array<std::array<double, 3>, 3> column{cross(q.row, r.row), cross(r.row, p.row),
                                              cross(p.row, q.row)};
  const double determinant =
      p.row[0] * column[0][0] + p.row[1] * column[0][1] + p.row[2] * column[0][2];
  State out{};
  for (std::size_t k = 0; k < 3; ++k) {
    auto& [f, d, a] = column[k];
    for (double* x : {&f, &d, &a}) *x /= determinant;
    const double y = sights[k].y, v = sights[k].variance;
    out.f += f * y, out.d += d * y, out.a += a * y;
    out.ff += f * f * v, out.fd += f * d * v, out.fa += f * a * v;
    out.dd += d * d * v, out.da += d * a * v, out.aa += a * a * v;
  }
  return out;
}

void QuinticInfluence::predict(State& s, double h, double walk) {
  const double half = h / 2;
  s.f += h * (s.d + half * s.a);
  s.d += h * s.a;
  const double fd = s.fd + h * (s.dd + half * s.da);  // of the new value and the old slope
  const double fa = s.fa + h * (s.da + half * s.aa), da = s.da + h * s.aa;
  s.ff += h * (s.fd + half * s.fa + fd + half * fa) + walk * walked(h);
  s.fd = fd + h * fa + walk * h * h * h * h / 8;
  s.dd += h * (s.da + da) + walk * h * h * h / 3;
  s.fa = fa + walk * h * h * h / 6;
  s.da = da + walk * h * h / 2;
  s.aa += walk * h;
}

void QuinticInfluence::update(State& s, double y, double noise) {
  const double scale = 1 / (noise + s.ff), error = (y - s.f) * scale;
  s.f += s.ff * error;
  s.d += s.fd * error;
  s.a += s.fa * error;
  s.dd -= s.fd * s.fd * scale;
  s.da -= s.fd * s.fa * scale;
  s.aa -= s.fa * s.fa * scale;
  for (double* x : {&s.ff, &s.fd, &s.fa}) *x *= noise * scale;
}

void QuinticInfluence::update(State& s, const Sight& sight) {
  const double* c = sight.row;
  const double f = c[0] * s.ff + c[1] * s.fd + c[2] * s.fa,
               d = c[0] * s.fd + c[1] * s.dd + c[2] * s.da,
               a = c[0] * s.fa + c[1] * s.da + c[2] * s.aa;
  const double scale = 1 / (sight.variance + c[0] * f + c[1] * d + c[2] * a);
  const double error = (sight.y - c[0] * s.f - c[1] * s.d - c[2] * s.a) * scale;
  s.f += f * error, s.d += d * error, s.a += a * error;
  s.ff -= f * f * scale, s.fd -= f * d * scale, s.fa -= f * a * scale;
  s.dd -= d * d * scale, s.da -= d * a * scale, s.aa -= a * a * scale;
}

QuinticInfluence::State QuinticInfluence::reversed(State s) {
  for (double* x : {&s.d, &s.fd, &s.da}) *x = -*x;
  return s;
}

// Two independent predictions P and Q of one state: P (P + Q)^-1 Q is the covariance of both
// together.
QuinticInfluence::Prediction QuinticInfluence::meet(const State& left, const State& right) {
  const Symmetric3 sum(left.ff + right.ff, left.fd + right.fd, left.fa + right.fa,
                       left.dd + right.dd, left.da + right.da, left.aa + right.aa);
  const auto z = sum.solve(left.ff, left.fd, left.fa);
  const auto w = sum.solve(right.f - left.f, right.d - left.d, right.a - left.a);
  return {left.f + left.ff * w[0] + left.fd * w[1] + left.fa * w[2],
          z[0] * right.ff + z[1] * right.fd + z[2] * right.fa,
          left.a + left.fa * w[0] + left.da * w[1] + left.aa * w[2],
          z[0] * right.fa + z[1] * right.da + z[2] * right.aa};
}

int QuinticInfluence::few_sights(std::size_t i, bool back, Intensities of, Sight out[2]) const {
  const std::size_t count = std::min<std::size_t>(2, back ? i : y_.size() - 1 - i);
  double distance[2] = {0, 0};
  for (std::size_t k = 0; k < count; ++k) {
    const double h = back ? h_[i - 1 - k] : h_[i + k];
    const double x = distance[k] = (k > 0 ? distance[0] : 0) + h;
    out[k] = {
        {1, x, x * x / 2}, back ? y_[i - 1 - k] : y_[i + 1 + k], of.noise + of.walk * walked(x)};
  }
  if (count == 2) {
    const double shared = of.walk * walked(distance[0], distance[1]);
    const double part = shared / out[0].variance;
    for (int k = 0; k < 3; ++k) out[1].row[k] -= part * out[0].row[k];
    out[1].y -= part * out[0].y;
    out[1].variance -= part * shared;
  }
  return static_cast<int>(count);
}

// The state at the third point once the first three are known.
QuinticInfluence::State QuinticInfluence::begin(bool from_right, Intensities of) const {
  const std::size_t i = from_right ? y_.size() - kFirst : kFirst - 1;
  std::array<Sight, 3> sights;
  sights[0] = {{1, 0, 0}, y_[i], of.noise};
  few_sights(i, !from_right, of, &sights[1]);
  return reversed(start(sights));
}

void QuinticInfluence::pass(bool from_right, Intensities of, std::vector<State>& out) const {
  const std::size_t n = y_.size();
  State state = begin(from_right, of);
  for (std::size_t k = kFirst; k < n; ++k) {
    const std::size_t i = from_right ? n - 1 - k : k;
    predict(state, from_right ? h_[i] : h_[i - 1], of.walk);
    out[i] = state;
    update(state, y_[i], of.noise);
  }
}

// Prediction of a point that has fewer than three others on either side.
QuinticInfluence::Prediction QuinticInfluence::of_few(std::size_t i, Intensities of) const {
  std::array<Sight, 4> sights;
  int count = few_sights(i, true, of, sights.data());
  for (int k = 0; k < count; ++k) sights[k].row[1] = -sights[k].row[1];
  count += few_sights(i, false, of, sights.data() + count);
  State state = start({sights[0], sights[1], sights[2]});
  if (count > 3) update(state, sights[3]);
  return prediction(state);
}

QuinticInfluence::Prediction QuinticInfluence::of_others(std::size_t i, Intensities of) const {
  const bool has_left = i >= kFirst, has_right = i + kFirst < y_.size();
  if (has_left && has_right) return meet(left_[i], reversed(right_[i]));
  if (!has_left && !has_right) return of_few(i, of);
  State state = has_left ? left_[i] : right_[i];
  Sight others[2];
  const int count = few_sights(i, has_right, of, others);
  for (int k = 0; k < count; ++k) update(state, others[k]);
  return prediction(state);
}

InfluenceSums QuinticInfluence::run(Intensities of, Vector residual, Vector curvature) {
  pass(false, of, left_);
  pass(true, of, right_);
  InfluenceSums sums;
  for (std::size_t i = 0; i < y_.size(); ++i) {
    const Prediction others = of_others(i, of);
    const double scale = 1 / (of.noise + others.variance), error = y_[i] - others.value;
    const double rest = of.noise * scale, r = rest * error;
    sums.rss += r * r;
    sums.residual_freedom += rest;
    if (!residual.empty()) residual[i] = r;
    if (!curvature.empty()) curvature[i] = others.curvature + others.covariance * scale * error;
  }
  return sums;
}

InfluenceSums QuinticInfluence::evaluate(double lambda, Vector residual, Vector curvature) {
  return run({1, 1 / lambda}, residual, curvature);
}

void QuinticInfluence::interpolate(Vector curvature) { run({0, 1}, {}, curvature); }

}  // namespace mbs
