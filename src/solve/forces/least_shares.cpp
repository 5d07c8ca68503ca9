#include <algorithm>
#include <cmath>

#include "assembly/loads.h"
#include "base/index.h"
#include "model/owner.h"
#include "model/redundancy.h"
#include "solve/forces/equations_of_motion.h"

namespace mbs {

LeastShares::LeastShares(const Model& model, const Phase& phase) : model_(model) {
  if (!(phase.least_length > 0)) return;
  for (int r = 0; r < model.ne; ++r)
    if (is_shed(phase, r)) shed_.push_back(r);
  if (shed_.empty()) return;
  is_held_.assign(model.ne, 0);
  weight_.assign(model.ne, 1.0);
  for (int r = 0; r < model.ne; ++r) {
    is_held_[r] = phase.e_class[r] == Class::fixed || is_shed(phase, r) ? 1 : 0;
    const ElementRange& element = owner_of(model, r);
    if (element.type->spec.deformations[at(r - element.first)].unit != unit::metre)
      weight_[r] = 1 / phase.least_length;
  }
  balanced_.assign(shed_.size(), std::vector<double>(model.ne, 0.0));
  force_.assign(model.nx, 0.0);
}

void LeastShares::find(RateSolver& solver, const Evaluation& here) {
  for (std::size_t k = 0; k < shed_.size(); ++k) {
    std::vector<double>& n = balanced_[k];
    std::fill(n.begin(), n.end(), 0.0);
    std::fill(force_.begin(), force_.end(), 0.0);
    n[shed_[k]] = 1;
    subtract_transposed_times(model_, here, n, force_);
    solver.balance(force_, n);
    for (std::size_t r = 0; r < n.size(); ++r) n[r] = is_held_[r] != 0 ? n[r] * weight_[r] : 0;
    const auto size = [&n] {
      double sum = 0;
      for (const double one : n) sum += one * one;
      return std::sqrt(sum);
    };
    // Gram and Schmidt, twice, so that nearly equal ones stay at right angles.
    for (int round = 0; round < 2; ++round) {
      for (std::size_t before = 0; before < k; ++before) {
        double along = 0;
        for (std::size_t r = 0; r < n.size(); ++r) along += n[r] * balanced_[before][r];
        for (std::size_t r = 0; r < n.size(); ++r) n[r] -= along * balanced_[before][r];
      }
      const double length = size();
      for (double& one : n) one = length > 0 ? one / length : 0;
    }
  }
}

void LeastShares::share(Vector S) const {
  for (const std::vector<double>& n : balanced_) {
    double along = 0;
    for (std::size_t r = 0; r < n.size(); ++r) along += n[r] * weight_[r] * S[r];
    for (std::size_t r = 0; r < n.size(); ++r) S[r] -= along * n[r] / weight_[r];
  }
}

}  // namespace mbs
