// HEUN (explicit trapezoidal rule, order 2) and RK4 (Kutta 1901, order 4) with a constant step.
//
// The k-th time is t0 + k h by multiplication. A tstop between two of these times is reached by one
// shorter step, after which the grid goes on where it was. Between the ends of a step the state is
// the cubic Hermite interpolant of y and f: order 3 in the step, one less than RK4 itself.
#include <array>
#include <cmath>

#include "integrate/cubic_hermite.h"
#include "integrate/fixed_grid.h"
#include "integrate/methods.h"

namespace mbs {
namespace {

enum class Formula { heun, rk4 };

class FixedStep final : public Integrator {
 public:
  FixedStep(const OdeSystem& system, const IntegratorSettings& settings, Formula formula)
      : Integrator(system, settings), formula_(formula), sum_(y_.size()) {}

 private:
  void begin() override {
    grid_.begin(t_);
    h_next_ = control_.direction() * settings_.h;
  }

  StepStatus advance() override {
    const FixedGrid::Next next = grid_.next(control_.direction() * settings_.h, control_.tstop());
    const double t_new = next.t, h = t_new - t_;
    if (!control_.spend()) return failure(StepKind::too_many_steps, h, {});
    if (h == 0) return failure(StepKind::step_too_small, h, {});
    EvalStatus eval = formula_ == Formula::heun ? heun(h, t_new) : rk4(h, t_new);
    if (eval.ok()) eval = project_and_evaluate(t_new);
    if (!eval.ok()) {
      ++stats_.rejected;
      return failure(without_retry(eval), h, eval);
    }
    commit(t_new, formula_ == Formula::heun ? 2 : 4);
    grid_.accept(next);
    return {};
  }

  EvalStatus heun(double h, double t_new) {
    for (std::size_t i = 0; i < y_.size(); ++i) scratch_[i] = y_[i] + h * f_[i];
    const EvalStatus eval = evaluate(t_new, scratch_, f_new_);
    if (!eval.ok()) return eval;
    for (std::size_t i = 0; i < y_.size(); ++i) y_new_[i] = y_[i] + h / 2 * (f_[i] + f_new_[i]);
    return {};
  }

  EvalStatus rk4(double h, double t_new) {
    // Steps to stages 2, 3, 4 and the weight of the stage just evaluated.
    constexpr std::array<double, 3> kStep = {0.5, 0.5, 1};
    constexpr std::array<double, 3> kWeight = {2, 2, 1};
    sum_ = f_;
    const std::vector<double>* k = &f_;
    for (std::size_t s = 0; s < 3; ++s) {
      for (std::size_t i = 0; i < y_.size(); ++i) scratch_[i] = y_[i] + kStep[s] * h * (*k)[i];
      const double t = s == 2 ? t_new : t_ + h / 2;
      const EvalStatus eval = evaluate(t, scratch_, f_new_);
      if (!eval.ok()) return eval;
      k = &f_new_;
      for (std::size_t i = 0; i < y_.size(); ++i) sum_[i] += kWeight[s] * f_new_[i];
    }
    for (std::size_t i = 0; i < y_.size(); ++i) y_new_[i] = y_[i] + h / 6 * sum_[i];
    return {};
  }

  EvalStatus dense(double t, Vector y) override {
    const double h = t_ - t_old_;
    const double s = (t - t_old_) / h;
    for (std::size_t i = 0; i < y_.size(); ++i)
      y[i] = CubicHermite{y_old_[i], y_[i] - y_old_[i], f_old_[i], f_[i], h}.value(s);
    return {};
  }

  Formula formula_;
  std::vector<double> sum_;
  FixedGrid grid_;
};

}  // namespace

std::unique_ptr<Integrator> make_heun(const OdeSystem& system, const IntegratorSettings& settings) {
  return std::make_unique<FixedStep>(system, settings, Formula::heun);
}

std::unique_ptr<Integrator> make_rk4(const OdeSystem& system, const IntegratorSettings& settings) {
  return std::make_unique<FixedStep>(system, settings, Formula::rk4);
}

}  // namespace mbs
