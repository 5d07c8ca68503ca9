// Dynamics for a choice of known and unknown variables that no classes say.
#include <algorithm>

#include "solve/dynamics.h"

namespace mbs {

// With the loads of the state.
SolveStatus Dynamics::factor_balance(double t) {
  SolveStatus status;
  given_are_finite_ = balance_->set_given(t, loads_);
  if (!given_are_finite_ || !balance_->factor(kinematics_->evaluation(), inertia_))
    status.kind = given_are_finite_ ? SolveKind::singular : SolveKind::non_finite;
  return status;
}

SolveStatus Dynamics::factor_choice(const State& state) {
  const Evaluation& here = kinematics_->evaluation();
  inertia_.evaluate(model_, state.x, state.v, here);
  evaluate_loads(model_, phase_, state.t, state.x, state.v, state.z, here, inertia_, loads_);
  return factor_balance(state.t);
}

SolveStatus Dynamics::solve_choice(State& state) {
  const Evaluation& here = kinematics_->evaluation();
  const SolveStatus status = factor_balance(state.t);
  if (!status.ok()) return status;
  std::copy(loads_.S.begin(), loads_.S.end(), S_.begin());
  balance_->solve(here, inertia_, loads_.g, kinematics_->target_accelerations(), state.a, S_,
                  loads_.f);
  return status;
}

}  // namespace mbs
