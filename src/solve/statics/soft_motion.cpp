#include "solve/statics/soft_motion.h"

#include <algorithm>
#include <cmath>

#include "base/index.h"
#include "base/random.h"
#include "linalg/eigen.h"
#include "model/extent.h"
#include "solve/statics/bordered_tangent.h"

namespace mbs {

namespace {

// Scales a motion so that its largest weighted number is 1, of equally large ones the first.
// False where nothing moves.
bool scale_motion(const std::vector<double>& weight, std::vector<double>& motion) {
  constexpr double kSame = 1e-6;
  double most = 0;
  for (std::size_t i = 0; i < motion.size(); ++i) {
    const double here = weight[i] * motion[i];
    if (std::fabs(here) > (1 + kSame) * std::fabs(most)) most = here;
  }
  if (!std::isfinite(most) || most == 0) return false;
  for (double& one : motion) one /= most;
  return true;
}

// Inverse iteration.
std::vector<double> sparse_motion(const Model& model, const Phase& phase, const Dynamics& dynamics,
                                  const State& state, double load_factor) {
  constexpr int kIterations = 60;
  // The change of the motion by one iteration; a picture needs less.
  constexpr double kSettled = 1e-9;
  BorderedTangent tangent(model, phase);
  if (!tangent.evaluate(state, dynamics.stresses(), load_factor) || !tangent.factor(0)) return {};
  const std::vector<double> weight = motion_weights(model);
  std::vector<double> force(at(model.nx)), motion(force), before;
  for (std::size_t i = 0; i < force.size(); ++i) force[i] = uniform_at(1, i) - 0.5;
  for (int k = 0; k < kIterations; ++k) {
    tangent.solve(force, motion);
    if (!scale_motion(weight, motion)) return {};
    double change = before.empty() ? 1 : 0;
    for (std::size_t i = 0; i < before.size(); ++i)
      change = std::max(change, weight[i] * std::fabs(motion[i] - before[i]));
    if (change <= kSettled) break;
    before = motion;
    for (std::size_t i = 0; i < force.size(); ++i) force[i] = weight[i] * weight[i] * motion[i];
  }
  return motion;
}

std::vector<double> dense_motion(const Model& model, const Phase& phase, Dynamics& dynamics,
                                 const Placed& placed, const State& state, double load_factor) {
  Linearisation linear(model, phase);
  linear.evaluate(dynamics, placed, state, load_factor);
  const std::size_t n = at(linear.size()), nx = at(model.nx);
  std::vector<double> stiffness(n * n), unit(n * n, 0.0), motion(nx, 0.0);
  for (std::size_t j = 0; j < n; ++j) {
    unit[j * (n + 1)] = 1;
    for (std::size_t i = 0; i < n; ++i)
      stiffness[j * n + i] = linear.scales()[i] * linear.scales()[j] *
                             (linear.K()[j * n + i] + linear.K()[i * n + j]) / 2;
  }
  const SymmetricEigen eigen = symmetric_eigen(linear.size(), std::move(stiffness), unit);
  if (!eigen.ok || n == 0) return {};
  std::size_t softest = 0;
  for (std::size_t k = 1; k < n; ++k)
    if (std::fabs(eigen.values[k]) < std::fabs(eigen.values[softest])) softest = k;
  for (std::size_t j = 0; j < n; ++j)
    for (std::size_t i = 0; i < nx; ++i)
      motion[i] += linear.DF()[j * nx + i] * linear.scales()[j] * eigen.vectors[softest * n + j];
  if (!scale_motion(motion_weights(model), motion)) return {};
  return motion;
}

}  // namespace

std::vector<double> motion_weights(const Model& model) {
  const double size = extent_of_places(model, model.x0);
  std::vector<double> out(at(model.nx), size > 0 ? 1 / size : 1.0);
  for (const int i : model.turning) out[at(i)] = 1;
  return out;
}

std::vector<double> softest_motion(const Model& model, const Phase& phase, Dynamics& dynamics,
                                   const Placed& placed, const State& state, double load_factor) {
  return BorderedTangent::unknown_part(model, phase).empty()
             ? sparse_motion(model, phase, dynamics, state, load_factor)
             : dense_motion(model, phase, dynamics, placed, state, load_factor);
}

}  // namespace mbs
