// The accept-or-shorten loop shared by the embedded one-step formulas.
#pragma once

#include <cmath>
#include <utility>

#include "integrate/integrator.h"

namespace mbs {

template <class Attempt>
StepStatus Integrator::controlled_step(const StepRule& rule, Attempt&& attempt) {
  // A trial state that cannot be evaluated says nothing of the error. With a matrix (predictive) a
  // shorter trial costs its factors alone, so less is given up.
  const double after_bad_evaluation = rule.predictive ? 0.6 : 0.25;
  const double wanted = h_next_;
  StepControl::Planned p = control_.plan(t_, h_next_, true);
  if (control_.underflows(t_, p))
    return failure(StepKind::step_too_small, p.h, {EvalKind::ok, worst_, 0});
  for (bool after_rejection = false;; after_rejection = true) {
    if (!control_.spend()) return failure(StepKind::too_many_steps, p.h, {});
    shorten(p);
    ErrorRatio error = attempt(p.h, p.t_new);
    if (error.eval.ok() && !std::isfinite(error.value)) error.eval.kind = EvalKind::non_finite;
    const bool passed = error.eval.ok() && error.value <= 1;
    worst_ = error.component;
    if (passed) error.eval = project_and_evaluate(p.t_new);
    if (passed && error.eval.ok()) {
      h_next_ = control_.next(rule, error, p.h, after_rejection);
      // A step cut at tstop is no reason against the longer step that was wanted before.
      if (p.cut && !after_rejection && std::abs(h_next_) < std::abs(wanted)) h_next_ = wanted;
      commit(p.t_new, stats_.order);
      return {};
    }
    ++stats_.rejected;
    if (error.eval.kind == EvalKind::failed) return failure(StepKind::rhs_failed, p.h, error.eval);
    const double h =
        error.eval.ok() ? control_.next(rule, error, p.h, true) : after_bad_evaluation * p.h;
    if (error.eval.ok()) error.eval.component = error.component;
    if (std::abs(h) < control_.hmin(t_)) return failure(StepKind::step_too_small, h, error.eval);
    p = control_.plan(t_, h, false);
  }
}

}  // namespace mbs
