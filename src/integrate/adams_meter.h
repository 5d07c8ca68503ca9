// Integrates functions of time with the Adams formulas: differences phi of the functions, as
// adams.cpp has differences of f.
#pragma once

#include <algorithm>
#include <cstddef>
#include <vector>

#include "integrate/step_meter.h"

namespace mbs {

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

}  // namespace mbs
