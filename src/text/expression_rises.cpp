#include "text/expression_rises.h"

#include <cmath>

#include "text/number.h"

namespace mbs {

namespace {

// Modified sine: quarters of a fast sine wave at both ends, a slow one between.
Rise modified_sine(double u) {
  const double k = 1 / (4 + kPi);
  if (u >= 0.125 && u < 0.875) {
    const double a = 4 * kPi / 3, angle = a * u - kPi / 6;
    return {k * (2 + kPi * u - 2.25 * std::cos(angle)), k * (kPi + 2.25 * a * std::sin(angle)),
            k * 2.25 * a * a * std::cos(angle)};
  }
  const double a = 4 * kPi;
  return {k * (kPi * u - std::sin(a * u) / 4 + (u < 0.5 ? 0 : 4)),
          k * (kPi - a * std::cos(a * u) / 4), k * a * a * std::sin(a * u) / 4};
}

}  // namespace

bool is_rise(Operation operation) {
  return operation >= Operation::rise_harmonic && operation <= Operation::rise_modsine;
}

Rise evaluate_rise(Operation rise, double u) {
  if (!(u > 0 && u < 1)) return {u <= 0 ? 0 : u >= 1 ? 1 : u, 0, 0};  // nan stays nan
  switch (rise) {
    case Operation::rise_harmonic:
      return {(1 - std::cos(kPi * u)) / 2, kPi * std::sin(kPi * u) / 2,
              kPi * kPi * std::cos(kPi * u) / 2};
    case Operation::rise_cycloidal:
      return {u - std::sin(2 * kPi * u) / (2 * kPi), 1 - std::cos(2 * kPi * u),
              2 * kPi * std::sin(2 * kPi * u)};
    case Operation::rise_345:
      return {u * u * u * (10 + u * (6 * u - 15)), 30 * u * u * (1 - u) * (1 - u),
              60 * u * (1 - u) * (1 - 2 * u)};
    case Operation::rise_4567:
      return {u * u * u * u * (35 + u * (u * (70 - 20 * u) - 84)), 140 * std::pow(u * (1 - u), 3),
              420 * u * u * (1 - u) * (1 - u) * (1 - 2 * u)};
    default:
      return modified_sine(u);
  }
}

}  // namespace mbs
