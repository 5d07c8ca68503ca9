#include "solve/free_motion.h"

#include <algorithm>
#include <cmath>

#include "base/tolerances.h"
#include "solve/massless.h"

namespace mbs {

namespace {

std::size_t at(int i) { return static_cast<std::size_t>(i); }

}  // namespace

std::vector<double> FreeMotion::mass_times(const std::vector<double>& z) const {
  std::vector<double> out(z.size(), 0.0);
  inertia.add_mass_times(z, out);
  return out;
}

std::vector<double> FreeMotion::project(const std::vector<double>& z) const {
  std::vector<double> out(at(n), 0.0);
  for (std::size_t j = 0; j < out.size(); ++j)
    for (std::size_t i = 0; i < z.size(); ++i) out[j] += DF[j * z.size() + i] * z[i];
  return out;
}

std::vector<double> FreeMotion::add(std::vector<double> z, const std::vector<double>& qd) const {
  for (std::size_t j = 0; j < qd.size(); ++j)
    for (std::size_t i = 0; i < z.size(); ++i) z[i] += DF[j * z.size() + i] * qd[j];
  return z;
}

SolveStatus find_free_motion(const Model& model, Dynamics& dynamics, const State& state,
                             FreeMotion& motion) {
  Kinematics& kinematics = dynamics.kinematics();
  const std::size_t nx = at(model.nx);
  State still = state;
  std::fill(still.v.begin(), still.v.end(), 0.0);
  kinematics.hold_freedoms(still);
  SolveStatus status = kinematics.position(still);
  if (!status.ok()) return status;
  kinematics.velocities(still);
  motion.still = still.v;
  motion.inertia.evaluate(model, state.x, state.v, kinematics.evaluation());

  const int n = motion.n = dynamics.partition().freedom_count();
  motion.DF.assign(nx * at(n), 0.0);
  motion.mass.resize(n);
  if (n == 0) return status;
  kinematics.transfer({motion.DF.data(), model.nx, n, model.nx});
  std::vector<double> column(nx), mass(at(n) * at(n));
  for (int j = 0; j < n; ++j) {
    const auto first = motion.DF.begin() + static_cast<std::ptrdiff_t>(at(j) * nx);
    std::copy(first, first + static_cast<std::ptrdiff_t>(nx), column.begin());
    const std::vector<double> product = motion.project(motion.mass_times(column));
    for (int k = 0; k <= j; ++k) motion.mass.matrix()(j, k) = product[at(k)];
    for (int k = 0; k <= j; ++k)
      mass[at(j) * at(n) + at(k)] = mass[at(k) * at(n) + at(j)] = product[at(k)];
  }
  int massless = motion.mass.factor();
  for (int j = 0; j < n && massless < 0; ++j) {
    const double pivot = motion.mass.matrix()(j, j);
    if (!(pivot * pivot > tolerance::massless * mass[at(j) * at(n + 1)])) massless = j;
  }
  if (massless < 0) return status;
  status.kind = SolveKind::singular;
  status.column = largest_of_massless(model, motion.DF, mass, massless, dynamics.length());
  return status;
}

}  // namespace mbs
