#include "linalg/past_polynomial.h"

#include <algorithm>
#include <cmath>

namespace mbs {

namespace {

// Two steps of an integration have the same length if they differ by no more than this part.
constexpr double kSameLengthOfStep = 1e-12;

// Gauss points on [-1, 0] for polynomials of degree 11.
constexpr std::size_t kGauss = 6;
constexpr double kNodes[kGauss] = {-0.9662347571015760, -0.8306046932331322, -0.6193095930415985,
                                   -0.3806904069584015, -0.1693953067668678, -0.0337652428984240};
constexpr double kWeights[kGauss] = {0.0856622461895852, 0.1803807865240693, 0.2339569672863455,
                                     0.2339569672863455, 0.1803807865240693, 0.0856622461895852};

// Barycentric weights of nodes s[first] to the one before s[past].
template <std::size_t N>
std::array<double, N> barycentric(const std::array<double, N>& s, std::size_t first,
                                  std::size_t past = N) {
  std::array<double, N> w{};
  for (std::size_t i = first; i < past; ++i) {
    double product = 1;
    for (std::size_t j = first; j < past; ++j)
      if (j != i) product *= s[i] - s[j];
    w[i] = 1 / product;
  }
  return w;
}

// Lagrange's polynomials at a place that is no node.
template <std::size_t N>
std::array<double, N> lagrange(const std::array<double, N>& s, const std::array<double, N>& w,
                               std::size_t first, double at, std::size_t past = N) {
  std::array<double, N> out{};
  double all = 1;
  for (std::size_t i = first; i < past; ++i) all *= at - s[i];
  for (std::size_t i = first; i < past; ++i) out[i] = all * w[i] / (at - s[i]);
  return out;
}

// Derivatives of Lagrange's polynomials at a place that is no node, and at node m.
template <std::size_t N>
std::array<double, N> slopes(const std::array<double, N>& s, const std::array<double, N>& l,
                             double at) {
  double sum = 0;
  for (std::size_t j = 0; j < N; ++j) sum += 1 / (at - s[j]);
  std::array<double, N> out{};
  for (std::size_t i = 0; i < N; ++i) out[i] = l[i] * (sum - 1 / (at - s[i]));
  return out;
}
template <std::size_t N>
std::array<double, N> slopes_at(const std::array<double, N>& s, const std::array<double, N>& w,
                                std::size_t m) {
  std::array<double, N> out{};
  for (std::size_t i = 0; i < N; ++i)
    if (i != m) out[i] = w[i] / w[m] / (s[m] - s[i]), out[m] -= out[i];
  return out;
}

template <std::size_t N, class Values>
double dot(const std::array<double, N>& w, const Values& v) {
  double sum = 0;
  for (std::size_t i = 0; i < N; ++i) sum += w[i] * v[i];
  return sum;
}

}  // namespace

void PastPolynomial::set_values(std::span<const double, kValues> t) {
  constexpr std::size_t last = kValues - 1;
  step_ = t[last] - t[last - 1];
  // Times in steps, from the end.
  std::array<double, kValues> s;
  for (std::size_t i = 0; i < kValues; ++i) s[i] = (t[i] - t[last]) / step_;
  const auto w = barycentric(s, 0), without = barycentric(s, 1);
  const auto l = lagrange(s, w, 0, -0.5);
  values_ = {};
  values_.middle = l;
  values_.without_middle = lagrange(s, without, 1, -0.5);
  values_.halfway = slopes(s, l, -0.5);
  values_.next = lagrange(s, barycentric(s, 0, last), 0, 0, last);
  values_.from = slopes_at(s, w, last - 1);
  values_.to = slopes_at(s, w, last);

  for (std::size_t g = 0; g < kGauss; ++g) {
    const auto a = lagrange(s, w, 0, kNodes[g]), c = lagrange(s, without, 1, kNodes[g]);
    for (std::size_t i = 0; i < kValues; ++i) {
      values_.integral[i] += kWeights[g] * a[i];
      values_.without_integral[i] += kWeights[g] * c[i];
    }
  }
}

// Hermite's polynomials: (1 - 2 (s - s_i) L_i'(s_i)) L_i^2 and (s - s_i) L_i^2.
void PastPolynomial::set_rates(std::span<const double, kValues> t) {
  constexpr std::size_t last = kValues - 1;
  step_ = t[last] - t[last - 1];
  std::array<double, kRates> r;
  for (std::size_t i = 0; i < kRates; ++i) r[i] = (t[kValues - kRates + i] - t[last]) / step_;
  // Weights serve as long as steps keep their length.
  const bool same = std::equal(r.begin(), r.end(), places_.begin(), [](double a, double b) {
    return std::fabs(a - b) <= kSameLengthOfStep;
  });
  if (same) return;
  places_ = r;
  value_ = rate_ = {};
  for (const std::size_t first : {std::size_t{0}, std::size_t{1}}) {
    const auto b = barycentric(r, first);
    std::array<double, kRates> slope{};
    for (std::size_t i = first; i < kRates; ++i)
      for (std::size_t j = first; j < kRates; ++j)
        if (j != i) slope[i] += 1 / (r[i] - r[j]);
    auto add = [&](double at, double weight, std::array<double, kRates>& of_value,
                   std::array<double, kRates>& of_rate) {
      const auto m = lagrange(r, b, first, at);
      for (std::size_t i = first; i < kRates; ++i) {
        of_value[i] += weight * (1 - 2 * (at - r[i]) * slope[i]) * m[i] * m[i];
        of_rate[i] += weight * (at - r[i]) * m[i] * m[i];
      }
    };
    add(-0.5, 1, first == 0 ? value_.middle : value_.without_middle,
        first == 0 ? rate_.middle : rate_.without_middle);
    for (std::size_t g = 0; g < kGauss; ++g)
      add(kNodes[g], kWeights[g], first == 0 ? value_.integral : value_.without_integral,
          first == 0 ? rate_.integral : rate_.without_integral);
    if (first == 1) continue;
    constexpr std::size_t kBefore = kRates - 1;
    const auto e = lagrange(r, barycentric(r, 0, kBefore), 0, 0, kBefore);
    for (std::size_t i = 0; i < kBefore; ++i) {
      double own = 0;
      for (std::size_t j = 0; j < kBefore; ++j)
        if (j != i) own += 1 / (r[i] - r[j]);
      value_.next[i] = (1 + 2 * r[i] * own) * e[i] * e[i];
      rate_.next[i] = -r[i] * e[i] * e[i];
    }
    const auto m = lagrange(r, b, 0, -0.5);
    const auto d = slopes(r, m, -0.5);
    for (std::size_t i = 0; i < kRates; ++i) {
      const double x = -0.5 - r[i], f = 1 - 2 * x * slope[i];
      value_.halfway[i] = 2 * m[i] * (f * d[i] - slope[i] * m[i]);
      rate_.halfway[i] = m[i] * (m[i] + 2 * x * d[i]);
    }
  }
}

PastPolynomial::Shape PastPolynomial::of_values(std::span<const double, kValues> v) const {
  Shape out;
  const double integral = dot(values_.integral, v);
  out.integral = step_ * integral;
  out.middle = dot(values_.middle, v);
  out.off = std::fmax(std::fabs(out.middle - dot(values_.without_middle, v)),
                      std::fabs(integral - dot(values_.without_integral, v)));
  out.missed = std::fabs(v.back() - dot(values_.next, v));
  out.from = dot(values_.from, v) / step_;
  out.to = dot(values_.to, v) / step_;
  out.halfway = dot(values_.halfway, v) / step_;
  return out;
}

// The result is nan where a value is nan.
PastPolynomial::Shape PastPolynomial::of_middle(double step, const std::array<double, 3>& v,
                                                const std::array<double, 3>& r) {
  const double middle = 0.5 * (v[0] + v[2]) + step / 8 * (r[0] - r[2]);
  const double halfway = 1.5 * (v[2] - v[0]) / step - 0.25 * (r[0] + r[2]);
  Shape out;
  out.integral = step * (7 * v[0] + 16 * v[1] + 7 * v[2]) / 30 + step * step * (r[0] - r[2]) / 60;
  out.middle = v[1];
  out.off = std::fabs(v[1] - middle) + step / 4 * std::fabs(r[1] - halfway);
  out.from = r[0];
  out.to = r[2];
  out.halfway = r[1];
  return out;
}

PastPolynomial::Shape PastPolynomial::of_rates(std::span<const double, kRates> v,
                                               std::span<const double, kRates> rates) const {
  auto both = [&](const std::array<double, kRates>& of_value,
                  const std::array<double, kRates>& of_rate) {
    return dot(of_value, v) + step_ * dot(of_rate, rates);
  };
  Shape out;
  const double integral = both(value_.integral, rate_.integral);
  out.integral = step_ * integral;
  out.middle = both(value_.middle, rate_.middle);
  out.off = std::fmax(std::fabs(out.middle - both(value_.without_middle, rate_.without_middle)),
                      std::fabs(integral - both(value_.without_integral, rate_.without_integral)));
  out.missed = std::fabs(v.back() - both(value_.next, rate_.next));
  out.from = rates[kRates - 2];
  out.to = rates[kRates - 1];
  out.halfway = both(value_.halfway, rate_.halfway) / step_;
  return out;
}

}  // namespace mbs
