// The derivatives of the rates by all implicit components, as a dense matrix, and the factors of
// the matrix of a step of generalised_alpha.cpp: what small systems, and those without a tangent,
// have.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <vector>

#include "base/views.h"
#include "integrate/generalised_alpha_weights.h"
#include "integrate/integrator.h"
#include "linalg/lu.h"

namespace mbs {

class GeneralisedAlphaDerivatives {
 public:
  // n components, the first `pairs` positions, the last n - implicit integrals.
  GeneralisedAlphaDerivatives(std::size_t n, std::size_t pairs, std::size_t implicit)
      : n_(n), m_(pairs), implicit_(implicit), count_(implicit - pairs) {}

  // Claims memory, at the first call.
  void claim(bool are_given) {
    if (!jacobian_.empty()) return;
    jacobian_.resize(implicit_ * count_);
    if (are_given) given_.resize(n_ * n_);
    for (auto* v : {&at_, &base_, &trial_, &sample_}) v->resize(n_);
    lu_.resize(static_cast<int>(count_));
  }

  // By one-sided differences of f = f(t, y): an error of one costs iterations, no accuracy.
  // evaluate(y, f) for a y beside.
  template <class Evaluate>
  EvalStatus difference(const std::vector<double>& y, const std::vector<double>& f, double h,
                        const ErrorWeights& error_weights, Evaluate evaluate) {
    at_ = y;
    base_ = f;
    trial_ = y;
    EvalStatus eval;
    for (std::size_t c = 0; c < implicit_ && eval.ok(); ++c)
      eval = column(c, h, error_weights, evaluate);
    return eval;
  }

  EvalStatus given(const OdeSystem& system, double t, const std::vector<double>& y) {
    const int n = system.n;
    const EvalStatus eval = system.jacobian(system.context, t, y, {given_.data(), n, n, n});
    for (std::size_t c = 0; c < implicit_; ++c)
      for (std::size_t k = 0; k < count_; ++k) jacobian_[c * count_ + k] = given_[c * n_ + m_ + k];
    return eval;
  }

  // (1 - alpha_m) I - (1 - alpha_f) (gamma h dF/dqd + b h^2 dF/dq); false where it is singular.
  bool factor(const GeneralisedAlphaWeights& weights, double h) {
    const double part = (1 - weights.alpha_f) * h;
    Matrix s = lu_.matrix();
    for (std::size_t c = 0; c < count_; ++c) {
      double* column = s.column(static_cast<int>(c));
      const double* by_rate = jacobian_.data() + (m_ + c) * count_;
      const double* by_position = jacobian_.data() + c * count_;
      for (std::size_t k = 0; k < count_; ++k) {
        column[k] = -part * weights.gamma * by_rate[k];
        if (c < m_) column[k] -= part * h * weights.by_rate * by_position[k];
      }
      column[c] += 1 - weights.alpha_m;
    }
    return lu_.factor() < 0;
  }
  void solve(double* b) { lu_.solve(b); }

 private:
  template <class Evaluate>
  EvalStatus column(std::size_t c, double h, const ErrorWeights& error_weights, Evaluate evaluate) {
    // Steps of differences: parts of the size, not below what rounding leaves.
    constexpr double kPart = 1e-7, kFloor = 1.5e-8, kTiny = 1e-14;
    const double rate = c < m_ ? at_[m_ + c] : base_[c];
    const double size = std::max(std::abs(at_[c]), std::abs(h * rate));
    const double one = error_weights.one(c);
    const double floor = std::clamp(error_weights.at(c, at_[c]), kTiny * one, kFloor * one);
    const double delta = std::max(kPart * size, floor);
    EvalStatus eval;
    for (const double side : {1.0, -1.0}) {
      trial_[c] = at_[c] + side * delta;
      eval = evaluate(trial_, sample_);
      if (eval.ok() || eval.kind == EvalKind::failed) break;
    }
    const double moved = trial_[c] - at_[c];
    trial_[c] = at_[c];
    for (std::size_t k = 0; k < count_ && eval.ok(); ++k)
      jacobian_[c * count_ + k] = (sample_[m_ + k] - base_[m_ + k]) / moved;
    return eval;
  }

  std::size_t n_, m_, implicit_, count_;
  std::vector<double> jacobian_;  // count_ x implicit_, column-major
  std::vector<double> given_, at_, base_, trial_, sample_;
  Lu lu_{0};
};

}  // namespace mbs
