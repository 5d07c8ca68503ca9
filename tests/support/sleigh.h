// Chaplygin's sleigh in closed form: a body of mass m and moment of inertia J on a knife edge that
// lies a behind its centre of mass.
#pragma once

#include <cmath>

namespace mbs::test {

// With v along the blade and w, I = J + m a^2:  vd = a w^2,  wd = -m a v w / I, so that
//   v = V tanh(s),  w = V sqrt(m / I) / cosh(s),  sd = m a V / I.
struct Sleigh {
  // [kg], [kg m^2], [m], [m/s]; where s begins.
  static constexpr double kMass = 2, kInertia = 0.3, kBehind = 0.4, kFastest = 1.5, kStart = -2;
  double v, w, phi;
};
inline Sleigh sleigh_at(double t) {
  const double I = Sleigh::kInertia + Sleigh::kMass * Sleigh::kBehind * Sleigh::kBehind;
  const double s = Sleigh::kStart + Sleigh::kMass * Sleigh::kBehind * Sleigh::kFastest / I * t;
  const auto turn = [&](double at) {
    return std::sqrt(I / Sleigh::kMass) / Sleigh::kBehind * 2 * std::atan(std::tanh(at / 2));
  };
  return {Sleigh::kFastest * std::tanh(s),
          Sleigh::kFastest * std::sqrt(Sleigh::kMass / I) / std::cosh(s),
          turn(s) - turn(Sleigh::kStart)};
}

}  // namespace mbs::test
