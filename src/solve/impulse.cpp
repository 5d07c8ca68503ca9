#include "solve/impulse.h"

#include <algorithm>
#include <cmath>

namespace mbs {

namespace {

std::size_t at(int i) { return static_cast<std::size_t>(i); }

// A pivot of the mass matrix below this part of its diagonal belongs to a motion without mass.
constexpr double kMassless = 1e-13;

double dot(ConstVector a, ConstVector b) {
  double sum = 0;
  for (std::size_t i = 0; i < a.size(); ++i) sum += a[i] * b[i];
  return sum;
}

}  // namespace

SolveStatus make_velocities_fit(const Model& model, const Phase& phase, Dynamics& dynamics,
                                State& state, Impulses& impulses) {
  Kinematics& kinematics = dynamics.kinematics();
  const std::size_t nx = at(model.nx);
  // One velocity that the constraints allow: that of no motion in the degrees of freedom.
  State still = state;
  std::fill(still.v.begin(), still.v.end(), 0.0);
  kinematics.hold_freedoms(still);
  SolveStatus status = kinematics.position(still);
  if (!status.ok()) return status;
  kinematics.velocities(still);
  Inertia inertia(model);
  inertia.evaluate(model, state.x, state.v, kinematics.evaluation());
  auto mass_times = [&](const std::vector<double>& z) {
    std::vector<double> out(nx, 0.0);
    inertia.add_mass_times(z, out);
    return out;
  };

  const int n = dynamics.partition().freedom_count();
  std::vector<double> DF(nx * at(n)), qd(at(n));
  if (n > 0) kinematics.transfer({DF.data(), model.nx, n, model.nx});
  std::vector<double> change = state.v;
  for (std::size_t i = 0; i < nx; ++i) change[i] -= still.v[i];
  const std::vector<double> momentum = mass_times(change);
  Cholesky factor;
  factor.resize(n);
  std::vector<double> diagonal(at(n));
  for (int j = 0; j < n; ++j) {
    const std::vector<double> column(DF.begin() + static_cast<std::ptrdiff_t>(at(j) * nx),
                                     DF.begin() + static_cast<std::ptrdiff_t>(at(j + 1) * nx));
    const std::vector<double> product = mass_times(column);
    qd[at(j)] = dot(column, momentum);
    for (int k = 0; k <= j; ++k) factor.matrix()(j, k) = dot({DF.data() + at(k) * nx, nx}, product);
    diagonal[at(j)] = factor.matrix()(j, j);
  }
  int massless = n > 0 ? factor.factor() : -1;
  for (int j = 0; j < n && massless < 0; ++j) {
    const double pivot = factor.matrix()(j, j);
    if (!(pivot * pivot > kMassless * diagonal[at(j)])) massless = j;
  }
  if (massless >= 0) {
    const auto column = DF.begin() + static_cast<std::ptrdiff_t>(at(massless) * nx);
    status.kind = SolveKind::singular;
    status.column = static_cast<int>(
        std::max_element(column, column + static_cast<std::ptrdiff_t>(nx),
                         [](double a, double b) { return std::fabs(a) < std::fabs(b); }) -
        column);
    return status;
  }
  if (n > 0) factor.solve(qd.data());
  std::vector<double> after = still.v;
  for (int j = 0; j < n; ++j)
    for (std::size_t i = 0; i < nx; ++i) after[i] += DF[at(j) * nx + i] * qd[at(j)];

  impulses.kinetic_before = 0.5 * dot(state.v, mass_times(state.v));
  impulses.kinetic_after = 0.5 * dot(after, mass_times(after));
  for (std::size_t i = 0; i < nx; ++i) change[i] = after[i] - state.v[i];
  impulses.R = mass_times(change);
  std::vector<double> force(nx);
  for (std::size_t i = 0; i < nx; ++i) force[i] = -impulses.R[i];
  impulses.L.assign(at(model.ne), 0.0);
  if (!dynamics.partition().rows.empty()) kinematics.balance(force, impulses.L);
  for (int r : dynamics.partition().e_freedoms) impulses.L[at(r)] = 0;
  std::fill(force.begin(), force.end(), 0.0);
  subtract_transposed_times(model, kinematics.evaluation(), impulses.L, force);
  for (std::size_t i = 0; i < nx; ++i) impulses.R[i] -= force[i];
  for (int i : free_coordinates(phase)) impulses.R[at(i)] = 0;
  state.v = after;
  return {};
}

}  // namespace mbs
