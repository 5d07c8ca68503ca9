// The sizes with which the imbalance of forces in a position is compared.
#include <algorithm>
#include <cmath>
#include <cstdint>

#include "base/index.h"
#include "base/random.h"
#include "base/tolerances.h"
#include "solve/statics/bordered_tangent.h"
#include "solve/statics/equilibrium.h"

namespace mbs {

namespace {

// A state in equilibrium changes by no more than this part of itself.
constexpr double kStateChange = 1e-6;

// Sum of |derivative of the law by an input| times |input|, over all its inputs, and its value.
double terms_of(const ExpressionLaw& law, const Slots& slots) {
  std::vector<double> gradient(law.reads().size());
  law.gradient(slots, gradient.data());
  double sum = std::fabs(law.evaluate(slots));
  for (std::size_t k = 0; k < gradient.size(); ++k)
    sum += std::fabs(gradient[k] * slots.variables()[law.reads()[k]]);
  return std::isfinite(sum) ? sum : 0;
}

}  // namespace

// Finds the imbalance R and the size of its terms. Under stiff springs the rounding of deformations
// gives forces that no iteration removes.
void Equilibrium::balance(const Placed& at, State& state) {
  n_ = dynamics_.placement().partition().freedom_count();
  const std::size_t nx = model_.nx;
  R_.resize(n_);
  terms_.assign(n_, 0.0);
  noise_.assign(n_, 0.0);
  largest_force_ = largest_moment_ = 0;
  dynamics_.find_imbalance(at, state, status_.load_factor, R_);
  if (is_large_) return;
  const Evaluation& here = dynamics_.kinematics().evaluation();
  std::vector<double> force(nx), rounding(nx), stiff(model_.ne);
  dynamics_.inertia().add_mass_times(state.a, force);
  for (std::size_t i = 0; i < nx; ++i)
    force[i] =
        std::fabs(force[i]) + std::fabs(dynamics_.loads().f[i]) + std::fabs(dynamics_.loads().h[i]);
  for (const LinearTerm& term : model_.forces.stiffness)
    stiff[term.row] += std::fabs(term.value) * here.size[term.column];
  const ForceLaws& laws = model_.forces;
  for (const auto* of_stress : {&laws.stress_laws, &laws.known_stresses})
    for (const ExpressionLaw& law : *of_stress)
      stiff[law.index()] += terms_of(law, dynamics_.loads().law_slots);
  for (const auto* of_load : {&laws.load_laws, &laws.known_loads})
    for (const ExpressionLaw& law : *of_load)
      rounding[law.index()] +=
          tolerance::epsilon * status_.load_factor * terms_of(law, dynamics_.loads().law_slots);
  for (const ForceByLaw& by_law : model_.forces.force_laws) {
    const PointForce& p = by_law.place;
    double terms = 0;
    for (const ExpressionLaw& law : by_law.components)
      terms +=
          tolerance::epsilon * status_.load_factor * terms_of(law, dynamics_.loads().law_slots);
    rounding[p.x] += terms;
    rounding[p.x + 1] += terms;
    rounding[p.phi] += std::hypot(p.xi, p.eta) * terms;
  }
  for (std::size_t k = 0; k < model_.entry_row.size(); ++k) {
    const std::size_t r = model_.entry_row[k], i = model_.entry_column[k];
    force[i] += std::fabs(here.De[k] * dynamics_.loads().S[r]);
    rounding[i] += tolerance::epsilon * std::fabs(here.De[k]) * stiff[r];
  }
  for (const Node& node : model_.nodes)
    for (int c = 0; c < coordinate_count(node.kind); ++c) {
      double& most =
          coordinate_unit(node.kind, c) == unit::radian ? largest_moment_ : largest_force_;
      most = std::max(most, force[node.first + c]);
    }
  const Matrix DF = dynamics_.equations()->transfer();
  for (int j = 0; j < n_; ++j)
    for (std::size_t i = 0; i < nx; ++i) {
      terms_[j] += std::fabs(DF.column(j)[i]) * force[i];
      noise_[j] += std::fabs(DF.column(j)[i]) * rounding[i];
    }
}

// Returns the largest |R| over the size of its terms; needs the length of the tangent. Infinite
// where one of these numbers is not finite, because the balance is then unknown.
double Equilibrium::measure_residual(const State& state) {
  double worst = 0;
  const double most = std::max(largest_moment_, largest_force_ * linear_.length());
  status_.freedom = n_ > 0 ? 0 : -1;
  const Matrix DF = dynamics_.equations()->transfer();
  for (int j = 0; j < n_; ++j) {
    const double motion = linear_.motion_along({DF.column(j), at(model_.nx)});
    const double over =
        terms_[j] + tolerance::small_terms * most * motion + noise_[j] / settings_.tolerance;
    const bool finite = std::isfinite(over) && std::isfinite(R_[j]);
    const double relative = !finite ? INFINITY : R_[j] == 0 ? 0 : std::fabs(R_[j]) / over;
    if (relative <= worst) continue;
    worst = relative;
    status_.freedom = j;
    status_.residual = R_[j];
  }
  status_.state = -1;
  if (!free_states_.empty()) correction_of(state, simplified_ = R_);
  for (std::size_t k = 0; k < free_states_.size(); ++k) {
    state_seen_[k] = std::max(state_seen_[k], std::fabs(state.z[free_states_[k]]));
    const double change = std::fabs(simplified_[n_ + k]) * state_size_[k];
    const double here = std::max(kLeastState, std::fabs(state.z[free_states_[k]]));
    const double part =
        std::max(change / state_seen_[k], change / here * settings_.tolerance / kStateChange);
    if (part <= worst) continue;
    worst = std::isnan(part) ? INFINITY : part;
    status_.state = static_cast<int>(free_states_[k]);
    status_.residual = state.zd[free_states_[k]];
  }
  return status_.relative = worst;
}

// What the rounding of forces (nx) leaves in the balance of each degree of freedom: that of its own
// coordinate, and what stresses of constraints bring there from coordinates that follow from it.
// Rounding has any sign, so the largest of some mixtures tells how much that is.
std::vector<double> Equilibrium::noise_of(ConstVector rounding, ConstVector stiff) {
  constexpr std::uint64_t kMixtures = 4;
  constexpr double kBeyond = 2;  // the largest of so few mixtures, and one that is rare
  const Partition& p = dynamics_.placement().partition();
  const Evaluation& here = dynamics_.kinematics().evaluation();
  std::vector<double> out;
  for (const int i : p.x_freedoms) out.push_back(rounding[i]);
  for (const int r : p.e_freedoms) out.push_back(stiff[r]);
  if (p.rows.empty()) return out;
  std::vector<double> force(rounding.size()), S(stiff.size());
  for (std::uint64_t k = 0; k < kMixtures; ++k) {
    for (std::size_t i = 0; i < force.size(); ++i)
      force[i] = (uniform_at(k, i) < 0.5 ? -1 : 1) * rounding[i];
    std::fill(S.begin(), S.end(), 0.0);
    dynamics_.kinematics().solver().balance(force, S);
    subtract_transposed_times(model_, here, S, force);
    std::size_t j = 0;
    const auto take = [&](double left) {
      out[j] = std::max(out[j], kBeyond * std::fabs(left));
      ++j;
    };
    for (const int i : p.x_freedoms) take(force[i]);
    for (const int r : p.e_freedoms) take(S[r]);
  }
  return out;
}

// Like measure_residual(), with the terms of each degree of freedom itself: the forces on a
// coordinate, the stress of a deformation.
double Equilibrium::measure_large(const State& state) {
  const Partition& p = dynamics_.placement().partition();
  const Evaluation& here = dynamics_.kinematics().evaluation();
  const Loads& loads = dynamics_.loads();
  std::vector<double> force(state.v.size()), rounding(force), stiff(state.e.size());
  for (const LinearTerm& term : model_.forces.stiffness)
    stiff[term.row] += tolerance::epsilon * std::fabs(term.value) * here.size[term.column];
  for (std::size_t i = 0; i < force.size(); ++i) force[i] = std::fabs(loads.f[i]);
  for (std::size_t k = 0; k < model_.entry_row.size(); ++k) {
    const std::size_t r = model_.entry_row[k], i = model_.entry_column[k];
    force[i] += std::fabs(here.De[k] * loads.S[r]);
    rounding[i] += std::fabs(here.De[k]) * stiff[r];
  }
  const double most_force = largest(force), most_stress = largest(loads.S);
  double worst = 0;
  const std::vector<double> noise = noise_of(rounding, stiff);
  int j = 0;
  const auto take = [&](double terms, double most) {
    const double over = terms + tolerance::small_terms * most + noise[j] / settings_.tolerance;
    const double relative = R_[j] == 0 ? 0 : std::fabs(R_[j]) / over;
    if (!(relative <= worst)) {
      worst = std::isnan(relative) ? INFINITY : relative;
      status_.freedom = j;
      status_.residual = R_[j];
    }
    ++j;
  };
  status_.freedom = p.freedom_count() > 0 ? 0 : -1;
  status_.state = -1;
  for (const int i : p.x_freedoms) take(force[i], most_force);
  for (const int r : p.e_freedoms) take(std::fabs(loads.S[r]), most_stress);
  return status_.relative = worst;
}

}  // namespace mbs
