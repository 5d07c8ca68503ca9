// The quintic through values, slopes and second derivatives at both ends of a stretch, by its
// Bernstein coefficients: it lies between the least and the largest of them.
#pragma once

#include <array>
#include <cstddef>

namespace mbs {

struct Jet {
  double value = 0, rate = 0, second = 0;  // by t
};

using Quintic = std::array<double, 6>;

inline Quintic quintic(const Jet& a, const Jet& b, double h) {
  return {a.value,
          a.value + h * a.rate / 5,
          a.value + 2 * h * a.rate / 5 + h * h * a.second / 20,
          b.value - 2 * h * b.rate / 5 + h * h * b.second / 20,
          b.value - h * b.rate / 5,
          b.value};
}

// The Bernstein polynomials at the part s of the stretch, 0 to 1.
constexpr Quintic bernstein_weights(double s) {
  const double r = 1 - s;
  return {r * r * r * r * r,      5 * r * r * r * r * s, 10 * r * r * r * s * s,
          10 * r * r * s * s * s, 5 * r * s * s * s * s, s * s * s * s * s};
}

inline double weighted(const Quintic& p, const Quintic& weights) {
  double sum = 0;
  for (std::size_t k = 0; k < p.size(); ++k) sum += p[k] * weights[k];
  return sum;
}

// Largest error of a Hermite quintic that is off by `seen` at s: the error goes as s^3 (1 - s)^3.
constexpr double error_share(double s) {
  const double r = s * (1 - s);
  return 64 * r * r * r;
}

// A lower bound of all functions within error * 64 s^3 (1 - s)^3 of p. As s^3 (1 - s)^3 is at most
// B_2/10 and at most B_3/10, B the Bernstein polynomials of degree 5, it is enough to lower the
// larger one of these two coefficients.
inline Quintic lowered(Quintic p, double error) {
  p[p[2] > p[3] ? 2 : 3] -= 6.4 * error;
  return p;
}

// The polynomial p on the part 0 to s of its stretch (de Casteljau).
inline Quintic cut_at(Quintic p, double s) {
  for (std::size_t order = 1; order < p.size(); ++order)
    for (std::size_t k = p.size() - 1; k >= order; --k) p[k] = p[k - 1] + s * (p[k] - p[k - 1]);
  return p;
}

}  // namespace mbs
