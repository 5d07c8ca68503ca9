#include "analysis/dynamic_system.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "analysis/choice_audit.h"
#include "base/index.h"
#include "nodes/quaternion.h"
#include "observe/muscles.h"

namespace mbs {

namespace {

// By measurement (docs/decisions.md): STEP needs half the evaluations of DOP853 at equal accuracy.
constexpr const char* kDefaultMethod = "STEP";
constexpr double kDefaultTolerance = 1e-9;  // abs and rel

}  // namespace

IntegratorSettings chosen_integrator(const IntegrationRow& row) {
  IntegratorSettings s;
  s.method = row.method.empty() ? kDefaultMethod : row.method;
  s.abs = row.abs > 0 ? row.abs : kDefaultTolerance;
  s.rel = row.rel > 0 ? row.rel : kDefaultTolerance;
  s.h = row.h;
  s.hmax = row.hmax;
  if (row.rho >= 0) s.rho = row.rho;
  return s;
}

DynamicSystem::~DynamicSystem() = default;

DynamicSystem::DynamicSystem(const Model& model, const Phase& phase, Dynamics& dynamics,
                             const State& start, const Options& options,
                             const IntegratorSettings& settings)
    : model_(model),
      phase_(phase),
      dynamics_(dynamics),
      totals_(model),
      free_(free_coordinates(phase)),
      trial_(start),
      along_(model.nx),
      momentum_(model.nx) {
  find_turning();
  if (is_fixed_step(settings.method, settings.h) && dynamics.keeps_names())
    choice_ = std::make_unique<ChoiceAudit>(model, phase, options);
  if (!is_implicit(settings.method) || !FreedomCoordinates::possible(model, phase)) return;
  springs_ = std::make_unique<FreedomCoordinates>(model, phase, options);
  springs_->choose(start);
}

// A quaternion is integrated as a whole as soon as one of its angular velocities is free.
void DynamicSystem::find_turning() {
  const int n = count_of(free_);
  for (const Orientation& of : model_.orientations) {
    Turning turning{of, {}};
    bool turns = false;
    const auto slot = [&](int i) {
      const auto it = std::find(free_.begin(), free_.end(), i);
      turns = turns || it != free_.end();
      return it == free_.end() ? -1 : static_cast<int>(it - free_.begin());
    };
    for (int c = 0; c < 3; ++c) turning.place[c + 1] = slot(of.first + c);
    turning.place[0] = -1;
    if (!turns) continue;
    for (int c = 0; c < 4; ++c) {
      if (turning.place[c] >= 0) continue;
      turning.place[c] = 2 * n + model_.nz() + count_of(carried_);
      carried_.push_back(c == 0 ? of.scalar : of.first + c - 1);
    }
    turning_.push_back(turning);
  }
}

void DynamicSystem::pack_turning(const State& state, Vector y) const {
  for (const Turning& turning : turning_) {
    const std::array<double, 4> q = turning.of.quaternion(state.x.data());
    for (std::size_t c = 0; c < 4; ++c) y[turning.place[c]] = q[c];
  }
}

// What an integrator makes of a quaternion has not quite the norm 1.
void DynamicSystem::unpack_turning(ConstVector y, State& state) const {
  for (const Turning& turning : turning_) {
    double q[4];
    for (std::size_t c = 0; c < 4; ++c) q[c] = y[turning.place[c]];
    normalise(q);
    turning.of.set_quaternion(q, state.x.data());
  }
}

void DynamicSystem::turning_rates(const State& state, Vector ydot) const {
  for (const Turning& turning : turning_) {
    const std::array<double, 4> q = turning.of.quaternion(state.x.data());
    double rate[4];
    quaternion_rate(q.data(), state.v.data() + turning.of.first, rate);
    for (std::size_t c = 0; c < 4; ++c) ydot[turning.place[c]] = rate[c];
  }
}

int DynamicSystem::count() const { return minimal() ? springs_->count() : count_of(free_); }

void DynamicSystem::pack(const State& state, double work, std::vector<double>& y) {
  const std::size_t n = count(), m = metered_.size();
  std::vector<double> works(m, 0.0);
  if (y.size() > m) std::copy_n(y.end() - 1 - static_cast<std::ptrdiff_t>(m), m, works.begin());
  y.resize(size());
  projected_ = false;
  projected_y_.resize(2 * n + carried_.size());
  directions_.resize(minimal() ? model_.nx * n : 0);
  directions_known_ = false;
  std::copy(works.begin(), works.end(), y.end() - 1 - static_cast<std::ptrdiff_t>(m));
  std::copy(state.z.begin(), state.z.end(), y.begin() + static_cast<std::ptrdiff_t>(2 * n));
  if (springs_) springs_->set_origin(state);
  if (choice_) choice_->begin(state, dynamics_);
  if (minimal()) springs_->pack(state, y.data(), y.data() + n);
  for (std::size_t k = 0; k < n && !minimal(); ++k) {
    y[k] = state.x[free_[k]];
    y[n + k] = state.v[free_[k]];
  }
  pack_turning(state, y);
  y.back() = work;
}

void DynamicSystem::take_states(ConstVector y, State& state) const {
  std::copy_n(y.begin() + 2 * count(), state.z.size(), state.z.begin());
}

SolveStatus DynamicSystem::unpack(double t, ConstVector y, bool between, State& state) {
  const std::size_t n = count();
  state.t = t;
  take_states(y, state);
  if (minimal()) return springs_->unpack(y.data(), y.data() + n, between, state);
  for (std::size_t k = 0; k < n; ++k) {
    state.x[free_[k]] = y[k];
    state.v[free_[k]] = y[n + k];
  }
  unpack_turning(y, state);
  return {};
}

SolveStatus DynamicSystem::place(double t, ConstVector y, bool between, State& state) {
  at_step_end_ = false;
  const SolveStatus status = unpack(t, y, between, state);
  if (status.ok()) return dynamics_.place(state, false);
  // What is known of the reason is looked for in one place.
  if (status.kind == SolveKind::non_finite) dynamics_.kinematics().prescribe(state);
  return status;
}

EvalStatus DynamicSystem::rhs(double t, ConstVector y, Vector ydot) {
  const bool accepted = is_projected(t, y);
  SolveStatus status;
  if (!accepted) status = place(t, y, false, trial_);
  take_states(y, trial_);
  if (status.ok())  // minimal coordinates want the accelerations of springs too
    status = minimal() ? dynamics_.accelerate(trial_) : dynamics_.accelerate_briefly(trial_);
  projected_ = directions_known_ = false;
  at_step_end_ = accepted && status.ok();
  if (!status.ok()) {
    failure_ = status;
    return {EvalKind::reject, -1, 0};
  }
  if (accepted && springs_) {
    springs_->set_origin(trial_);
    if (path_) path_->step(trial_);
  }
  const std::size_t n = count();
  if (minimal()) {
    std::copy_n(y.begin() + static_cast<std::ptrdiff_t>(n), n, ydot.begin());
    springs_->accelerations(trial_, ydot.data() + n);
  } else {
    for (std::size_t k = 0; k < n; ++k) {
      ydot[k] = trial_.v[free_[k]];
      ydot[n + k] = trial_.a[free_[k]];
    }
  }
  std::copy(trial_.zd.begin(), trial_.zd.end(), ydot.begin() + static_cast<std::ptrdiff_t>(2 * n));
  turning_rates(trial_, ydot);
  for (std::size_t k = 0; k < metered_.size(); ++k) {
    const std::size_t i = metered_[k];
    ydot[2 * n + trial_.z.size() + carried_.size() + k] = dynamics_.reactions()[i] * trial_.v[i];
  }
  ydot.back() = totals_.power(model_, phase_, trial_, dynamics_);
  return {};
}

// States and works are no part of what was placed.
bool DynamicSystem::is_projected(double t, ConstVector y) const {
  const auto n = static_cast<std::ptrdiff_t>(projected_y_.size() - carried_.size());
  return projected_ && t == projected_t_ &&
         std::equal(projected_y_.begin(), projected_y_.begin() + n, y.begin()) &&
         std::equal(projected_y_.begin() + n, projected_y_.end(), y.begin() + n + model_.nz());
}

EvalStatus DynamicSystem::project(double t, Vector y) {
  projected_ = at_step_end_ = false;
  SolveStatus status = unpack(t, y, false, trial_);
  worn_ = status.ok() && springs_ && springs_->worn();
  if (status.ok()) status = dynamics_.place(trial_, true);
  if (!status.ok()) {
    failure_ = status;
    return {EvalKind::reject, -1, 0};
  }
  status = dynamics_.accept(trial_);
  if (status.ok() && choice_ && choice_->turned_bad(trial_, dynamics_)) {
    status.kind = SolveKind::singular;
    status.column = dynamics_.kinematics().weakest_coordinate();
  }
  if (!status.ok()) {  // no shorter step would help
    failure_ = status;
    return {EvalKind::failed, -1, 0};
  }
  const std::size_t n = count();
  note_placed(y, trial_);
  for (std::size_t k = 0; k < n && !minimal(); ++k) {
    y[k] = trial_.x[free_[k]];
    y[n + k] = trial_.v[free_[k]];
  }
  pack_turning(trial_, y);
  projected_t_ = t;
  std::copy_n(y.begin(), 2 * n, projected_y_.begin());
  std::copy_n(y.begin() + static_cast<std::ptrdiff_t>(2 * n) + model_.nz(), carried_.size(),
              projected_y_.begin() + static_cast<std::ptrdiff_t>(2 * n));
  projected_ = true;
  return {};
}

double DynamicSystem::momentum(ConstVector a, Vector p) {
  const std::size_t nx = along_.size();
  std::fill(along_.begin(), along_.end(), 0.0);
  if (minimal() && !directions_known_) {
    springs_->directions({directions_.data(), model_.nx, count(), model_.nx});
    directions_known_ = true;
  }
  for (std::size_t k = 0; k < a.size(); ++k) {
    if (!minimal()) along_[free_[k]] = a[k];
    for (std::size_t i = 0; i < nx && minimal(); ++i) along_[i] += directions_[k * nx + i] * a[k];
  }
  std::fill(momentum_.begin(), momentum_.end(), 0.0);
  dynamics_.inertia().add_mass_times(along_, momentum_);
  for (std::size_t k = 0; k < a.size(); ++k)
    p[k] = minimal() ? dot({directions_.data() + k * nx, nx}, momentum_) : momentum_[free_[k]];
  return dot(trial_.v, momentum_);
}

int DynamicSystem::inner() const { return 2 * count_of(model_.forces.muscles); }

void DynamicSystem::inner_values(Vector w) const {
  const std::vector<Muscle>& muscles = model_.forces.muscles;
  for (std::size_t k = 0; k < muscles.size(); ++k) {
    const MusclePath path = muscle_path(muscles[k], trial_);
    w[2 * k] = path.length;
    w[2 * k + 1] = path.rate;
  }
}

void DynamicSystem::inner_rows(Matrix dw, Matrix j) const {
  const std::vector<Muscle>& muscles = model_.forces.muscles;
  const int first = 2 * count();  // row of the first state
  for (std::size_t k = 0; k < muscles.size(); ++k) {
    const Muscle& m = muscles[k];
    if (m.strain < 0) continue;
    const MuscleGradient by =
        muscle_gradient(m, muscle_path(m, trial_), trial_.z[m.activation], trial_.z[m.strain],
                        dynamics_.state_rates().stimulations()[k])
            .strain_rate;
    const int row = first + m.strain, length = 2 * static_cast<int>(k), rate = length + 1;
    for (int c = 0; c < j.cols; ++c) j(row, c) = by.d[0] * dw(length, c) + by.d[1] * dw(rate, c);
    j(row, first + m.activation) += by.d[2];
    j(row, row) += by.d[3];
  }
}

SolveStatus DynamicSystem::complete(double t, ConstVector y, State& state) {
  projected_ = false;
  const SolveStatus status = place(t, y, true, state);
  return status.ok() ? dynamics_.accelerate(state) : status;
}

bool DynamicSystem::complete_step(double t, State& state) {
  if (!at_step_end_ || t != projected_t_) return false;
  dynamics_.complete(trial_);
  state = trial_;
  return true;
}

SolveStatus DynamicSystem::look(double t, ConstVector y, State& state) {
  projected_ = at_step_end_ = false;
  const SolveStatus status = unpack(t, y, true, state);
  dynamics_.kinematics().prescribe(state);
  return status;
}

bool DynamicSystem::look(ConstVector ydot, State& state) const {
  if (minimal()) return false;
  const std::size_t n = count();
  for (std::size_t k = 0; k < n; ++k) state.a[free_[k]] = ydot[n + k];
  return true;
}

SolveStatus DynamicSystem::change_unknowns(std::unique_ptr<Integrator>& integrator, State& state,
                                           StepStatus& status, bool& changed) {
  worn_ = false;
  std::vector<double> y(integrator->y().begin(), integrator->y().end());
  const SolveStatus solved = complete(integrator->t(), y, state);
  if (!solved.ok()) return solved;
  if (path_) path_->step(state);
  const double done = work(y);
  changed = springs_->choose(state);
  if (!changed) return solved;
  pack(state, done, y);
  if (integrator->size() == size()) {
    status = integrator->take_over(*integrator, y);
    return solved;
  }
  std::unique_ptr<Integrator> other =
      make_integrator(ode_system(size(), *this), integrator->settings()).integrator;
  status = other->take_over(*integrator, y);
  integrator = std::move(other);
  return solved;
}

long long DynamicSystem::repeated_steps() const { return choice_ ? choice_->repeated() : 0; }

bool DynamicSystem::fails_by_names(double t) { return choice_ && choice_->others_reach(t); }

std::string DynamicSystem::component_name(int k) const {
  const int n = count();
  if (k < 0) return "the state";
  const int carried = k - 2 * n - model_.nz();
  if (carried >= 0 && carried < count_of(carried_)) return "an orientation";
  if (carried >= 0) return "the work done";
  if (k >= 2 * n) return "state " + model_.states[k - 2 * n].name;
  const int i = k < n ? k : k - n;
  const std::string name = minimal() ? springs_->name(i) : model_.coordinate_name(free_[i]);
  if (!minimal() && model_.is_orientation(free_[i])) return k < n ? "an orientation" : name;
  return k < n ? name : fmt::format("rate of {}", name);
}

}  // namespace mbs
