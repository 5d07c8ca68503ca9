// The matrix of an implicit step in minimal coordinates q of a large mechanism, from the sparse
// bordered tangent in all coordinates (solve/statics/bordered_tangent.h):
//   c M + d C + K,   M = DF^T Mx DF, and C, K likewise
// with the stresses of constraints that belong to the accelerations of the step. Dampers, laws,
// measured forces and contacts are in C and K with their exact derivatives. The change of M and of
// velocity forces with q is left out, and how rates that laws read turn with the motion: a Newton
// iteration with this matrix needs no more than one or two passes more for it, and its result does
// not depend on it. The matrix stays good while the mechanism turns: deformations turn with it.
//
// States z of the deck and of muscles border it. With Z the forces by states, A, B and D the
// derivatives of z' by x, v and z, and s a rate, c = s^2, d = s,
//   (c M + d C + K) x = f + Z z,    (s - D) z = g + (A + s B) x
// is solved with the factors of the bordered tangent and those of the matrix of z that is left,
//   s - D - (A + s B) (c M + d C + K)^-1 Z
#pragma once

#include <optional>
#include <vector>

#include "assembly/inertia.h"
#include "assembly/loads.h"
#include "assembly/state_rates.h"
#include "base/index.h"
#include "linalg/lu.h"
#include "run/motion/force_change.h"
#include "run/motion/unknowns.h"
#include "solve/statics/bordered_tangent.h"

namespace mbs {

class StepTangent {
 public:
  // Whether the unknowns are minimal coordinates of a large mechanism that the tangent represents.
  // by_stiff: the method is STIFF, for which more of them are many.
  static bool serves(const Model& model, const Phase& phase, const Unknowns& unknowns,
                     bool by_stiff);
  // Whether a law of the deck may jump, by its text, where no known time tells it.
  static bool may_jump(const Model& model, const Phase& phase);
  // Whether a law of the deck may go to infinity, by its text, at finite values of what moves.
  static bool may_have_poles(const Model& model, const Phase& phase);

  StepTangent(const Model& model, const Phase& phase, const Unknowns& unknowns)
      : model_(model),
        phase_(phase),
        unknowns_(unknowns),
        tangent_(model, phase, BorderedTangent::Use::steps),
        rates_(model, phase),
        at_(model),
        inertia_(model),
        loads_(model, phase),
        force_(model.nx),
        slopes_(at(model.nz() * model.nz())),
        z_(model.nz()),
        follows_(at(model.nx * model.nz())),
        rest_(model.nz()) {
    motion_ = resisted_ = force_;
    stress_.resize(model.ne);
  }

  // Takes K, C and M at a state with its stresses; the unknowns have been unpacked there. `excess`
  // (a number for each q) are accelerations that the state has beyond those of the step, which
  // stress the constraints. False where springs or gravity make K unsymmetric, or a number is not
  // finite.
  [[nodiscard]] bool evaluate(const State& state, ConstVector S, const Inertia& inertia,
                              ConstVector excess);
  // With states c is d^2.
  // The same with the stresses that the last unbalance() has found, at its state.
  [[nodiscard]] bool evaluate_unbalanced(const State& state);
  [[nodiscard]] bool factor(double c, double d);
  // The forces on q that accelerations qdd leave over, at a state where the unknowns have been
  // unpacked. No accelerations of the mechanism are solved for.
  void unbalance(State& state, ConstVector qdd, Vector forces);
  // forces := (c M + d C + K)^-1 forces, as motions of q. unrefined: for an iteration that looks at
  // what is left itself.
  void solve(Vector forces, bool unrefined = false);
  // rates := (c M + d C + K)^-1 (M rates + C w + forces), M at the state that take_changes() took,
  // else where the unknowns have been unpacked last and the inertia was evaluated. w, forces:
  // empty, or a number for each q. Behind the numbers of q `rates` has those of the states: g + B w
  // becomes z.
  void solve(const Inertia& inertia, Vector rates, ConstVector w, ConstVector forces);
  // Makes changes of forces known at the state of the last evaluate(), which has loads g (nx), see
  // ForceChange; q: the unknowns.
  [[nodiscard]] bool take_changes(const State& state, ConstVector g, FreedomCoordinates& q);
  void change_forces(ConstVector change, double length, Vector forces, Vector powers) {
    changes_->find(change, length, unknowns_.metered_coordinates(), forces, powers);
  }

 private:
  bool factor_states(double s);
  void solve_states(ConstVector w, Vector z);

  const Model& model_;
  const Phase& phase_;
  const Unknowns& unknowns_;
  BorderedTangent tangent_;
  std::optional<ForceChange> changes_;  // from the first take_changes() on
  StateRates rates_;
  Evaluation at_;  // of the tangent
  Inertia inertia_;
  Loads loads_;
  std::vector<double> force_, motion_, resisted_, stress_;
  std::vector<double> slopes_;   // D, column-major
  Lu z_;                         // of the matrix that is left
  std::vector<double> follows_;  // (c M + d C + K)^-1 Z, nx numbers for each state
  std::vector<double> rest_;
  double s_ = 0;
};

}  // namespace mbs
