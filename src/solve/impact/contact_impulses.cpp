#include "solve/impact/contact_impulses.h"

#include <algorithm>
#include <cmath>

#include "base/index.h"
#include "base/tolerances.h"
#include "linalg/cholesky.h"
#include "linalg/lu.h"
#include "solve/impact/line_response.h"
#include "solve/impact/rubbing_impact.h"

namespace mbs {

namespace {

// A velocity into a stop is more than rounding where it exceeds kPassed times the sum of its terms'
// sizes.
constexpr double kPassed = 1e-9;

// u_i + b_i of a line and the sum of its terms' sizes.
struct Lack {
  double value, size;
};

Lack lack_of(const ContactProblem& problem, const std::vector<double>& P, int line) {
  Lack out{problem.velocity[line] + problem.bounce[line],
           std::fabs(problem.velocity[line]) + std::fabs(problem.bounce[line])};
  for (int j = 0; j < problem.n; ++j) {
    const double term = problem.W[line * problem.n + j] * P[j];
    out.value += term;
    out.size += std::fabs(term);
  }
  return out;
}

class ActiveSet {
 public:
  explicit ActiveSet(const ContactProblem& problem)
      : problem_(problem), P_(problem.n, 0.0), refused_(problem.n, 0) {}

  std::vector<double> solve() {
    for (int i = 0; i < problem_.equalities; ++i) {
      active_.push_back(i);
      if (try_active())
        P_ = trial_;
      else
        active_.pop_back();
    }
    // Each round takes one line in; the bound is far beyond what any problem needs.
    for (int round = 0; round < 10 * (problem_.n + 1); ++round) {
      const int next = most_violated();
      if (next < 0) break;
      active_.push_back(next);
      if (!try_active()) {
        active_.pop_back();
        refused_[next] = 1;
        continue;
      }
      while (!feasible() && step_towards_trial() && try_active()) {
      }
      P_ = trial_;
    }
    if (passes_a_stop(problem_, P_)) pivot();
    return P_;
  }

 private:
  double entry(int i, int j) const { return problem_.W[i * problem_.n + j]; }

  // The impulses that bring all active lines to their velocities; false where one depends on the
  // others.
  bool try_active() {
    const auto n = count_of(active_);
    trial_.assign(problem_.n, 0.0);
    if (n == 0) return true;
    if (!problem_.symmetric) return try_any();
    Cholesky factor(n);
    std::vector<double> P(n);
    for (int j = 0; j < n; ++j) {
      const int line = active_[j];
      for (int i = j; i < n; ++i) factor.matrix()(i, j) = entry(active_[i], line);
      P[j] = -problem_.velocity[line] - (line < problem_.equalities ? 0.0 : problem_.bounce[line]);
    }
    if (factor.factor() >= 0) return false;
    for (int j = 0; j < n; ++j) {
      const double pivot = factor.matrix()(j, j);
      if (!(pivot * pivot > tolerance::dependent_line * entry(active_[j], active_[j])))
        return false;
    }
    factor.solve(P.data());
    for (int j = 0; j < n; ++j) trial_[active_[j]] = P[j];
    return true;
  }

  // Like try_active(), for an unsymmetric W: there an unknown effort gives a known motion.
  bool try_any() {
    const auto n = count_of(active_);
    Lu factor(n);
    std::vector<double> P(n);
    for (int j = 0; j < n; ++j) {
      const int line = active_[j];
      for (int i = 0; i < n; ++i) factor.matrix()(i, j) = entry(active_[i], line);
      P[j] = -problem_.velocity[line] - (line < problem_.equalities ? 0.0 : problem_.bounce[line]);
    }
    if (factor.factor() >= 0 || !(factor.pivot_ratio() > tolerance::dependent_line)) return false;
    factor.solve(P.data());
    for (int j = 0; j < n; ++j) trial_[active_[j]] = P[j];
    return true;
  }

  bool feasible() const {
    return std::all_of(active_.begin(), active_.end(),
                       [&](int line) { return line < problem_.equalities || trial_[line] > 0; });
  }

  // Goes towards the trial impulses as far as none becomes negative. Lines whose impulse has become
  // zero leave the active set; true where one has.
  bool step_towards_trial() {
    double fraction = 1;
    for (int line : active_)
      if (line >= problem_.equalities && !(trial_[line] > 0))
        fraction = std::min(fraction, P_[line] / (P_[line] - trial_[line]));
    if (!std::isfinite(fraction)) fraction = 0;
    for (std::size_t i = 0; i < P_.size(); ++i) P_[i] += fraction * (trial_[i] - P_[i]);
    const std::size_t before = active_.size();
    std::erase_if(active_, [&](int line) {
      const bool leaves =
          line >= problem_.equalities && trial_[line] <= 0 &&
          P_[line] <= tolerance::impulse_velocity_rounding * std::fabs(trial_[line]);
      if (leaves) P_[line] = 0;
      return leaves;
    });
    return active_.size() < before;
  }

  // A line that depended on others when it was tried has passed its stop: solves the problem as an
  // impact in which nothing rubs.
  void pivot() {
    TouchProblem whole;
    whole.n = problem_.n;
    whole.W = problem_.W;
    whole.b = problem_.velocity;
    for (int i = problem_.equalities; i < problem_.n; ++i) whole.normals.push_back(i);
    std::vector<double> P;
    if (RubbingImpact(at(problem_.equalities), whole).solve(problem_.bounce, P)) P_ = std::move(P);
  }

  int most_violated() const {
    int worst = -1;
    double most = 0;
    for (int i = problem_.equalities; i < problem_.n; ++i) {
      if (refused_[i] || std::find(active_.begin(), active_.end(), i) != active_.end()) continue;
      const auto [lacking, size] = lack_of(problem_, P_, i);
      // Lines of different units are compared by the lacking velocity over sqrt(W(i, i)); 1e-300
      // keeps the divisor from 0.
      const double wanted = -lacking / std::sqrt(std::max(entry(i, i), 1e-300));
      if (-lacking > tolerance::impulse_velocity_rounding * size && wanted > most)
        most = wanted, worst = i;
    }
    return worst;
  }

  const ContactProblem& problem_;
  std::vector<double> P_, trial_;
  std::vector<int> active_;
  std::vector<char> refused_;
};

}  // namespace

std::vector<double> solve_contacts(const ContactProblem& problem) {
  return ActiveSet(problem).solve();
}

bool passes_a_stop(const ContactProblem& problem, const std::vector<double>& P) {
  for (int i = problem.equalities; i < problem.n; ++i) {
    const auto [value, size] = lack_of(problem, P, i);
    if (-value > kPassed * size) return true;
  }
  return false;
}

std::vector<double> contact_velocities(const ContactProblem& problem,
                                       const std::vector<double>& P) {
  return response_to(problem.W, P, problem.velocity);
}

}  // namespace mbs
