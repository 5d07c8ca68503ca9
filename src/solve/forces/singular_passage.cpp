#include "assembly/evaluation.h"
#include "solve/forces/dynamics.h"

namespace mbs {

namespace {

// Spacing of the neighbours, as motion in mechanism sizes (see solve/place/continuation.cpp).
constexpr double kCandidates[] = {0.075, 0.15};

}  // namespace

bool SingularPassage::find(const State& state, double speed, const Solved& like,
                           const StateAt& state_at) {
  if (speed <= 0) return false;
  if (around_.empty()) around_.assign(Neighbours::kAll, like);
  return std::any_of(std::begin(kCandidates), std::end(kCandidates), [&](double candidate) {
    return solve_neighbours(state, candidate / speed, state_at);
  });
}

// Solves the neighbours from the position outwards, each predicted from the two before it.
bool SingularPassage::solve_neighbours(const State& state, double spacing,
                                       const StateAt& state_at) {
  constexpr int kSide = Neighbours::kSide;
  for (int direction : {1, -1}) {
    State previous = state, before = state;
    for (int k = 1; k <= kSide; ++k) {
      const double s = direction * k * spacing;
      Solved& to = around_[direction > 0 ? kSide + k - 1 : kSide - k];
      State& next = to.state;
      next = state;
      next.t = state.t + s;
      if (k == 1)
        move_from(model_, state.x, state.v, s, next.x);
      else
        extrapolate(model_, before.x, previous.x, next.x);
      if (!state_at(s, to)) return false;
      before = previous;
      previous = next;
    }
  }
  return true;
}

double SingularPassage::gravity_power() const {
  double sum = 0;
  for (std::size_t k = 0; k < around_.size(); ++k)
    sum += between_.weights()[k] * around_[k].gravity_power;
  return sum;
}

}  // namespace mbs
