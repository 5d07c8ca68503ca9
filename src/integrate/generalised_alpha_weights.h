// Weights of the generalised-alpha method for equations of first order (Jansen, Whiting and Hulbert
// 2000). rho: the part of the fastest oscillations that is left after a step, 0 to 1.
#pragma once

namespace mbs {

struct GeneralisedAlphaWeights {
  double alpha_m, alpha_f, gamma;
  double by_rate;  // b of generalised_alpha.cpp
  double error;    // error of a step = this * h^3 * third derivative

  explicit GeneralisedAlphaWeights(double rho)
      : alpha_m((3 * rho - 1) / (2 * (rho + 1))),
        alpha_f(rho / (rho + 1)),
        gamma(1 / (rho + 1)),
        by_rate(gamma * gamma * (1 - alpha_f) / (1 - alpha_m)),
        error(1. / 12 + (alpha_f - alpha_m) * (alpha_f - alpha_m)) {}

  // How far a unit change of a rate moves its position; second: the rate is an acceleration, else a
  // first-order rate.
  double reach(bool second, double h) const { return second ? by_rate * h * h : gamma * h; }
};

}  // namespace mbs
