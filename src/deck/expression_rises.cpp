#include "deck/expression_rises.h"

#include <cmath>

namespace mbs {

namespace {

constexpr double kPi = 3.14159265358979323846;

// Modified sine: quarters of a fast sine wave at both ends, a slow one between.
void modified_sine(double u, double out[3]) {
  const double k = 1 / (4 + kPi);
  if (u >= 0.125 && u < 0.875) {
    const double a = 4 * kPi / 3, angle = a * u - kPi / 6;
    out[0] = k * (2 + kPi * u - 2.25 * std::cos(angle));
    out[1] = k * (kPi + 2.25 * a * std::sin(angle));
    out[2] = k * 2.25 * a * a * std::cos(angle);
    return;
  }
  const double a = 4 * kPi;
  out[0] = k * (kPi * u - std::sin(a * u) / 4 + (u < 0.5 ? 0 : 4));
  out[1] = k * (kPi - a * std::cos(a * u) / 4);
  out[2] = k * a * a * std::sin(a * u) / 4;
}

}  // namespace

void evaluate_rise(Operation rise, double u, double out[3]) {
  if (!(u > 0 && u < 1)) {
    out[0] = u <= 0 ? 0 : u >= 1 ? 1 : u;  // nan stays nan
    out[1] = out[2] = 0;
    return;
  }
  switch (rise) {
    case Operation::rise_harmonic:
      out[0] = (1 - std::cos(kPi * u)) / 2;
      out[1] = kPi * std::sin(kPi * u) / 2;
      out[2] = kPi * kPi * std::cos(kPi * u) / 2;
      return;
    case Operation::rise_cycloidal:
      out[0] = u - std::sin(2 * kPi * u) / (2 * kPi);
      out[1] = 1 - std::cos(2 * kPi * u);
      out[2] = 2 * kPi * std::sin(2 * kPi * u);
      return;
    case Operation::rise_345:
      out[0] = u * u * u * (10 + u * (6 * u - 15));
      out[1] = 30 * u * u * (1 - u) * (1 - u);
      out[2] = 60 * u * (1 - u) * (1 - 2 * u);
      return;
    case Operation::rise_4567:
      out[0] = u * u * u * u * (35 + u * (u * (70 - 20 * u) - 84));
      out[1] = 140 * std::pow(u * (1 - u), 3);
      out[2] = 420 * u * u * (1 - u) * (1 - u) * (1 - 2 * u);
      return;
    default:
      return modified_sine(u, out);
  }
}

}  // namespace mbs
