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
                             const State& start, const Options& options, std::string_view method)
    : model_(model),
      phase_(phase),
      dynamics_(dynamics),
      totals_(model),
      free_(free_coordinates(phase)),
      trial_(start),
      reference_(start) {
  if (is_linearly_implicit(method)) {
    minimal_ = std::make_unique<FreedomCoordinates>(model, phase, options);
    if (!minimal_->choose(start)) minimal_.reset();
  }
  projected_y_.resize(2 * at(count()));
}

int DynamicSystem::count() const {
  return minimal_ ? minimal_->count() : static_cast<int>(free_.size());
}

void DynamicSystem::pack(const State& state, double work, std::vector<double>& y) const {
  const std::size_t n = at(count()), m = metered_.size();
  std::vector<double> works(m, 0.0);
  if (y.size() > m) std::copy_n(y.end() - 1 - static_cast<std::ptrdiff_t>(m), m, works.begin());
  y.resize(at(size()));
  std::copy(works.begin(), works.end(), y.begin() + static_cast<std::ptrdiff_t>(2 * n));
  if (minimal_) minimal_->pack(state, y.data(), y.data() + n);
  for (std::size_t k = 0; k < n && !minimal_; ++k) {
    y[k] = state.x[at(free_[k])];
    y[n + k] = state.v[at(free_[k])];
  }
  y.back() = work;
}

SolveStatus DynamicSystem::unpack(double t, ConstVector y, State& state) {
  const std::size_t n = at(count());
  state.t = t;
  if (minimal_) {
    const double h = t - reference_.t;
    for (std::size_t i = 0; i < state.x.size(); ++i) {
      state.v[i] = reference_.v[i] + h * reference_.a[i];
      state.x[i] = reference_.x[i] + h * (reference_.v[i] + h / 2 * reference_.a[i]);
    }
    return minimal_->unpack(y.data(), y.data() + n, state);
  }
  for (std::size_t k = 0; k < n; ++k) {
    state.x[at(free_[k])] = y[k];
    state.v[at(free_[k])] = y[n + k];
  }
  return {};
}

SolveStatus DynamicSystem::place(double t, ConstVector y, State& state) {
  const SolveStatus status = unpack(t, y, state);
  return status.ok() ? dynamics_.place(state, false) : status;
}

EvalStatus DynamicSystem::rhs(double t, ConstVector y, Vector ydot) {
  const bool accepted = is_projected(t, y);
  SolveStatus status;
  if (!accepted) status = place(t, y, trial_);
  if (status.ok())  // minimal coordinates want the accelerations of springs too
    status = minimal_ ? dynamics_.accelerate(trial_) : dynamics_.accelerate_briefly(trial_);
  projected_ = false;
  if (!status.ok()) {
    failure_ = status;
    return {EvalKind::reject, -1, 0};
  }
  if (accepted) reference_ = trial_;
  const std::size_t n = at(count());
  if (minimal_) {
    std::copy_n(y.begin() + static_cast<std::ptrdiff_t>(n), n, ydot.begin());
    minimal_->accelerations(trial_, ydot.data() + n);
  } else {
    for (std::size_t k = 0; k < n; ++k) {
      ydot[k] = trial_.v[at(free_[k])];
      ydot[n + k] = trial_.a[at(free_[k])];
    }
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
  SolveStatus status = unpack(t, y, trial_);
  worn_ = minimal_ && minimal_->worn();
  if (status.ok()) status = dynamics_.place(trial_, true);
  if (!status.ok()) {
    failure_ = status;
    return {EvalKind::reject, -1, 0};
  }
  status = dynamics_.accept(trial_);
  if (!status.ok()) {  // no shorter step would help
    failure_ = status;
    return {EvalKind::failed, -1, 0};
  }
  const std::size_t n = at(count());
  for (std::size_t k = 0; k < n && !minimal_; ++k) {
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
  const SolveStatus status = place(t, y, state);
  return status.ok() ? dynamics_.accelerate(state) : status;
}

SolveStatus DynamicSystem::renew(Integrator& integrator, State& state, StepStatus& status) {
  worn_ = false;
  const SolveStatus solved = complete(integrator.t(), integrator.y(), state);
  if (!solved.ok()) return solved;
  const double done = work(integrator.y());
  minimal_->choose(state);
  reference_ = state;
  std::vector<double> y(integrator.y().begin(), integrator.y().end());
  pack(state, done, y);
  status = integrator.restart(state.t, y);
  return solved;
}

std::string DynamicSystem::component_name(int k) const {
  const int n = count();
  if (k < 0) return "the state";
  if (k >= 2 * n) return "the work done";
  const int i = k < n ? k : k - n;
  const std::string name = minimal_ ? minimal_->name(i) : model_.coordinate_name(free_[at(i)]);
  return k < n ? name : fmt::format("rate of {}", name);
}

}  // namespace mbs
