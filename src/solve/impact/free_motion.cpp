#include "solve/impact/free_motion.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "base/index.h"
#include "base/tolerances.h"
#include "model/owner.h"
#include "solve/forces/massless.h"

namespace mbs {

namespace {

// The mobility matrix of impulses is symmetric if two opposite entries differ by no more than this
// part of the largest entry.
constexpr double kReciprocal = 1e-9;

}  // namespace

std::vector<double> FreeMotion::mass_times(const std::vector<double>& z) const {
  std::vector<double> out(z.size(), 0.0);
  inertia.add_mass_times(z, out);
  return out;
}

std::vector<double> FreeMotion::project(const std::vector<double>& z) const {
  std::vector<double> out(n, 0.0);
  for (std::size_t j = 0; j < out.size(); ++j)
    for (std::size_t i = 0; i < z.size(); ++i) out[j] += DF[j * z.size() + i] * z[i];
  return out;
}

bool FreeMotion::is_symmetric() const {
  double most = 0, differs = 0;
  for (std::size_t j = 0; j < at(n) && !mobility.empty(); ++j)
    for (std::size_t i = 0; i < at(n); ++i) {
      most = std::max(most, std::fabs(mobility[j * n + i]));
      differs = std::max(differs, std::fabs(mobility[j * n + i] - mobility[i * n + j]));
    }
  return differs <= kReciprocal * most;
}

void FreeMotion::respond(double* qd, int columns) const {
  if (n == 0) return;
  if (mobility.empty()) return mass.solve(qd, columns);
  std::vector<double> p(n);
  for (int c = 0; c < columns; ++c, qd += n) {
    std::copy_n(qd, n, p.begin());
    for (std::size_t i = 0; i < at(n); ++i) {
      qd[i] = 0;
      for (std::size_t j = 0; j < at(n); ++j) qd[i] += mobility[j * n + i] * p[j];
    }
  }
}

std::array<double, 2> FreeMotion::largest_mobilities(const Model& model) const {
  const std::vector<char> is_angle = turning_flags(model);
  std::array<double, 2> most{};
  std::vector<double> row(n), moved;
  for (std::size_t i = 0; i < is_angle.size(); ++i) {
    for (std::size_t j = 0; j < row.size(); ++j) row[j] = DF[j * is_angle.size() + i];
    moved = row;
    respond(moved.data());
    const double own = std::inner_product(row.begin(), row.end(), moved.begin(), 0.0);
    most[is_angle[i]] = std::max(most[is_angle[i]], own);
  }
  return most;
}

double unmoved_mobility(const Model& model, const Evaluation& here,
                        const std::array<double, 2>& largest, int deformation) {
  const std::vector<char> is_angle = turning_flags(model);
  double size = 0;  // of its velocity
  for (std::size_t k = 0; k < model.entry_row.size(); ++k)
    if (model.entry_row[k] == deformation)
      size += std::fabs(here.De[k]) * std::sqrt(largest[is_angle[model.entry_column[k]]]);
  return tolerance::unmoved_line * size * size;
}

std::vector<double> FreeMotion::add(std::vector<double> z, const std::vector<double>& qd) const {
  for (std::size_t j = 0; j < qd.size(); ++j)
    for (std::size_t i = 0; i < z.size(); ++i) z[i] += DF[j * z.size() + i] * qd[j];
  return z;
}

namespace {

// Finds the mobility by a unit impulse on each degree of freedom, which must be coordinates.
SolveStatus find_mobility(const Model& model, Dynamics& dynamics, const Placed& at,
                          const State& state, FreeMotion& motion) {
  dynamics.equations()->evaluate(at, state);
  SolveStatus status = dynamics.equations()->factor_choice(state.t);
  if (!status.ok()) return status;
  const std::vector<int>& freedoms = dynamics.placement().partition().x_freedoms;
  const auto n = freedoms.size();
  if (!dynamics.placement().partition().e_freedoms.empty())
    return status.kind = SolveKind::singular, status;
  std::vector<double> p(model.nx), dv(p), F(p), rate(model.ne), L(rate);
  motion.mobility.assign(n * n, 0.0);
  for (std::size_t j = 0; j < n; ++j) {
    std::fill(dv.begin(), dv.end(), 0.0);
    p[freedoms[j]] = 1;
    dynamics.equations()->balance()->solve_jump(dynamics.kinematics().evaluation(), motion.inertia,
                                                p, rate, dv, L, F);
    p[freedoms[j]] = 0;
    for (std::size_t i = 0; i < n; ++i) motion.mobility[j * n + i] = dv[freedoms[i]];
  }
  return status;
}

}  // namespace

SolveStatus find_free_motion(const Model& model, Dynamics& dynamics, const State& state,
                             FreeMotion& motion) {
  Kinematics& kinematics = dynamics.kinematics();
  const std::size_t nx = model.nx;
  State still = state;
  std::fill(still.v.begin(), still.v.end(), 0.0);
  kinematics.keep_freedoms(still);
  const Positioned positioned = kinematics.position(still);
  SolveStatus status = positioned.status();
  if (!status.ok()) return status;
  motion.placed = kinematics.velocities(positioned, still);
  motion.still = still.v;
  motion.inertia.evaluate(model, state.x, state.v, kinematics.evaluation());

  const int n = motion.n = dynamics.placement().partition().freedom_count();
  motion.DF.assign(nx * n, 0.0);
  motion.mass.resize(n);
  if (n > 0) kinematics.solver().transfer({motion.DF.data(), model.nx, n, model.nx});
  if (dynamics.equations()->balance())
    return find_mobility(model, dynamics, motion.placed, state, motion);
  if (n == 0) return status;
  std::vector<double> column(nx), mass(at(n) * at(n));
  for (int j = 0; j < n; ++j) {
    const auto first = motion.DF.begin() + static_cast<std::ptrdiff_t>(j * nx);
    std::copy(first, first + static_cast<std::ptrdiff_t>(nx), column.begin());
    const std::vector<double> product = motion.project(motion.mass_times(column));
    for (int k = 0; k <= j; ++k) motion.mass.matrix()(j, k) = product[k];
    for (int k = 0; k <= j; ++k) mass[j * n + k] = mass[k * n + j] = product[k];
  }
  int massless = motion.mass.factor();
  for (int j = 0; j < n && massless < 0; ++j) {
    const double pivot = motion.mass.matrix()(j, j);
    if (!(pivot * pivot > tolerance::massless * mass[j * (n + 1)])) massless = j;
  }
  if (massless < 0) return status;
  status.kind = SolveKind::singular;
  status.column = largest_of_massless(model, motion.DF, mass, massless,
                                      dynamics.kinematics().jacobian().length());
  return status;
}

}  // namespace mbs
