// The first position of a mechanism, from estimates that may be poor: Newton's method with a
// backtracking line search; where that makes no progress (a nearly singular estimate), a
// Levenberg-Marquardt step.
#include <algorithm>
#include <cmath>

#include "base/index.h"
#include "linalg/cholesky.h"
#include "solve/place/position_solver.h"

namespace mbs {

namespace {

// Normal equations are dense; for more unknowns than this Newton's method alone has to do.
constexpr int kLargestDense = 3000;

double norm(const std::vector<double>& r) {
  double sum = 0;
  for (double x : r) sum += x * x;
  return std::sqrt(sum);
}

}  // namespace

SolveStatus PositionSolver::assemble(State& state) {
  SolveStatus status;
  if (!motion_.prescribe(state)) return status.kind = SolveKind::non_finite, status;
  residuals(state);
  jacobian_.choose_scales();
  const int allowed = static_cast<int>(options_.nrmax);
  for (;; ++status.iterations) {
    const Worst worst = residuals(state);
    worst.put_into(status);
    if (!std::isfinite(worst.relative)) return status.kind = SolveKind::non_finite, status;
    if (worst.relative <= options_.feps) break;
    const double before = norm(rhs_);
    if (status.iterations >= allowed || !(damped_newton(state, before) || levenberg(state, before)))
      return status.kind = SolveKind::not_converged, status;
  }
  jacobian_.choose_scales();
  return status;
}

bool PositionSolver::try_move(State& state, const std::vector<double>& correction, double fraction,
                              double before) {
  for (std::size_t i = 0; i < saved_.size(); ++i) saved_[i] = state.x[i];
  move(state, correction, fraction);
  residuals(state);
  // The condition of Armijo.
  if (norm(rhs_) < (1 - 1e-4 * fraction) * before) return true;
  for (std::size_t i = 0; i < saved_.size(); ++i) state.x[i] = saved_[i];
  return false;
}

bool PositionSolver::damped_newton(State& state, double before) {
  if (!jacobian_.factor().ok()) return false;
  std::vector<double> correction = rhs_;
  jacobian_.solve(correction.data());
  for (double fraction = 1; fraction > 0.02; fraction *= 0.5)
    if (try_move(state, correction, fraction, before)) return true;
  return false;
}

bool PositionSolver::levenberg(State& state, double before) {
  const int n = jacobian_.block().column_count();
  if (n > kLargestDense) return false;
  residuals(state);
  std::vector<double> J(at(n) * at(n)), gradient(n), correction;
  jacobian_.block().gather(jacobian_.evaluation(), {J.data(), n, n, n});
  for (int j = 0; j < n; ++j)
    for (int k = 0; k < n; ++k) gradient[j] += J[j * n + k] * rhs_[k];
  Cholesky normal(n);
  // Levenberg and Marquardt: the least damping with which the residual falls.
  for (double damping = 1e-4; damping < 1e6; damping *= 10) {
    for (int i = 0; i < n; ++i)
      for (int j = 0; j <= i; ++j) {
        double sum = i == j ? damping : 0;
        for (int k = 0; k < n; ++k) sum += J[i * n + k] * J[j * n + k];
        normal.matrix()(i, j) = sum;
      }
    if (normal.factor() >= 0) continue;
    correction = gradient;
    normal.solve(correction.data());
    if (try_move(state, correction, 1, before)) return true;
  }
  return false;
}

}  // namespace mbs
