// The matrix of an implicit step in minimal coordinates q of a large mechanism, from the sparse
// bordered tangent in all coordinates (solve/statics/bordered_tangent.h):
//   c M + d C + K,   M = DF^T Mx DF, and C, K likewise
// with the stresses of constraints that belong to the accelerations of the step. Dampers, laws,
// measured forces and contacts are in C and K with their exact derivatives. The change of M and of
// velocity forces with q is left out, and how rates that laws read turn with the motion: a Newton
// iteration with this matrix needs no more than one or two passes more for it, and its result does
// not depend on it. The matrix stays good while the mechanism turns: deformations turn with it.
#pragma once

#include <vector>

#include "assembly/inertia.h"
#include "run/motion/unknowns.h"
#include "solve/statics/bordered_tangent.h"

namespace mbs {

class StepTangent {
 public:
  // Whether the unknowns are minimal coordinates of a large mechanism that the tangent represents.
  // beside_states: the method solves for the states of the deck itself.
  static bool serves(const Model& model, const Phase& phase, const Unknowns& unknowns,
                     bool beside_states);
  // Whether a law of the deck may jump.
  static bool may_jump(const Model& model);

  StepTangent(const Model& model, const Phase& phase, const Unknowns& unknowns)
      : model_(model),
        unknowns_(unknowns),
        tangent_(model, phase, BorderedTangent::Dampers::in_matrix),
        at_(model),
        force_(model.nx) {
    motion_ = resisted_ = force_;
    stress_.resize(model.ne);
  }

  // Takes K, C and M at a state with its stresses; the unknowns have been unpacked there. `excess`
  // (a number for each q) are accelerations that the state has beyond those of the step, which
  // stress the constraints. False where springs or gravity make K unsymmetric, or a number is not
  // finite.
  [[nodiscard]] bool evaluate(const State& state, ConstVector S, const Inertia& inertia,
                              ConstVector excess);
  [[nodiscard]] bool factor(double c, double d);
  // rates := (c M + d C + K)^-1 (M rates + C w), M at the state at which the unknowns have been
  // unpacked last and the inertia was evaluated. w: empty, or a number for each q.
  void solve(const Inertia& inertia, Vector rates, ConstVector w);

 private:
  const Model& model_;
  const Unknowns& unknowns_;
  BorderedTangent tangent_;
  Evaluation at_;  // of the tangent
  std::vector<double> force_, motion_, resisted_, stress_;
};

}  // namespace mbs
