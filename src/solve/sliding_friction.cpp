// Contacts that slide: friction is mu N, and N is a stress that the equations are solved for.
#include <algorithm>
#include <cmath>

#include "solve/dynamics.h"

namespace mbs {

namespace {

std::size_t at(int i) { return static_cast<std::size_t>(i); }

}  // namespace

// Stresses S1 of the gaps are linear in the friction S2 of the slips: S1 = S1_0 + B S2. One
// solution without friction and one with a unit of each give S1_0 and B; then S2 = -c S1 is a small
// system.
SolveStatus Dynamics::solve_sliding(State& state) {
  const std::vector<Sliding>& sliding = phase_.sliding;
  const int n = static_cast<int>(sliding.size());
  if (static_cast<int>(sliding_friction_.size()) != n) {
    sliding_factor_.resize(n);
    sliding_friction_.assign(at(n), 0.0);
    sliding_g_.assign(nx(), 0.0);
    unit_.assign(S_.size(), 0.0);
  }
  auto act = [&](int slip, double friction) {
    unit_[at(slip)] = friction;
    subtract_transposed_times(model_, kinematics_->evaluation(), unit_, loads_.g);
    unit_[at(slip)] = 0;
    loads_.S[at(slip)] = friction;
  };
  std::copy(loads_.g.begin(), loads_.g.end(), sliding_g_.begin());
  SolveStatus status = solve_form(state);
  if (!status.ok()) return status;
  for (int i = 0; i < n; ++i) sliding_friction_[at(i)] = S_[at(sliding[at(i)].normal)];
  sliding_factor_.set_zero();
  Matrix A = sliding_factor_.matrix();
  for (int j = 0; j < n; ++j) {
    act(sliding[at(j)].normal + 1, 1);
    status = solve_form(state);
    if (!status.ok()) return status;
    for (int i = 0; i < n; ++i) {
      const double B = S_[at(sliding[at(i)].normal)] - sliding_friction_[at(i)];
      A(i, j) = (i == j ? 1 : 0) + sliding[at(i)].coefficient * B;
    }
    loads_.S[at(sliding[at(j)].normal + 1)] = 0;
    std::copy(sliding_g_.begin(), sliding_g_.end(), loads_.g.begin());
  }
  for (int i = 0; i < n; ++i) sliding_friction_[at(i)] *= -sliding[at(i)].coefficient;
  if (sliding_factor_.factor() >= 0) {
    status.kind = SolveKind::singular;
    return status;
  }
  sliding_factor_.solve(sliding_friction_.data());
  for (int i = 0; i < n; ++i) act(sliding[at(i)].normal + 1, sliding_friction_[at(i)]);
  return solve_form(state);
}

}  // namespace mbs
