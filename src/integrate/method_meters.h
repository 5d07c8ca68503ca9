// What the Adams formulas and the generalised-alpha method make of functions of time: each meter
// integrates the functions by the formulas of its method, beside the motion (step_meter.h).
#pragma once

#include <algorithm>
#include <cstddef>
#include <vector>

#include "integrate/generalised_alpha_weights.h"
#include "integrate/step_meter.h"

namespace mbs {

// Integrates functions of time with the Adams formulas: differences phi of the functions, as
// adams.cpp has differences of f.
template <class Row>
class AdamsMeter {
 public:
  void begin(StepMeter& meter, double t) {
    values_ = static_cast<std::size_t>(meter.count());
    count_ = values_ + static_cast<std::size_t>(meter.loads());
    given_.assign(count_ - values_, 0);
    phi_.assign(count_ * Row{}.size(), 0);
    trial_ = phi_;
    f_.assign(count_, 0);
    meter.values(t, {phi_.data() + count_, values_});
  }

  // Predicts and corrects with the order k and its coefficients.
  void measure(StepMeter& meter, int k, const Row& beta, const Row& g, double h, double t_new,
               std::vector<double>& change) {
    meter.values(t_new, {f_.data(), values_});
    for (std::size_t l = 0; l < count_; ++l) {
      double total = 0, above = 0;
      for (int i = k; i >= 1; --i) {
        const double star = beta[i] * phi_[i * count_ + l];
        total += g[i] * star;
        trial_[i * count_ + l] = above += star;
      }
      change[l] = h * (total + g[k + 1] * (f_[l] - above));
      if (l < given_.size()) f_[values_ + l] = given_[l] + h * total;  // as predicted
    }
    for (std::size_t l = 0; l < given_.size(); ++l) {
      f_[values_ + l] = given_[l] + change[l];  // as corrected
      change[values_ + l] -= h * given_[l];
    }
  }

  void accept(int k) {
    std::copy_n(f_.begin() + static_cast<std::ptrdiff_t>(values_), given_.size(), given_.begin());
    for (std::size_t l = 0; l < count_; ++l) {
      const double top = f_[l] - trial_[count_ + l];
      trial_[(k + 1) * count_ + l] = top;
      trial_[(k + 2) * count_ + l] = top - phi_[(k + 1) * count_ + l];
      for (int i = 1; i <= k; ++i) trial_[i * count_ + l] += top;
    }
    phi_.swap(trial_);
  }

 private:
  std::size_t count_ = 0, values_ = 0;
  std::vector<double> given_;            // integrals of the loads so far
  std::vector<double> phi_, trial_, f_;  // rows from 1, of count_ numbers
};

// Integrates functions of time with the generalised-alpha method: the rates are those of
// generalised_alpha.cpp for an f that reads the time alone.
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
