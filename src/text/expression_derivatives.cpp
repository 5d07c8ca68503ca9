#include "text/expression_derivatives.h"

#include <cmath>

#include "text/expression_rises.h"

namespace mbs {
namespace {

constexpr double kLn10 = 2.302585092994045684;

double square(double x) { return x * x; }

// c a^p; 0 for c = 0 even if the power is infinite. p = 1 (slope of a square) is the most frequent.
double term(double c, double a, double p) {
  if (c == 0 || p == 0) return c;
  return p == 1 ? c * a : c * std::pow(a, p);
}

// a^b log(a)^n; the limit 0 at a = 0 for b > 0.
double power_times_log(double f, double a, double b, int n) {
  if (a == 0 && b > 0) return 0;
  const double log = std::log(a);
  return f * (n == 2 ? log * log : log);
}

Slopes slopes_of_power(double a, double b, double f, bool in_b) {
  return {term(b, a, b - 1), in_b ? power_times_log(f, a, b, 1) : 0};
}

Curvatures curvatures_of_power(double a, double b, double f, bool in_b) {
  Curvatures c{term(b * (b - 1), a, b - 2), 0, 0};
  if (!in_b) return c;
  c.ab = a == 0 && b > 1 ? 0 : std::pow(a, b - 1) * (1 + b * std::log(a));
  c.bb = power_times_log(f, a, b, 2);
  return c;
}

}  // namespace

Slopes slopes(Operation operation, double a, double b, double f, bool in_b) {
  using enum Operation;
  switch (operation) {
    case negate:
      return {-1, 0};
    case add:
      return {1, 1};
    case subtract:
      return {1, -1};
    case multiply:
      return {b, a};
    case divide:
      return {1 / b, -f / b};
    case power:
      return slopes_of_power(a, b, f, in_b);
    case sine:
      return {std::cos(a), 0};
    case cosine:
      return {-std::sin(a), 0};
    case tangent:
      return {1 + f * f, 0};
    case arc_sine:
      return {1 / std::sqrt((1 - a) * (1 + a)), 0};
    case arc_cosine:
      return {-1 / std::sqrt((1 - a) * (1 + a)), 0};
    case arc_tangent:
      return {1 / (1 + a * a), 0};
    case arc_tangent2: {  // a = y, b = x
      const double r = std::hypot(a, b);
      return {b / r / r, -a / r / r};
    }
    case hyperbolic_sine:
      return {std::cosh(a), 0};
    case hyperbolic_cosine:
      return {std::sinh(a), 0};
    case hyperbolic_tangent:
      return {1 / square(std::cosh(a)), 0};
    case exponential:
      return {f, 0};
    case logarithm:
      return {1 / a, 0};
    case logarithm10:
      return {1 / (a * kLn10), 0};
    case root:
      return {0.5 / f, 0};
    case magnitude:
      return {a < 0 ? -1.0 : 1.0, 0};
    case remainder:
      return {1, -std::trunc(a / b)};
    case hypotenuse:
      return f == 0 ? Slopes{} : Slopes{a / f, b / f};
    case minimum:
      return b < a ? Slopes{0, 1} : Slopes{1, 0};
    case maximum:
      return a < b ? Slopes{0, 1} : Slopes{1, 0};
    default:
      return is_rise(operation) ? Slopes{evaluate_rise(operation, a).slope, 0} : Slopes{};
  }
}

Curvatures curvatures(Operation operation, double a, double b, double f, bool in_b) {
  using enum Operation;
  const auto of_one = [](double aa) { return Curvatures{aa, 0, 0}; };
  switch (operation) {
    case multiply:
      return {0, 1, 0};
    case divide:
      return {0, -1 / (b * b), 2 * f / (b * b)};
    case power:
      return curvatures_of_power(a, b, f, in_b);
    case sine:
    case cosine:
      return of_one(-f);
    case tangent:
      return of_one(2 * f * (1 + f * f));
    case arc_sine:
    case arc_cosine: {
      const double s = 1 / std::sqrt((1 - a) * (1 + a));
      return of_one((operation == arc_sine ? a : -a) * s * s * s);
    }
    case arc_tangent:
      return of_one(-2 * a / square(1 + a * a));
    case arc_tangent2: {
      const double r = std::hypot(a, b), s = a / r, c = b / r;
      return {-2 * s * c / r / r, (s - c) * (s + c) / r / r, 2 * s * c / r / r};
    }
    case hyperbolic_sine:
    case hyperbolic_cosine:
    case exponential:
      return of_one(f);
    case hyperbolic_tangent:
      return of_one(-2 * f / square(std::cosh(a)));
    case logarithm:
      return of_one(-1 / (a * a));
    case logarithm10:
      return of_one(-1 / (a * a * kLn10));
    case root:
      return of_one(-0.25 / (f * a));
    case hypotenuse: {
      if (f == 0) return {};
      const double c = a / f, s = b / f;
      return {s * s / f, -s * c / f, c * c / f};
    }
    default:
      return is_rise(operation) ? of_one(evaluate_rise(operation, a).curvature) : Curvatures{};
  }
}

}  // namespace mbs
