// A smooth function on an interval, from its values at nine Chebyshev points: the polynomial
// through them, how well it is resolved, its integral and its extremes (Trefethen, Approximation
// Theory and Approximation Practice, chapters 3, 8, 19).
#pragma once

#include <array>
#include <cstddef>

namespace mbs {

class Chebyshev {
 public:
  static constexpr int kDegree = 8;
  static constexpr std::size_t kPoints = kDegree + 1, kLast = kPoints - 1;
  using Values = std::array<double, kPoints>;

  // Point k in [-1, 1], ascending, both ends included.
  static const Values& points();

  explicit Chebyshev(const Values& values);

  double operator()(double s) const;
  double slope(double s) const;
  // Size of the last coefficients: an estimate of the error for a smooth function.
  double tail() const;
  // The same for any function: the more, the slower the coefficients become smaller, as those of a
  // function with a kink do.
  double error() const;
  // A bound of |value - mean value| in [-1, 1].
  double reach() const;
  double middle() const { return c_[0]; }
  // The integral over [-1, 1].
  double integral() const { return integral(-1, 1); }
  double integral(double from, double to) const;
  // Finds the places inside (-1, 1), ascending, where the derivative (extremes) or the polynomial
  // itself (zeros) is zero. Returns their number.
  int extremes(Values& places) const;
  int zeros(Values& places) const;

 private:
  Chebyshev() = default;
  static double sum(const Values& c, double s);
  Values derivative() const;
  static int zeros_of(const Values& c, Values& places);
  double antiderivative(double s) const;

  Values c_{};
};

}  // namespace mbs
