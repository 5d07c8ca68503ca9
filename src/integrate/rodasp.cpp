// STIFF: RODASP, a stiffly accurate, L-stable Rosenbrock method of order 4(3) with 6 stages and
// dense output of order 3 (Steinebach 1995; Hairer and Wanner, Solving ODEs II, IV.7 and VI.4).
//
// Printed are alpha_ij, beta_ij = alpha_ij + gamma_ij and gamma. The step is done in the variables
// u = Gamma k of IV.7, which need no product with the Jacobian:
//   (1/(h gamma) I - J) u_i = f(t + alpha_i h, y + sum a_ij u_j) + sum (c_ij/h) u_j + gamma_i h f_t
// with a = alpha Gamma^-1 and c = 1/gamma - Gamma^-1, formed by the compiler. Stages 5 and 6
// and the result are y + sums in which the last u has weight 1, so u_6 is the error estimate.
//
// One file above 400 lines: the dense and the sparse solution of a stage, the error estimate and
// the dense output work on the stages of one step.
#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <utility>

#include "base/index.h"
#include "integrate/controlled_step.h"
#include "integrate/methods.h"
#include "integrate/rodasp_coefficients.h"
#include "integrate/rodasp_errors.h"
#include "integrate/stage_matrix.h"

namespace mbs {
namespace {

using rodasp::kGamma, rodasp::kRodaspStages, rodasp::kTables;

// Increment of time for f_t, as a part of the step.
constexpr double kPartOfStep = 0.01;
// A solution by the tangent is refined until its last change is below this part of the tolerance.
constexpr double kRefined = 0.01;
// What differences along the solution cannot say better, near a singular position of the unknowns,
// stays where it is below this part.
constexpr double kStays = 0.1;
constexpr int kMostPasses = 12;
// What the square of the remainder falls to in a pass that is worth while.
constexpr double kFalls = 0.5;
// How many steps in succession velocities keep short before longer ones are looked at, by how much
// longer, and what is no longer one.
constexpr int kPatience = 500, kShortPatience = 50;
constexpr std::array<double, 6> kLooks = {1e4, 3e3, 1e3, 300, 100, 30};
constexpr double kNotFar = 20;
// Errors of slow motions in such a step, in which they need not be right yet.
constexpr double kLookedFor = 10;

class Rodasp final : public Integrator {
 public:
  Rodasp(const OdeSystem& system, const IntegratorSettings& settings)
      : Integrator(system, settings),
        n_(y_.size()),
        f_t_(n_),
        u_(n_ * kRodaspStages),
        dense0_(n_),
        dense1_(n_),
        missing_(n_),
        fades_(n_),
        inner_(system.inner),
        inner_side_(inner_),
        inner_change_(inner_.size() * n_),
        m_(system.pairs),
        states_(n_ - 2 * m_ - at(system.quadratures)),
        errors_(system_, settings_, error_weights_) {
    if (system.find_tangent == nullptr)
      matrix_.emplace(system);
    else
      refining_.emplace(n_, kMostPasses);
    for (auto* v : {&right_, &image_, &side_}) v->resize(refining_ ? n_ : 0);
    if (system.change_forces != nullptr) forces_.resize(m_), powers_.resize(n_ - 2 * m_);
  }

 private:
  static constexpr StepRule kRule = {1.0 / 4, 0.2, 6, true};

  void begin() override {
    stats_.order = 4;
    jacobian_known_ = false;
    errors_.begin();
    held_up_ = 0;
    patience_ = kPatience;
    h_next_ = first_step(4);
  }

  StepStatus advance() override {
    if (held_up_ >= patience_) look_far();
    const StepStatus status =
        controlled_step(kRule, [this](double h, double t_new) { return attempt(h, t_new); });
    if (!status.ok()) return status;
    find_missing_slopes();
    jacobian_known_ = false;
    errors_.accept(t_ - t_old_);
    held_up_ = errors_.may_leave_out(worst_) ? held_up_ + 1 : 0;
    return status;
  }

  // Where velocities keep the steps short, looks for a much longer one that leaves a vibration out:
  // steps in between would neither follow nor skip it.
  void look_far() {
    held_up_ = 0;
    if (!derivatives(h_next_).ok()) return;
    bool found = false;
    for (const double times : kLooks) {
      const StepControl::Planned far = control_.plan(t_, times * h_next_, true);
      if (std::abs(far.h) < kNotFar * std::abs(h_next_) || !time_derivative(far.h).ok()) continue;
      jacobian_known_ = true;
      errors_.look_at(far.h);
      const ErrorRatio error = attempt(far.h, far.t_new);
      found = error.eval.ok() && error.value <= kLookedFor;
      errors_.keep_look(found);
      if (found) break;
    }
    patience_ = found ? kShortPatience : std::min(2 * patience_, kPatience);
    jacobian_known_ = false;
  }

  // Like stage(), for an f that reads the time alone; f_t by the differences of time_derivative().
  void measure(double h, double t_new) override {
    const std::size_t n = meter_value_.size(), all = meter_change_.size();
    meter_u_.assign((kRodaspStages + 2) * all, 0);
    const auto row = [&](std::size_t s) { return Vector(meter_u_.data() + s * all, all); };
    const Vector f0 = row(kRodaspStages), f_t = row(kRodaspStages + 1);
    meter_->values(t_, f0.first(n));
    const double half = kPartOfStep / 2 * h;
    for (const double side : {1.0, 2.0}) {
      meter_->values(t_ + side * half, meter_value_);
      for (std::size_t k = 0; k < n; ++k)
        f_t[k] += (side == 1 ? 2 / half : -0.5 / half) * (meter_value_[k] - f0[k]);
    }
    std::fill(meter_change_.begin(), meter_change_.end(), 0.0);
    for (std::size_t s = 0; s < kRodaspStages; ++s) {
      meter_->values(s >= kRodaspStages - 2 ? t_new : t_ + kTables.time[s] * h, meter_value_);
      const Vector us = row(s);
      for (std::size_t k = 0; k < all; ++k) {
        if (k < n) {
          us[k] = meter_value_[k] + kTables.time_derivative[s] * h * f_t[k];
        } else {  // a way, whose rate is the integral of its load
          us[k] = us[k - n];
          for (std::size_t j = 0; j < s; ++j) us[k] += kTables.a[s][j] * row(j)[k - n];
        }
        for (std::size_t j = 0; j < s; ++j) us[k] += kTables.c[s][j] / h * row(j)[k];
        us[k] *= h * kGamma;
        meter_change_[k] += (s < kRodaspStages - 1 ? kTables.a[kRodaspStages - 1][s] : 1.0) * us[k];
      }
    }
  }

  double* u(std::size_t stage) { return u_.data() + stage * n_; }

  ErrorRatio attempt(double h, double t_new) {
    if (!jacobian_known_) {
      EvalStatus eval = derivatives(h);
      if (eval.ok()) eval = time_derivative(h);
      if (!eval.ok()) return {eval, 0, -1};
      jacobian_known_ = true;
    }
    ++stats_.factorizations;
    s_ = 1 / (h * kGamma);
    if (on_tangent_)
      errors_.use_tangent();
    else
      errors_.use(*matrix_, s_);
    if (on_tangent_ ? !system_.factor_tangent(system_.context, s_ * s_, s_) : !matrix_->factor(s_))
      return {{EvalKind::reject, -1, 0}, 0, -1};
    EvalStatus eval;
    for (std::size_t s = 0; s < kRodaspStages && eval.ok(); ++s) eval = stage(s, h, t_new);
    if (!eval.ok()) return {eval, 0, -1};
    const double* e = u(kRodaspStages - 1);
    const ErrorRatio error = largest(e, h);
    const ErrorRatio both = error.value <= 1 ? larger_with_defect(error, h) : error;
    if (!on_tangent_ || !both.eval.ok() || both.value > 1) return both;
    const ErrorRatio followed = errors_.largest_followed(e, {y_, y_new_, h});
    return followed.value > both.value ? followed : both;
  }

  // Solves for u_s. At the end y_new_ holds the argument of stage 6, which becomes the new state.
  EvalStatus stage(std::size_t s, double h, double t_new) {
    const std::vector<double>* f = &f_;
    if (s > 0) {
      y_new_ = y_;
      for (std::size_t j = 0; j < s; ++j) {
        const double a = kTables.a[s][j];
        for (std::size_t i = 0; i < n_; ++i) y_new_[i] += a * u(j)[i];
      }
      const double t = s >= kRodaspStages - 2 ? t_new : t_ + kTables.time[s] * h;
      const EvalStatus eval = evaluate(t, y_new_, scratch_);
      if (!eval.ok()) return eval;
      f = &scratch_;
    }
    const double slope = kTables.time_derivative[s] * h;
    double* us = u(s);
    for (std::size_t i = 0; i < n_; ++i) us[i] = (*f)[i] + slope * f_t_[i];
    for (std::size_t j = 0; j < s; ++j) {
      const double c = kTables.c[s][j] / h;
      for (std::size_t i = 0; i < n_; ++i) us[i] += c * u(j)[i];
    }
    const EvalStatus solved = solve(us, h);
    if (s == kRodaspStages - 1) {
      for (std::size_t i = 0; i < n_; ++i) y_new_[i] += us[i];
    }
    return solved;
  }

  ErrorRatio largest(const double* e, double h,
                     RodaspErrors::Rates rates = RodaspErrors::Rates::all) {
    return errors_.largest(e, {y_, y_new_, h}, rates);
  }

  // A component that only follows another one or the time is exact at the ends of a step of any
  // length, and the error of the step says nothing about the states in between. So the dense output
  // must meet the tolerance as well: its defect y' - f at one time, turned into units of y by the
  // same matrix. In a large mechanism the velocities that nothing reads have no part in it.
  ErrorRatio larger_with_defect(const ErrorRatio& error, double h) {
    constexpr double kTime = 0.4;  // away from the zeros of the error of a cubic
    prepare_dense();
    for (std::size_t i = 0; i < n_; ++i) scratch_[i] = polynomial(i, kTime, y_[i], y_new_[i]);
    const EvalStatus eval = evaluate(t_ + kTime * h, scratch_, f_new_);
    if (!eval.ok()) return {eval, 0, -1};
    for (std::size_t i = 0; i < n_; ++i) {
      const double bend =
          (1 - 2 * kTime) * (dense0_[i] + kTime * dense1_[i]) + kTime * (1 - kTime) * dense1_[i];
      scratch_[i] = f_new_[i] - (y_new_[i] - y_[i] - bend) / h;
    }
    if (on_tangent_)
      precondition(scratch_.data());
    else
      matrix_->solve(scratch_.data());
    const ErrorRatio defect = largest(scratch_.data(), h, RodaspErrors::Rates::those_read);
    return defect.value <= error.value ? error : defect;
  }

  // The derivatives at the beginning of the step: the sparse tangent of a large mechanism, or J.
  EvalStatus derivatives(double h) {
    on_tangent_ = false;
    if (system_.find_tangent != nullptr && !prefers_differences_) {
      if (!system_.is_at_step_end(system_.context, t_, y_)) {
        const EvalStatus eval = evaluate(t_, y_, f_new_);
        if (!eval.ok()) return eval;
      }
      std::fill(side_.begin(), side_.end(), 0.0);
      on_tangent_ = system_.find_tangent(system_.context, {side_.data(), m_});
      if (on_tangent_) return ++stats_.jacobians, EvalStatus{};
      if (!matrix_) matrix_.emplace(system_);
    }
    return system_.jacobian != nullptr ? given_jacobian() : numerical_jacobian(h);
  }

  // b := (s I - J)^-1 b. The tangent leaves some terms of J out, which a Rosenbrock method needs:
  // the solution is refined with J itself, by differences along the remainder.
  EvalStatus solve(double* b, double h) {
    if (!on_tangent_) return matrix_->solve(b), EvalStatus{};
    std::vector<double>& rest = refining_->rest();
    std::copy_n(b, n_, right_.begin());
    precondition(b);
    EvalStatus eval = find_rest(right_, {b, n_}, h, rest);
    if (!eval.ok()) return eval;
    errors_.scale_components({y_, y_new_, h}, refining_->scale());
    refining_->begin();
    double before = HUGE_VAL;
    for (int pass = 0;; ++pass) {
      const double size = largest(rest.data(), h).value, square = refining_->square();
      if (size <= kRefined || (size <= kStays && square > kFalls * before)) break;
      if (pass == kMostPasses || !std::isfinite(size)) {
        // States that are bound to the motion tightly are solved with it.
        prefers_differences_ |= states_ > 0;
        if (prefers_differences_) jacobian_known_ = false;
        return {EvalKind::reject, -1, 0};
      }
      before = square;
      eval = find_rest({}, rest, h, image_);
      if (!eval.ok()) return eval;
      for (double& one : image_) one = -one;
      refining_->follow(image_, {b, n_});
    }
    for (std::size_t i = 0; i < n_; ++i) b[i] += rest[i];
    return {};
  }

  // rest := (s I - J)^-1 (right - (s I - J) u), where the inverse is that of the tangent; an empty
  // `right` is 0. J u is a central difference.
  EvalStatus find_rest(ConstVector right, ConstVector u, double h, Vector rest) {
    double length = HUGE_VAL;
    for (std::size_t i = 0; i < n_; ++i)
      if (u[i] != 0) length = std::min(length, increment(i, h) / std::abs(u[i]));
    for (std::size_t i = 0; i < n_; ++i) rest[i] = (right.empty() ? 0 : right[i]) - s_ * u[i];
    if (length != HUGE_VAL && system_.change_forces != nullptr) {
      system_.change_forces(system_.context, u.first(2 * m_), length, forces_, powers_);
      for (std::size_t k = 0; k < m_; ++k) rest[k] += u[m_ + k];
      for (std::size_t k = 0; k < powers_.size(); ++k) rest[2 * m_ + k] += powers_[k];
      precondition(rest.data(), forces_);
      return {};
    }
    if (length != HUGE_VAL)
      for (const double side : {0.5 / length, -0.5 / length}) {
        for (std::size_t i = 0; i < n_; ++i)
          side_[i] = y_[i] + (side > 0 ? length : -length) * u[i];
        const EvalStatus eval = evaluate(t_, side_, f_new_);
        if (!eval.ok()) return eval;
        for (std::size_t i = 0; i < n_; ++i) rest[i] += side * f_new_[i];
      }
    precondition(rest.data());
    return {};
  }

  // b := the same for the J of the tangent, on which integrals do not depend; without states
  //   (s^2 M + s C + K) q = M (b_v + s b_q) + C b_q + forces,   v = s q - b_q
  void precondition(double* b, ConstVector forces = {}) {
    double* const velocities = b + m_;
    for (std::size_t k = 0; k < m_; ++k) velocities[k] += s_ * b[k];
    system_.solve_tangent(system_.context, {velocities, m_ + states_}, {b, m_}, forces);
    for (std::size_t k = 0; k < m_; ++k) {
      const double position = velocities[k];
      velocities[k] = s_ * position - b[k];
      b[k] = position;
    }
    for (std::size_t i = 2 * m_ + states_; i < n_; ++i) b[i] /= s_;
  }

  EvalStatus given_jacobian() {
    ++stats_.jacobians;
    return system_.jacobian(system_.context, t_, y_, matrix_->jacobian());
  }

  // Jacobian by central differences. The increment follows the size of y and of its change over a
  // step. Near zero it follows the tolerance, the size at which y begins to matter. Forces of stiff
  // springs carry the rounding of lengths times their stiffness, hence the order 2 and the long
  // increments.
  EvalStatus numerical_jacobian(double h) {
    ++stats_.jacobians;
    const bool has_inner = !inner_.empty();
    if (has_inner) {
      const EvalStatus eval = evaluate(t_, y_, f_new_);
      if (!eval.ok()) return eval;
      system_.inner_values(system_.context, inner_);
    }
    scratch_ = y_;
    const auto integrals = static_cast<std::size_t>(system_.quadratures);
    for (std::size_t j = 0; j < n_ - integrals; ++j) {
      const double delta = increment(j, h);
      double* column = matrix_->jacobian().column(static_cast<int>(j));
      double* inner_column = inner_change_.data() + j * inner_.size();
      double span = 0;
      EvalStatus last;
      for (const double side : {1.0, -1.0}) {
        scratch_[j] = y_[j] + side * delta;
        const EvalStatus eval = evaluate(t_, scratch_, f_new_);
        if (eval.kind == EvalKind::failed) return eval;
        if (!eval.ok()) last = eval;
        span += eval.ok() ? side * (scratch_[j] - y_[j]) : 0;
        subtract_side(side, eval.ok() ? f_new_ : f_, column);
        if (!has_inner) continue;
        inner_side_ = inner_;
        if (eval.ok()) system_.inner_values(system_.context, inner_side_);
        subtract_side(side, inner_side_, inner_column);
      }
      if (span == 0) return last;
      for (std::size_t i = 0; i < n_; ++i) column[i] /= span;
      for (std::size_t i = 0; i < inner_.size(); ++i) inner_column[i] /= span;
      scratch_[j] = y_[j];
    }
    return has_inner ? exact_rows() : EvalStatus{};
  }

  double increment(std::size_t j, double h) const {
    constexpr double kRoot = 6e-6;         // cube root of the rounding unit
    constexpr double kFloor = 1.5e-8;      // its square root
    constexpr double kLeastFloor = 1e-16;  // not 0 where the tolerance is 0
    const double size = std::max(std::abs(y_[j]), std::abs(h * f_[j]));
    const double one = error_weights_.one(j);
    const double floor = std::clamp(error_weights_.at(j, y_[j]), kLeastFloor * one, kFloor * one);
    return std::max(kRoot * size, floor);
  }

  static void subtract_side(double side, const std::vector<double>& values, double* column) {
    for (std::size_t i = 0; i < values.size(); ++i)
      column[i] = side > 0 ? values[i] : column[i] - values[i];
  }

  EvalStatus exact_rows() {
    const EvalStatus eval = evaluate(t_, y_, f_new_);
    const int m = system_.inner;
    if (eval.ok())
      system_.inner_rows(system_.context, {inner_change_.data(), m, system_.n, m},
                         matrix_->jacobian());
    return eval;
  }

  // f_t by differences of order 2 that stay inside the step. The increment is a fair part of it:
  // the rounding of a stiff force would drown a smaller one.
  EvalStatus time_derivative(double h) {
    const double half = kPartOfStep / 2 * h;
    std::fill(f_t_.begin(), f_t_.end(), 0.0);
    if (system_.autonomous) return {};
    for (const double side : {1.0, 2.0}) {
      const EvalStatus eval = evaluate(t_ + side * half, y_, f_new_);
      if (!eval.ok()) return eval;
      const double weight = side == 1 ? 2 / half : -0.5 / half;
      for (std::size_t i = 0; i < n_; ++i) f_t_[i] += weight * (f_new_[i] - f_[i]);
    }
    return {};
  }

  void prepare_dense() {
    std::fill(dense0_.begin(), dense0_.end(), 0.0);
    std::fill(dense1_.begin(), dense1_.end(), 0.0);
    for (std::size_t s = 0; s < kRodaspStages; ++s) {
      for (std::size_t i = 0; i < n_; ++i) {
        dense0_[i] += kTables.dense0[s] * u(s)[i];
        dense1_[i] += kTables.dense1[s] * u(s)[i];
      }
    }
  }

  double polynomial(std::size_t i, double s, double y0, double y1) const {
    return (1 - s) * y0 + s * (y1 - (1 - s) * (dense0_[i] + s * dense1_[i]));
  }

  // RODASP's cubic does not begin with the slope of f. Behind an impact a gap would pass zero at
  // once, although its rate leads away, and each such passage is another impact or none. So a
  // polynomial is added that has the slope that is missing. It is 0 in the middle of the step,
  // where the error of the cubic passes zero in smooth motion, and at its end. It ends sooner where
  // the slope is of fast motion that the step leaves out: it moves nothing by more than a twelfth
  // of the tolerance.
  void find_missing_slopes() {
    const double h = t_ - t_old_;
    for (std::size_t i = 0; i < n_; ++i) {
      missing_[i] = h * f_old_[i] - (y_[i] - y_old_[i] - dense0_[i]);
      fades_[i] = std::max(1.0, std::abs(missing_[i]) / error_weights_.at(i, y_old_[i]));
    }
  }

  EvalStatus dense(double t, Vector y) override {
    const double s = (t - t_old_) / (t_ - t_old_);
    for (std::size_t i = 0; i < n_; ++i) {
      const double left = 1 - s * fades_[i];
      y[i] = polynomial(i, s, y_old_[i], y_[i]);
      if (left > 0) y[i] += missing_[i] * s * left * left * (2 * left - 1);
    }
    return {};
  }

  std::size_t n_;
  std::vector<double> f_t_, u_, dense0_, dense1_, missing_, fades_, meter_u_;
  std::vector<double> inner_, inner_side_, inner_change_;  // w of OdeSystem; dw by y, in columns
  std::size_t m_;                                          // pairs
  std::size_t states_;                                     // components of first order
  std::optional<StageMatrix> matrix_;                      // where there is no tangent
  std::optional<ConjugateResidual> refining_;              // where there is one
  std::vector<double> right_, image_, side_, forces_, powers_;
  RodaspErrors errors_;
  int held_up_ = 0;  // steps in succession that velocities have kept short
  int patience_ = kPatience;
  double s_ = 1;
  bool jacobian_known_ = false, on_tangent_ = false;
  bool prefers_differences_ = false;  // the tangent has failed beside states
};

}  // namespace

std::unique_ptr<Integrator> make_rodasp(const OdeSystem& system,
                                        const IntegratorSettings& settings) {
  return std::make_unique<Rodasp>(system, settings);
}

}  // namespace mbs
