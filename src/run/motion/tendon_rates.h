// Steep rates of states: the strains of tendons change fast with the length and rate of the path of
// their muscle, while length and rate are smooth functions of the motion. A stiff method gets both
// parts of the derivative (OdeSystem::inner).
#pragma once

#include "base/index.h"
#include "base/views.h"
#include "model/model.h"
#include "model/state.h"

namespace mbs {

class TendonRates {
 public:
  explicit TendonRates(const Model& model) : muscles_(model.forces.muscles) {}

  // Length and rate of the path of each muscle.
  int count() const { return 2 * count_of(muscles_); }
  void values(const State& state, Vector w) const;
  // Rows of df/dy for the strains. dw: the derivatives of values() by y; first: the row of the
  // first state.
  void rows(const State& state, ConstVector stimulations, int first, Matrix dw, Matrix j) const;

 private:
  const std::vector<Muscle>& muscles_;
};

}  // namespace mbs
