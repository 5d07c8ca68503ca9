#include "analysis/dynamic_system.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace mbs {

namespace {

// By measurement (docs/decisions.md): STEP needs half the evaluations of DOP853 at equal accuracy.
constexpr const char* kDefaultMethod = "STEP";
constexpr double kDefaultTolerance = 1e-9;

std::size_t at(int i) { return static_cast<std::size_t>(i); }

}  // namespace

IntegratorSettings chosen_integrator(const IntegrationRow& row) {
  IntegratorSettings s;
  s.method = row.method.empty() ? kDefaultMethod : row.method;
  s.abs = row.abs > 0 ? row.abs : kDefaultTolerance;
  s.rel = row.rel > 0 ? row.rel : kDefaultTolerance;
  s.h = row.h;
  s.hmax = row.hmax;
  return s;
}

DynamicSystem::DynamicSystem(const Model& model, const Phase& phase, Dynamics& dynamics,
                             const State& start)
    : model_(model),
      phase_(phase),
      dynamics_(dynamics),
      totals_(model),
      free_(free_coordinates(phase)),
      trial_(start),
      projected_y_(2 * free_.size()) {}

void DynamicSystem::pack(const State& state, double work, std::vector<double>& y) const {
  const std::size_t n = free_.size();
  y.assign(2 * n + metered_.size() + 1, 0.0);
  for (std::size_t k = 0; k < n; ++k) {
    y[k] = state.x[at(free_[k])];
    y[n + k] = state.v[at(free_[k])];
  }
  y.back() = work;
}

void DynamicSystem::unpack(double t, ConstVector y, State& state) const {
  const std::size_t n = free_.size();
  state.t = t;
  for (std::size_t k = 0; k < n; ++k) {
    state.x[at(free_[k])] = y[k];
    state.v[at(free_[k])] = y[n + k];
  }
}

SolveStatus DynamicSystem::solve(double t, ConstVector y, State& state) {
  unpack(t, y, state);
  const SolveStatus status = dynamics_.place(state, false);
  return status.ok() ? dynamics_.accelerate(state) : status;
}

EvalStatus DynamicSystem::rhs(double t, ConstVector y, Vector ydot) {
  const SolveStatus status =
      is_projected(t, y) ? dynamics_.accelerate(trial_) : solve(t, y, trial_);
  projected_ = false;
  if (!status.ok()) {
    failure_ = status;
    return {EvalKind::reject, -1, 0};
  }
  const std::size_t n = free_.size();
  for (std::size_t k = 0; k < n; ++k) {
    ydot[k] = trial_.v[at(free_[k])];
    ydot[n + k] = trial_.a[at(free_[k])];
  }
  for (std::size_t k = 0; k < metered_.size(); ++k) {
    const std::size_t i = at(metered_[k]);
    ydot[2 * n + k] = dynamics_.reactions()[i] * trial_.v[i];
  }
  ydot.back() = totals_.power(model_, phase_, trial_, dynamics_);
  return {};
}

// Works are no part of the state that was placed.
bool DynamicSystem::is_projected(double t, ConstVector y) const {
  return projected_ && t == projected_t_ &&
         std::equal(projected_y_.begin(), projected_y_.end(), y.begin());
}

EvalStatus DynamicSystem::project(double t, Vector y) {
  projected_ = false;
  unpack(t, y, trial_);
  SolveStatus status = dynamics_.place(trial_, true);
  if (!status.ok()) {
    failure_ = status;
    return {EvalKind::reject, -1, 0};
  }
  status = dynamics_.accept(trial_);
  if (!status.ok()) {  // no shorter step would help
    failure_ = status;
    return {EvalKind::failed, -1, 0};
  }
  const std::size_t n = free_.size();
  for (std::size_t k = 0; k < n; ++k) {
    y[k] = trial_.x[at(free_[k])];
    y[n + k] = trial_.v[at(free_[k])];
  }
  projected_t_ = t;
  std::copy_n(y.begin(), projected_y_.size(), projected_y_.begin());
  projected_ = true;
  return {};
}

SolveStatus DynamicSystem::complete(double t, ConstVector y, State& state) {
  projected_ = false;
  return solve(t, y, state);
}

std::string DynamicSystem::component_name(int k) const {
  const int n = static_cast<int>(free_.size());
  if (k < 0) return "the state";
  if (k >= 2 * n) return "the work done";
  return k < n ? model_.coordinate_name(free_[at(k)])
               : fmt::format("rate of {}", model_.coordinate_name(free_[at(k - n)]));
}

}  // namespace mbs
