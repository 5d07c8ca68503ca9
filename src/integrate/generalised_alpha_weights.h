// Weights and algorithmic rates of the generalised-alpha method for equations of first order
// (Jansen, Whiting and Hulbert 2000). rho: the part of the fastest oscillations that is left after
// a step, 0 to 1.
#pragma once

#include <algorithm>
#include <cstddef>
#include <vector>

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

  // The rate at the end over that at the start with which the integral stays constant.
  double steady() const { return 1 - 1 / gamma; }
  // How far a unit change of a rate moves its position; second: the rate is an acceleration, else a
  // first-order rate.
  double reach(bool second, double h) const { return second ? by_rate * h * h : gamma * h; }
};

// The algorithmic rates of the components that a step solves for.
class AlgorithmicRates {
 public:
  explicit AlgorithmicRates(std::size_t n) : start(n), end(n), last_(n), before_(n) {}
  std::vector<double> start, end;  // of the step that is being made

  // rate(i): f of component i at the last state.
  template <class Rate>
  void begin(const Rate& rate) {
    for (std::size_t i = 0; i < last_.size(); ++i) last_[i] = before_[i] = rate(i);
    step_ = 0;
  }
  template <class Rate>
  void start_from(double h, const Rate& rate) {
    const double ratio = growth(h);
    for (std::size_t i = 0; i < start.size(); ++i) {
      const double f = rate(i);
      start[i] = f + ratio * (last_[i] - f);
    }
  }
  void accept(double h) {
    before_.swap(start);
    last_.swap(end);
    step_ = h;
  }
  double step() const { return step_; }  // the last one accepted; 0: none
  // Of the step from the last one to h, as the rates see it.
  double growth(double h) const { return step_ == 0 ? 0 : std::min(h / step_, kMostGrowth); }
  // The rate at the end as the step before foretells it.
  double foretold(std::size_t i, double growth) const {
    return start[i] + growth * (start[i] - before_[i]);
  }
  // Whether foretold() was a better guess of the step just made, for the components from `first`
  // on, than rates with which their integrals stay.
  bool were_foretold(std::size_t first, double h, const GeneralisedAlphaWeights& weights) const {
    const double ratio = growth(h), steady = weights.steady();
    double ahead = 0, stay = 0;
    for (std::size_t i = first; i < end.size(); ++i) {
      const double left = foretold(i, ratio) - end[i], on = steady * start[i] - end[i];
      ahead += left * left, stay += on * on;
    }
    return ahead < stay;
  }

 private:
  static constexpr double kMostGrowth = 2;
  std::vector<double> last_, before_;  // of the last state, and as the last step began
  double step_ = 0;
};

}  // namespace mbs
