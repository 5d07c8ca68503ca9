// Integrates functions of time with the generalised-alpha method: the rates are those of
// generalised_alpha.cpp for an f that reads the time alone.
#pragma once

#include <cstddef>
#include <vector>

#include "integrate/generalised_alpha_weights.h"
#include "integrate/step_meter.h"

namespace mbs {

class GeneralisedAlphaMeter {
 public:
  void begin(StepMeter& meter, double t) {
    values_ = static_cast<std::size_t>(meter.count());
    const std::size_t n = values_ + static_cast<std::size_t>(meter.loads());
    for (auto* v : {&f_, &r_, &f_new_, &r_new_}) v->assign(n, 0);
    meter.values(t, {f_.data(), values_});
    r_ = f_;
  }
  // ratio: this step over the one before, 0 for the first step.
  void measure(StepMeter& meter, const GeneralisedAlphaWeights& w, double h, double ratio,
               double t_new, std::vector<double>& change) {
    meter.values(t_new, {f_new_.data(), values_});
    for (std::size_t k = 0; k < f_.size(); ++k) {
      const double start = f_[k] + ratio * (r_[k] - f_[k]);
      r_new_[k] =
          ((1 - w.alpha_f) * f_new_[k] + w.alpha_f * f_[k] - w.alpha_m * start) / (1 - w.alpha_m);
      change[k] = h * ((1 - w.gamma) * start + w.gamma * r_new_[k]);
      // A way has the integral of its load for its rate.
      if (values_ + k < f_.size()) f_new_[values_ + k] = f_[values_ + k] + change[k];
      if (k >= values_) change[k] -= h * f_[k];
    }
  }
  void accept() {
    f_.swap(f_new_);
    r_.swap(r_new_);
  }

 private:
  std::size_t values_ = 0;
  std::vector<double> f_, r_, f_new_, r_new_;
};

}  // namespace mbs
