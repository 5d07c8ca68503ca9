// Contacts and joints that slide: their friction is a coefficient times a load, and the load
// depends on the stresses that are the unknowns of the equations.
#include <algorithm>
#include <array>
#include <cmath>

#include "base/index.h"
#include "base/tolerances.h"
#include "solve/dynamics.h"

namespace mbs {

namespace {

constexpr int kMostIterations = 40;

}  // namespace

// The stresses P that press are linear in the friction F of the slips: P = P0 + B F. One solution
// without friction and one with a unit of each give P0 and B; then F = c load(P) is a small system:
// linear for contacts, otherwise solved by Newton's method from F = 0.
SolveStatus Dynamics::solve_sliding(State& state) {
  const std::vector<Sliding>& sliding = phase_.sliding;
  const int n = count_of(sliding);
  std::size_t m = 0;
  for (const Sliding& s : sliding) m += s.load.count();
  if (count_of(sliding_friction_) != n || pressing_.size() != m) {
    sliding_factor_.resize(n);
    for (std::vector<double>* all : {&sliding_friction_, &sliding_law_, &sliding_change_})
      all->assign(n, 0.0);
    sliding_g_.assign(nx(), 0.0);
    unit_.assign(S_.size(), 0.0);
    pressing_.assign(m, 0.0);
    pressing_by_.assign(m * n, 0.0);
  }
  auto act = [&](int j, double friction) {
    const std::size_t slip = sliding[j].slip;
    unit_[slip] = friction;
    subtract_transposed_times(model_, kinematics_->evaluation(), unit_, loads_.g);
    unit_[slip] = 0;
    loads_.S[slip] = sliding_law_[j] + friction;
  };
  auto read = [&](double* out) {
    for (const Sliding& s : sliding)
      for (int k = 0; k < s.load.count(); ++k) *out++ = S_[s.load.first + k];
  };
  std::copy(loads_.g.begin(), loads_.g.end(), sliding_g_.begin());
  for (int j = 0; j < n; ++j) sliding_law_[j] = loads_.S[sliding[j].slip];
  SolveStatus status = solve_form(state);
  if (!status.ok()) return status;
  read(pressing_.data());
  for (int j = 0; j < n; ++j) {
    act(j, 1);
    status = solve_form(state);
    if (!status.ok()) return status;
    double* const column = pressing_by_.data() + j * m;
    read(column);
    for (std::size_t i = 0; i < m; ++i) column[i] -= pressing_[i];
    loads_.S[sliding[j].slip] = sliding_law_[j];
    std::copy(sliding_g_.begin(), sliding_g_.end(), loads_.g.begin());
  }
  if (!find_sliding_friction()) {
    status.kind = SolveKind::singular;
    return status;
  }
  for (int j = 0; j < n; ++j) act(j, sliding_friction_[j]);
  return solve_form(state);
}

// Finds the friction forces F; false where friction jams, so that no F exists.
bool Dynamics::find_sliding_friction() {
  const std::vector<Sliding>& sliding = phase_.sliding;
  const std::size_t n = sliding.size(), m = pressing_.size();
  const bool linear = std::all_of(sliding.begin(), sliding.end(),
                                  [](const Sliding& s) { return s.load.is_linear(); });
  std::fill(sliding_friction_.begin(), sliding_friction_.end(), 0.0);
  double last = HUGE_VAL;
  for (int iteration = 0; iteration < kMostIterations; ++iteration) {
    sliding_factor_.set_zero();
    Matrix A = sliding_factor_.matrix();
    std::size_t first = 0;
    for (std::size_t i = 0; i < n; ++i) {
      const Sliding& s = sliding[i];
      const std::size_t count = s.load.count();
      std::array<double, 2> P{}, slope{};
      for (std::size_t k = 0; k < count; ++k) {
        P[k] = pressing_[first + k];
        for (std::size_t j = 0; j < n; ++j)
          P[k] += pressing_by_[j * m + first + k] * sliding_friction_[j];
      }
      s.load.slopes(P.data(), slope.data());
      for (std::size_t j = 0; j < n; ++j) {
        double& entry = A(static_cast<int>(i), static_cast<int>(j));
        entry = i == j ? 1 : 0;
        for (std::size_t k = 0; k < count; ++k)
          entry -= s.coefficient * slope[k] * pressing_by_[j * m + first + k];
      }
      sliding_change_[i] = s.coefficient * s.load.value(P.data()) - sliding_friction_[i];
      first += count;
    }
    if (sliding_factor_.factor() >= 0) return false;
    sliding_factor_.solve(sliding_change_.data());
    double change = 0, size = 0;
    for (std::size_t i = 0; i < n; ++i) {
      sliding_friction_[i] += sliding_change_[i];
      change = std::max(change, std::fabs(sliding_change_[i]));
      size = std::max(size, std::fabs(sliding_friction_[i]));
    }
    if (linear || change <= tolerance::last_digit * size) return true;
    if (change >= last && change <= tolerance::friction_near * size) return true;
    last = change;
  }
  return false;
}

}  // namespace mbs
