#include "solve/impact/impulse.h"

#include <algorithm>
#include <cassert>
#include <cmath>

#include "model/redundancy.h"

namespace mbs {

namespace {

double half_product(const std::vector<double>& a, const std::vector<double>& b) {
  double sum = 0;
  for (std::size_t i = 0; i < a.size(); ++i) sum += a[i] * b[i];
  return 0.5 * sum;
}

// Work of the impulses R and L on prescribed rates, which are the same before and after, and of the
// efforts that a choice seeks, at the mean of the rates before and after.
double work_of_drives(const Model& model, const Phase& phase, const Evaluation& here,
                      const std::vector<double>& before, const std::vector<double>& after,
                      const Impulses& impulses) {
  double work = 0;
  auto seeks_load = [&](std::size_t i) {
    return phase.has_choice() && phase.x_choice[i].unknown_load;
  };
  auto seeks_stress = [&](std::size_t r) {
    return phase.has_choice() && phase.e_choice[r].unknown_stress;
  };
  for (std::size_t i = 0; i < before.size(); ++i)
    if (phase.x_class[i] == Class::prescribed || seeks_load(i))
      work += 0.5 * impulses.R[i] * (before[i] + after[i]);
  if (phase.count_deformations(Class::prescribed) == 0 && !phase.has_choice()) return work;
  std::vector<double> rate(model.ne, 0.0);
  add_derivative_times(model, here, before, rate);
  add_derivative_times(model, here, after, rate);
  for (std::size_t r = 0; r < rate.size(); ++r)
    if (phase.e_class[r] == Class::prescribed || seeks_stress(r))
      work -= 0.5 * impulses.L[r] * rate[r];
  return work;
}

// The jump of velocities in a chain with a choice of unknowns: held coordinates jump by `change`,
// and the impulses p act.
struct Jump {
  std::vector<double> dv, L, F;
};
Jump jump_of_choice(const Model& model, const FreeMotion& motion, Dynamics& dynamics,
                    const Phase& phase, const std::vector<double>& change,
                    const std::vector<double>& p) {
  assert(dynamics.kinematics().is_moving_at(motion.placed));
  const Evaluation& here = dynamics.kinematics().evaluation();
  Jump out{change, std::vector<double>(model.ne), std::vector<double>(model.nx)};
  std::vector<double> rate(model.ne, 0.0);
  add_derivative_times(model, here, change, rate);
  for (int i : free_coordinates(phase)) out.dv[i] = 0;
  dynamics.equations()->balance()->solve_jump(here, motion.inertia, p, rate, out.dv, out.L, out.F);
  return out;
}

}  // namespace

double Impulses::excess() const {
  const double size = kinetic_before + kinetic_after + std::fabs(driven);
  return size > 0 ? (kinetic_after - kinetic_before - driven) / size : 0;
}

void Impulses::add(const Impulses& later) {
  for (std::size_t i = 0; i < R.size(); ++i) R[i] += later.R[i];
  for (std::size_t r = 0; r < L.size(); ++r) L[r] += later.L[r];
  kinetic_after = later.kinetic_after;
  driven += later.driven;
}

void share_impulses(const Model& model, const Phase& phase, Dynamics& dynamics,
                    const FreeMotion& motion, const std::vector<double>& after, State& state,
                    Impulses& impulses) {
  assert(dynamics.kinematics().is_moving_at(motion.placed));
  const std::size_t nx = model.nx;
  impulses.kinetic_before = half_product(state.v, motion.mass_times(state.v));
  impulses.kinetic_after = half_product(after, motion.mass_times(after));
  std::vector<double> change(nx);
  for (std::size_t i = 0; i < nx; ++i) change[i] = after[i] - state.v[i];
  const std::vector<double> momentum = motion.mass_times(change);
  const Evaluation& here = dynamics.kinematics().evaluation();

  // De^T L = R - M (v+ - v-) on the free coordinates, with given impulses on the right side.
  std::vector<double> force = impulses.R, given = impulses.L, shared(model.ne, 0.0);
  for (std::size_t i = 0; i < nx; ++i) force[i] -= momentum[i];
  subtract_transposed_times(model, here, given, force);
  std::vector<double> on_free = impulses.R;
  if (dynamics.equations()->balance()) {
    std::vector<double> acting = impulses.R;
    subtract_transposed_times(model, here, given, acting);
    Jump jump = jump_of_choice(model, motion, dynamics, phase, change, acting);
    shared = std::move(jump.L);
    for (std::size_t i = 0; i < nx; ++i) on_free[i] += jump.F[i];
  } else if (!dynamics.placement().partition().rows.empty()) {
    dynamics.kinematics().solver().balance(force, shared);
  }
  for (int r : dynamics.placement().partition().e_freedoms) shared[r] = 0;
  if (const LeastShares& least = dynamics.equations()->least_shares(); least.acts())
    least.share(shared);
  for (std::size_t r = 0; r < shared.size(); ++r) impulses.L[r] += shared[r];

  std::fill(force.begin(), force.end(), 0.0);
  subtract_transposed_times(model, here, impulses.L, force);
  for (std::size_t i = 0; i < nx; ++i) impulses.R[i] = momentum[i] - force[i];
  for (int i : free_coordinates(phase)) impulses.R[i] = on_free[i];
  for (int r = 0; r < model.ne; ++r)  // nobody knows them
    if (is_open_stress(phase, r)) impulses.L[static_cast<std::size_t>(r)] = 0;
  impulses.driven = work_of_drives(model, phase, here, state.v, after, impulses);
  state.v = after;
}

SolveStatus project_velocities(const Model& model, const Phase& phase, Dynamics& dynamics,
                               State& state, Impulses& impulses) {
  FreeMotion motion(model);
  const SolveStatus status = find_free_motion(model, dynamics, state, motion);
  if (!status.ok()) return status;
  std::vector<double> change = state.v;
  for (std::size_t i = 0; i < change.size(); ++i) change[i] -= motion.still[i];
  std::vector<double> after;
  if (dynamics.equations()->balance()) {
    for (double& jump : change) jump = -jump;
    const std::vector<double> nothing(change.size(), 0.0);
    after = jump_of_choice(model, motion, dynamics, phase, change, nothing).dv;
    for (std::size_t i = 0; i < after.size(); ++i) after[i] += state.v[i];
  } else {
    std::vector<double> qd = motion.project(motion.mass_times(change));
    motion.respond(qd.data());
    after = motion.add(motion.still, qd);
  }
  impulses.L.assign(model.ne, 0.0);
  impulses.R.assign(model.nx, 0.0);
  share_impulses(model, phase, dynamics, motion, after, state, impulses);
  return {};
}

}  // namespace mbs
