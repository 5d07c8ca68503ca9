// STEP: variable-order variable-step Adams predictor-corrector in PECE mode with local
// extrapolation, orders 1 to 12 (Shampine and Gordon, Computer Solution of Ordinary Differential
// Equations, 1975, chapters 5 to 7 and 10). Notation of the book: phi_i modified divided
// differences of f, psi_i sums of the last i steps, alpha, beta, sigma, g, gamma*.
//
// Choices that differ from the book. Differences of a trial step go to a second array that replaces
// the first when the step is accepted, so a failed step has nothing to undo. Sums are compensated
// always (the book does so for strict tolerances only). Errors are measured in the largest
// component. The state is projected before the second evaluation, so the differences are those of f
// at projected states and a projection costs no extra evaluation.
#include <algorithm>
#include <array>
#include <cmath>

#include "integrate/lanes.h"
#include "integrate/method_meters.h"
#include "integrate/methods.h"

namespace mbs {
namespace {

constexpr int kMaxOrder = 12;
// Beside laws that may be narrow, a step below this part of the last one begins anew at order 1:
// its error at a higher order is judged by differences over the long steps before it.
constexpr double kBeginsAnew = 1.0 / 16;
using Row = std::array<double, kMaxOrder + 3>;  // indexed from 1, as in the book

// |gamma*_i|, the error constants of the Adams-Moulton formulas with constant step.
constexpr Row adams_moulton_constants() {
  Row gamma{};
  gamma[0] = 1;
  for (std::size_t i = 1; i < gamma.size(); ++i) {
    for (std::size_t j = 0; j < i; ++j) gamma[i] -= gamma[j] / static_cast<double>(i + 1 - j);
  }
  for (double& g : gamma) g = g < 0 ? -g : g;
  return gamma;
}
constexpr Row kGammaStar = adams_moulton_constants();

// Finds rows 1 to k of the predicted differences `to` from those of the last step (`from`), both of
// n numbers a row, and their sum with the weights g:
//   to_i = beta_i from_i + to_(i + 1), to_(k + 1) = 0,
//   sum = g_k beta_k from_k + ... + g_1 beta_1 from_1
// `count` columns are done at a time, so that the sums stay in the processor.
template <std::size_t count>
void predict_columns(int k, std::size_t n, const Row& beta, const Row& g, const double* from,
                     double* to, double* sum) {
  double total[count] = {}, above[count] = {};
  for (int i = k; i >= 1; --i) {
    for (std::size_t j = 0; j < count; ++j) {
      const double star = beta[i] * from[i * n + j];
      total[j] += g[i] * star;
      above[j] += star;
    }
    for (std::size_t j = 0; j < count; ++j) to[i * n + j] = above[j];
  }
  for (std::size_t j = 0; j < count; ++j) sum[j] = total[j];
}

// Adds a row of n numbers to rows 1 to k.
template <std::size_t count>
void add_columns(int k, std::size_t n, const double* __restrict row, double* __restrict to) {
  for (int i = 1; i <= k; ++i) {
    to += n;
    for (std::size_t j = 0; j < count; ++j) to[j] += row[j];
  }
}

class Adams final : public Integrator {
 public:
  Adams(const OdeSystem& system, const IntegratorSettings& settings)
      : Integrator(system, settings),
        n_(y_.size()),
        phi_(n_ * Row{}.size()),
        trial_(phi_.size()),
        carry_(n_),
        carry_trial_(n_),
        predicted_(n_),
        gap_(n_),
        weight_(n_),
        inverse_(n_),
        difference_(n_) {}

 private:
  struct Errors {
    double at_order = 0, lower = 0, lowest = 0;  // error estimates at orders k, k - 1, k - 2
    double step = 0;                             // of the step itself, without extrapolation
  };

  void begin() override {
    k_ = 1;
    k_done_ = 0;
    constant_steps_ = 0;
    h_done_ = 0;
    starting_ = true;
    gap_known_ = false;
    std::fill(phi_.begin(), phi_.end(), 0.0);
    std::copy(f_.begin(), f_.end(), phi(1));
    std::fill(carry_.begin(), carry_.end(), 0.0);
    psi_.fill(0);
    coefficients_ = {};
    std::fill(difference_.begin(), difference_.end(), 0.0);
    h_next_ = first_step(1);
  }

  void begin_meter() override { measured_.begin(*meter_, t_); }
  void measure(double h, double t_new) override {
    set_coefficients(h);
    measured_.measure(*meter_, k_, beta_, g_, h, t_new, meter_change_);
  }

  double* phi(int i) { return phi_.data() + i * n_; }
  double* trial(int i) { return trial_.data() + i * n_; }

  StepStatus advance() override {
    StepControl::Planned p = control_.plan(t_, h_next_, false);
    if (control_.underflows(t_, p))
      return failure(StepKind::step_too_small, p.h, {EvalKind::ok, worst_component(), 0});
    error_weights_.find(y_, weight_);
    for (std::size_t l = 0; l < n_; ++l) inverse_[l] = 1 / weight_[l];
    for (int failures = 0;;) {
      if (!control_.spend()) return failure(StepKind::too_many_steps, p.h, {});
      shorten(p);
      if (guard_ && std::abs(p.h) < kBeginsAnew * std::abs(h_done_)) k_ = 1;
      if (!meter_) set_coefficients(p.h);  // which the meter sets, too
      predict(p.h);
      EvalStatus eval = evaluate(p.t_new, predicted_, f_new_);
      Errors error;
      bool passed = false;
      if (eval.ok()) {
        error = estimate(p.h);
        passed = error.step <= 1;
        if (!std::isfinite(error.step)) eval.kind = EvalKind::non_finite;
      }
      if (passed) {
        correct(p.h);
        eval = project_and_evaluate(p.t_new);
        if (eval.ok()) return accept(p, error);
      }
      ++stats_.rejected;
      if (eval.kind == EvalKind::failed) return failure(StepKind::rhs_failed, p.h, eval);
      if (eval.ok()) eval.component = worst_component();
      const double h = after_failure(++failures, p.h, error, eval);
      if (std::abs(h) < control_.hmin(t_)) return failure(StepKind::step_too_small, h, eval);
      p = control_.plan(t_, h, false);
    }
  }

  // Finds psi, alpha, beta, sigma and g for a step h at order k (chapter 5).
  void set_coefficients(double h) {
    constant_steps_ = h == h_done_ ? std::min(constant_done_ + 1, kMaxOrder + 2) : 1;
    // After so many equal steps the coefficients no longer change.
    const Coefficients now{h, k_, constant_steps_ > k_};
    if (now.are_lasting && now == coefficients_) return;
    coefficients_ = now;
    Row alpha{}, w{};
    psi_trial_[1] = h;
    beta_[1] = sigma_[1] = 1;
    for (int i = 1; i <= k_; ++i) {
      if (i > 1) {
        psi_trial_[i] = psi_[i - 1] + h;
        beta_[i] = beta_[i - 1] * psi_trial_[i - 1] / psi_[i - 1];
      }
      alpha[i] = h / psi_trial_[i];
      sigma_[i + 1] = i * alpha[i] * sigma_[i];
    }
    for (int q = 1; q <= k_; ++q) w[q] = 1.0 / (q * (q + 1));
    g_[1] = 1;
    g_[2] = w[1];
    for (int i = 3; i <= k_ + 1; ++i) {
      for (int q = 1; q <= k_ + 2 - i; ++q) w[q] -= alpha[i - 1] * w[q + 1];
      g_[i] = w[1];
    }
  }

  // Predicted differences in trial_, predicted y with its rounding error in carry_trial_.
  void predict(double h) {
    std::size_t begin = 0;
    for (; begin + kLanes <= n_; begin += kLanes)
      predict_columns<kLanes>(k_, n_, beta_, g_, phi(0) + begin, trial(0) + begin,
                              &scratch_[begin]);
    for (; begin < n_; ++begin)
      predict_columns<1>(k_, n_, beta_, g_, phi(0) + begin, trial(0) + begin, &scratch_[begin]);
    for (std::size_t l = 0; l < n_; ++l) {
      const double change = h * scratch_[l] - carry_[l];
      predicted_[l] = y_[l] + change;
      carry_trial_[l] = (predicted_[l] - y_[l]) - change;
    }
  }

  Errors estimate(double h) {
    Errors e;
    const double *f = f_new_.data(), *first = trial(1), *w = inverse_.data();
    double* d = difference_.data();
    for (std::size_t l = 0; l < n_; ++l) d[l] = f[l] - first[l];
    e.at_order = largest_of(n_, [d, w](std::size_t l) { return std::abs(d[l]) * w[l]; });
    const auto with = [n = n_, d, w](const double* x) {
      return largest_of(n, [=](std::size_t l) { return std::abs(x[l] + d[l]) * w[l]; });
    };
    if (k_ > 1) e.lower = with(trial(k_));
    if (k_ > 2) e.lowest = with(trial(k_ - 1));
    const double length = std::abs(h);
    e.step = length * e.at_order * (g_[k_] - g_[k_ + 1]);
    e.at_order *= length * sigma_[k_ + 1] * kGammaStar[k_];
    if (k_ > 1) e.lower *= length * sigma_[k_] * kGammaStar[k_ - 1];
    if (k_ > 2) e.lowest *= length * sigma_[k_ - 1] * kGammaStar[k_ - 2];
    return e;
  }

  // The component with the largest error in the last trial; -1 before the first one.
  int worst_component() const {
    int worst = -1;
    double most = 0;
    for (std::size_t l = 0; l < n_; ++l) {
      const double error = std::abs(difference_[l]) * inverse_[l];
      if (!(error > most)) continue;
      most = error;
      worst = static_cast<int>(l);
    }
    return worst;
  }

  bool lower_order_is_no_worse(const Errors& e) const {
    if (k_ > 2) return std::max(e.lower, e.lowest) <= e.at_order;
    return k_ == 2 && e.lower <= 0.5 * e.at_order;
  }

  void correct(double h) {
    const double hg = h * g_[k_ + 1];
    const double* p1 = trial(1);
    for (std::size_t l = 0; l < n_; ++l) {
      const double change = hg * (f_new_[l] - p1[l]) - carry_trial_[l];
      y_new_[l] = predicted_[l] + change;
      carry_trial_[l] = (y_new_[l] - predicted_[l]) - change;
    }
  }

  StepStatus accept(const StepControl::Planned& p, const Errors& error) {
    const int k = k_;
    if (meter_) measured_.accept(k);
    double* top = trial(k + 1);
    const double *first = trial(1), *last = phi(k + 1);
    double* beyond = trial(k + 2);
    for (std::size_t l = 0; l < n_; ++l) {
      top[l] = f_new_[l] - first[l];
      beyond[l] = top[l] - last[l];
    }
    std::size_t begin = 0;
    for (; begin + kLanes <= n_; begin += kLanes)
      add_columns<kLanes>(k, n_, top + begin, trial(0) + begin);
    for (; begin < n_; ++begin) add_columns<1>(k, n_, top + begin, trial(0) + begin);
    phi_.swap(trial_);
    psi_ = psi_trial_;
    // The change by a projection is no rounding error.
    if (system_.project == nullptr) carry_.swap(carry_trial_);
    h_done_ = p.h;
    k_done_ = k;
    constant_done_ = constant_steps_;
    gap_known_ = false;
    choose_next(p.h, error);
    commit(p.t_new, k);
    return {};
  }

  // Chooses order and step for the next step (chapter 7).
  void choose_next(double h, const Errors& error) {
    const bool lower = lower_order_is_no_worse(error);
    double estimate_used = error.at_order;
    int k = k_;
    if (lower || k == kMaxOrder) starting_ = false;
    if (starting_) {
      ++k;
    } else if (lower) {
      --k;
      estimate_used = error.lower;
    } else if (k + 1 <= constant_steps_) {
      const double *next = phi(k + 2), *w = weight_.data();
      double raised = largest_of(n_, [=](std::size_t l) { return std::abs(next[l]) / w[l]; });
      raised *= std::abs(h) * kGammaStar[k + 1];
      if (k > 1 && error.lower <= std::min(error.at_order, raised)) {
        --k;
        estimate_used = error.lower;
      } else if (k < kMaxOrder && raised < (k > 1 ? 1.0 : 0.5) * error.at_order) {
        ++k;
        estimate_used = raised;
      }
    }
    k_ = k;
    h_next_ = h;
    const double order = k + 1;
    if (starting_ || 0.5 >= estimate_used * std::pow(2.0, order)) {
      h_next_ = 2 * h;
    } else if (0.5 < estimate_used) {
      const double r = std::pow(0.5 / estimate_used, 1 / order);
      h_next_ = h * std::clamp(r, 0.5, 0.9);
    }
  }

  double after_failure(int failures, double h, const Errors& error, const EvalStatus& eval) {
    starting_ = false;
    if (failures >= 3) {
      k_ = 1;
    } else if (eval.ok() && lower_order_is_no_worse(error)) {
      --k_;
    }
    if (!eval.ok()) return h / 4;
    const bool far_off = failures > 3 && error.at_order > 2;
    return far_off ? h * std::sqrt(0.5 / error.at_order) : h / 2;
  }

  // Weights of the polynomial through the last k + 1 values of f, integrated from the end of the
  // step (chapter 5, subroutine INTRP of chapter 10). Writes the coefficients of phi_1, phi_2, ...
  // to g; returns their number.
  int interpolation_weights(double from_end, Row& g) const {
    Row w{};
    const int terms = k_done_ + 1;
    for (int i = 1; i <= terms; ++i) w[i] = 1.0 / i;
    g[1] = 1;
    double before = 0;
    for (int j = 2; j <= terms; ++j) {
      const double psi = psi_[j - 1];
      const double gamma = (from_end + before) / psi, eta = from_end / psi;
      for (int i = 1; i <= terms + 1 - j; ++i) w[i] = gamma * w[i] - eta * w[i + 1];
      g[j] = w[1];
      before = psi;
    }
    return terms;
  }

  void interpolate_from_end(double from_end, Vector y) {
    Row g{};
    const int terms = interpolation_weights(from_end, g);
    std::fill(y.begin(), y.end(), 0.0);
    for (int j = terms; j >= 1; --j) {
      for (std::size_t l = 0; l < n_; ++l) y[l] += g[j] * phi(j)[l];
    }
    for (std::size_t l = 0; l < n_; ++l) y[l] = y_[l] + from_end * y[l];
  }

  // Integrated back over the whole step the polynomial misses the old state by something below the
  // local error. Blending that gap away makes the output continuous, which event location needs.
  EvalStatus dense(double t, Vector y) override {
    if (!gap_known_) {
      interpolate_from_end(t_old_ - t_, gap_);
      for (std::size_t l = 0; l < n_; ++l) gap_[l] = y_old_[l] - gap_[l];
      gap_known_ = true;
    }
    interpolate_from_end(t - t_, y);
    const double r = (t - t_) / (t_old_ - t_);
    const double blend = r * r * (3 - 2 * r);
    for (std::size_t l = 0; l < n_; ++l) y[l] += blend * gap_[l];
    return {};
  }

  std::size_t n_;
  std::vector<double> phi_, trial_, carry_, carry_trial_, predicted_, gap_;
  AdamsMeter<Row> measured_;
  std::vector<double> weight_, inverse_;  // of the present y, for all trials of a step; 1 / weight
  std::vector<double> difference_;        // f minus its prediction, in the last trial
  Row psi_{}, psi_trial_{}, beta_{}, sigma_{}, g_{};
  // The step and order of the coefficients. Coefficients last when the steps before are equal.
  struct Coefficients {
    double h = 0;
    int k = 0;
    bool are_lasting = false;
    bool operator==(const Coefficients&) const = default;
  };
  Coefficients coefficients_;
  int k_ = 1, k_done_ = 0;
  int constant_steps_ = 0, constant_done_ = 0;
  double h_done_ = 0;
  bool starting_ = true, gap_known_ = false;
};

}  // namespace

std::unique_ptr<Integrator> make_adams(const OdeSystem& system,
                                       const IntegratorSettings& settings) {
  return std::make_unique<Adams>(system, settings);
}

}  // namespace mbs
