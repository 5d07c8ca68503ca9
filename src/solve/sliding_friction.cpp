#include "solve/sliding_friction.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "base/index.h"
#include "base/tolerances.h"

namespace mbs {

namespace {

constexpr int kMostIterations = 40;

}  // namespace

// Workspaces, where more or less slides than before.
void SlidingFriction::claim(std::size_t stresses) {
  const int n = count_of(phase_.sliding);
  std::size_t m = 0;
  for (const Sliding& s : phase_.sliding) m += s.load.count();
  if (count_of(friction_) == n && pressing_.size() == m) return;
  factor_.resize(n);
  for (std::vector<double>* all : {&friction_, &law_, &change_}) all->assign(n, 0.0);
  g_.assign(model_.nx, 0.0);
  unit_.assign(stresses, 0.0);
  pressing_.assign(m, 0.0);
  pressing_by_.assign(m * n, 0.0);
}

// The stresses P that press are linear in the friction F of the slips: P = P0 + B F. One solution
// without friction and one with a unit of each give P0 and B; then F = c load(P) is a small system:
// linear for contacts, otherwise solved by Newton's method from F = 0.
SolveStatus SlidingFriction::solve(EquationsOfMotion& equations, const Placed& at,
                                   const Evaluation& here, Loads& loads, State& state, Vector S) {
  const std::vector<Sliding>& sliding = phase_.sliding;
  claim(S.size());
  const int n = count_of(sliding);
  const std::size_t m = pressing_.size();
  auto act = [&](int j, double friction) {
    const std::size_t slip = sliding[j].slip;
    unit_[slip] = friction;
    subtract_transposed_times(model_, here, unit_, loads.g);
    unit_[slip] = 0;
    loads.S[slip] = law_[j] + friction;
  };
  auto read = [&](double* out) {
    for (const Sliding& s : sliding)
      for (int k = 0; k < s.load.count(); ++k) *out++ = S[s.load.first + k];
  };
  std::copy(loads.g.begin(), loads.g.end(), g_.begin());
  for (int j = 0; j < n; ++j) law_[j] = loads.S[sliding[j].slip];
  SolveStatus status = equations.solve(at, state, S);
  if (!status.ok()) return status;
  read(pressing_.data());
  for (int j = 0; j < n; ++j) {
    act(j, 1);
    status = equations.solve(at, state, S);
    if (!status.ok()) return status;
    double* const column = pressing_by_.data() + j * m;
    read(column);
    for (std::size_t i = 0; i < m; ++i) column[i] -= pressing_[i];
    loads.S[sliding[j].slip] = law_[j];
    std::copy(g_.begin(), g_.end(), loads.g.begin());
  }
  if (!find_friction()) {
    status.kind = SolveKind::singular;
    return status;
  }
  for (int j = 0; j < n; ++j) act(j, friction_[j]);
  return equations.solve(at, state, S);
}

// Finds the friction forces F; false where friction jams, so that no F exists.
bool SlidingFriction::find_friction() {
  const std::vector<Sliding>& sliding = phase_.sliding;
  const std::size_t n = sliding.size(), m = pressing_.size();
  const bool linear = std::all_of(sliding.begin(), sliding.end(),
                                  [](const Sliding& s) { return s.load.is_linear(); });
  std::fill(friction_.begin(), friction_.end(), 0.0);
  double last = HUGE_VAL;
  for (int iteration = 0; iteration < kMostIterations; ++iteration) {
    factor_.set_zero();
    Matrix A = factor_.matrix();
    std::size_t first = 0;
    for (std::size_t i = 0; i < n; ++i) {
      const Sliding& s = sliding[i];
      const std::size_t count = s.load.count();
      std::array<double, 2> P{}, slope{};
      for (std::size_t k = 0; k < count; ++k) {
        P[k] = pressing_[first + k];
        for (std::size_t j = 0; j < n; ++j) P[k] += pressing_by_[j * m + first + k] * friction_[j];
      }
      s.load.slopes(P.data(), slope.data());
      for (std::size_t j = 0; j < n; ++j) {
        double& entry = A(static_cast<int>(i), static_cast<int>(j));
        entry = i == j ? 1 : 0;
        for (std::size_t k = 0; k < count; ++k)
          entry -= s.coefficient * slope[k] * pressing_by_[j * m + first + k];
      }
      change_[i] = s.coefficient * s.load.value(P.data()) - friction_[i];
      first += count;
    }
    if (factor_.factor() >= 0) return false;
    factor_.solve(change_.data());
    double change = 0, size = 0;
    for (std::size_t i = 0; i < n; ++i) {
      friction_[i] += change_[i];
      change = std::max(change, std::fabs(change_[i]));
      size = std::max(size, std::fabs(friction_[i]));
    }
    if (linear || change <= tolerance::last_digit * size) return true;
    if (change >= last && change <= tolerance::friction_near * size) return true;
    last = change;
  }
  return false;
}

}  // namespace mbs
