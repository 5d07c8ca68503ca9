// DOP853: explicit Runge-Kutta of order 8 with error estimates of orders 5 and 3 and dense output
// of order 7 (Hairer, Norsett, Wanner, Solving ODEs I, II.5 and II.6).
//
// Errors are measured in the largest component, not in the mean, so that one moving body among many
// at rest keeps its tolerance.
#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "integrate/controlled_step.h"
#include "integrate/dop853_coefficients.h"
#include "integrate/methods.h"

namespace mbs {
namespace {

using dop853::kDense;
using dop853::kDenseStages;
using dop853::kStages;

// What a stage counts in the change of y over the step, and in that of the integral of y, where the
// rates read the time alone.
struct Weights {
  std::array<double, kStages> once{}, twice{};
};
constexpr Weights weights_of_stages() {
  Weights out;
  for (auto term = dop853::kFirst[kStages]; term < dop853::kFirst[kStages + 1]; ++term) {
    const auto [stage, weight] = dop853::kTerms[term];
    out.once[stage] += weight;
    for (auto before = dop853::kFirst[stage]; before < dop853::kFirst[stage + 1]; ++before)
      out.twice[dop853::kTerms[before].stage] += weight * dop853::kTerms[before].weight;
  }
  return out;
}
constexpr Weights kWeights = weights_of_stages();

class Dop853 final : public Integrator {
 public:
  Dop853(const OdeSystem& system, const IntegratorSettings& settings)
      : Integrator(system, settings),
        n_(y_.size()),
        k_(n_ * kDenseStages),
        polynomial_(n_ * kDense.size()) {}

 private:
  static constexpr StepRule kRule = {1.0 / 8, 0.3, 6, false};

  void begin() override {
    stats_.order = 8;
    dense_ready_ = false;
    smooth_e3_ = std::numeric_limits<double>::infinity();
    h_next_ = first_step(8);
  }

  StepStatus advance() override {
    std::copy(f_.begin(), f_.end(), k_.begin());
    const StepStatus status =
        controlled_step(kRule, [this](double h, double t_new) { return attempt(h, t_new); });
    if (status.ok()) {
      dense_ready_ = false;
      smooth_e3_ = e3_ / fourth_power(t_ - t_old_);
      std::copy(f_.begin(), f_.end(), stage(kStages).begin());
    }
    return status;
  }

  void measure(double h, double t_new) override {
    std::fill(meter_change_.begin(), meter_change_.end(), 0.0);
    const std::size_t n = meter_value_.size();
    for (std::size_t s = 0; s < kStages; ++s) {
      const double weight = kWeights.once[s], twice = kWeights.twice[s];
      if (weight == 0 && twice == 0) continue;
      meter_->values(s == kStages - 1 ? t_new : t_ + dop853::kC[s] * h, meter_value_);
      for (std::size_t k = 0; k < n; ++k) meter_change_[k] += h * weight * meter_value_[k];
      for (std::size_t k = n; k < meter_change_.size(); ++k)
        meter_change_[k] += h * h * twice * meter_value_[k - n];
    }
  }

  Vector stage(std::size_t s) { return {k_.data() + s * n_, n_}; }

  // to = y + h (sum of the terms of stage s)
  void combine(std::size_t s, double h, const std::vector<double>& y, Vector to) {
    std::fill(to.begin(), to.end(), 0.0);
    for (auto term = dop853::kFirst[s]; term < dop853::kFirst[s + 1]; ++term) {
      const auto [from, a] = dop853::kTerms[term];
      const Vector k = stage(from);
      for (std::size_t i = 0; i < n_; ++i) to[i] += a * k[i];
    }
    for (std::size_t i = 0; i < n_; ++i) to[i] = y[i] + h * to[i];
  }

  ErrorRatio attempt(double h, double t_new) {
    for (std::size_t s = 1; s < kStages; ++s) {
      combine(s, h, y_, scratch_);
      const double t = s == kStages - 1 ? t_new : t_ + dop853::kC[s] * h;
      const EvalStatus eval = evaluate(t, scratch_, stage(s));
      if (!eval.ok()) return {eval, 0, -1};
    }
    combine(kStages, h, y_, y_new_);
    return error_ratio(h);
  }

  static double fourth_power(double h) { return h * h * h * h; }

  // The estimate of order 5 over that of order 3 is the order that both have beyond order 5 where
  // the motion is smooth. A kink raises the estimate of order 3 suddenly, and may leave that of
  // order 5 small by chance: then the latter counts as it is.
  ErrorRatio error_ratio(double h) {
    constexpr double kSuddenly = 10;
    ErrorRatio worst;
    double e5_max = 0, e3_max = 0;
    for (std::size_t i = 0; i < n_; ++i) {
      double e5 = 0, e3 = 0;
      for (std::size_t s = 0; s < kStages; ++s) {
        e5 += dop853::kError5[s] * k_[s * n_ + i];
        e3 += dop853::kError3[s] * k_[s * n_ + i];
      }
      const double size = std::max(std::abs(y_[i]), std::abs(y_new_[i]));
      const double scale = std::abs(h) / error_weights_.at(i, size);
      // Written so that a NaN stays in the maximum and is seen by the step loop.
      if (!(std::abs(e5) * scale <= e5_max)) {
        e5_max = std::abs(e5) * scale;
        worst.component = static_cast<int>(i);
      }
      if (!(std::abs(e3) * scale <= e3_max)) e3_max = std::abs(e3) * scale;
    }
    const double mixed = std::hypot(e5_max, 0.1 * e3_max);
    worst.value = mixed == 0 ? 0 : e5_max * (e5_max / mixed);
    if (e3_max > kSuddenly * smooth_e3_ * fourth_power(h))
      worst.value = std::max(worst.value, e5_max);
    e3_ = e3_max;
    return worst;
  }

  // The stages of dense output start from the beginning of the step, like all others.
  EvalStatus prepare_dense() {
    const double h = t_ - t_old_;
    for (std::size_t s = kStages + 1; s < kDenseStages; ++s) {
      combine(s, h, y_old_, scratch_);
      const double t = t_old_ + dop853::kC[s] * h;
      const EvalStatus eval = evaluate(t, scratch_, stage(s));
      if (!eval.ok()) return eval;
    }
    for (std::size_t j = 0; j < kDense.size(); ++j) {
      double* to = polynomial_.data() + j * n_;
      std::fill(to, to + n_, 0.0);
      for (std::size_t s = 0; s < kDenseStages; ++s) {
        const double d = h * kDense[j][s];
        if (d == 0) continue;
        for (std::size_t i = 0; i < n_; ++i) to[i] += d * k_[s * n_ + i];
      }
    }
    drop_amplified(h);
    dense_ready_ = true;
    return {};
  }

  // In a mechanism at rest a step may be far longer than the method is stable for: its stages
  // amplify rounding, the last ones most. A component of the dense output that is far from the last
  // stage, by more than the ends of the step explain, becomes the cubic through these ends.
  // scratch_: the last stage.
  void drop_amplified(double h) {
    constexpr double kFar = 100;  // tolerances
    for (std::size_t i = 0; i < n_; ++i) {
      const double off = std::abs(at(i, dop853::kC[kDenseStages - 1]) - scratch_[i]);
      const double ends =
          std::abs(y_[i] - y_old_[i]) + std::abs(h) * (std::abs(f_old_[i]) + std::abs(f_[i]));
      if (off <= kFar * error_weights_.at(i, y_[i]) || off <= ends) continue;
      for (std::size_t j = 0; j < kDense.size(); ++j) polynomial_[j * n_ + i] = 0;
    }
  }

  // Component i of the dense output at the part s of the step.
  double at(std::size_t i, double s) const {
    const double h = t_ - t_old_, r = 1 - s;
    const double* const p = polynomial_.data() + i;
    const double high = p[0] + s * (p[n_] + r * (p[2 * n_] + s * p[3 * n_]));
    const double d = y_[i] - y_old_[i];
    const double left = h * f_old_[i] - d;
    const double right = d - h * f_[i] - left;
    return y_old_[i] + s * (d + r * (left + s * (right + r * high)));
  }

  EvalStatus dense(double t, Vector y) override {
    if (!dense_ready_) {
      const EvalStatus eval = prepare_dense();
      if (!eval.ok()) return eval;
    }
    const double s = (t - t_old_) / (t_ - t_old_);
    for (std::size_t i = 0; i < n_; ++i) y[i] = at(i, s);
    return {};
  }

  std::size_t n_;
  std::vector<double> k_, polynomial_;
  // The error estimate of order 3 of the last trial, and of the last step over the fourth power of
  // its length.
  double e3_ = 0, smooth_e3_ = 0;
  bool dense_ready_ = false;
};

}  // namespace

std::unique_ptr<Integrator> make_dop853(const OdeSystem& system,
                                        const IntegratorSettings& settings) {
  return std::make_unique<Dop853>(system, settings);
}

}  // namespace mbs
