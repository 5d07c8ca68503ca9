// The system that an integrator solves: functions of (t, y) and nothing else.
#pragma once

#include "base/views.h"

namespace mbs {

enum class EvalKind {
  ok,
  reject,      // this trial state cannot be evaluated: shorten the step and try again
  failed,      // no step length will help: stop
  non_finite,  // a number came out infinite or not a number; treated like reject
};

struct EvalStatus {
  EvalKind kind = EvalKind::ok;
  int component = -1;  // index into y where that is known
  int code = 0;        // the caller's own code, handed through untouched

  bool ok() const { return kind == EvalKind::ok; }
};

// The system y' = f(t, y) of n equations. One indirect call per evaluation; the callables are plain
// pointers so that a system can be copied without allocating. `rhs` is required, the others may be
// null.
//   rhs       ydot = f(t, y)
//   project   moves y onto the constraints; called once per accepted step with the new state,
//             before f is evaluated there. So every method goes on from the projected state (the
//             history of a multi-step method then holds f of projected states only).
//   jacobian  j(r, c) = df_r / dy_c, n x n; every entry must be written.
// Where some components of f depend steeply on y and on a few smooth quantities w(t, y):
//   inner       number of quantities w; 0: none
//   inner_values  w at the state at which f was last evaluated
//   inner_rows  given dw(r, c) = dw_r / dy_c there, inner x n, overwrites the rows of j of those
//               components by exact ones. A method that makes j by differences calls this after
//               them.
// For methods for mechanical systems; 0 and null in other systems:
//   pairs        y = (q, qd, ...): the first `pairs` components have the next `pairs` as their
//                rates, whose own rates are the accelerations.
//   plain        the rates of the pairs are those components of y themselves, at every y; false
//                where constraints or quaternions lie between.
//   quadratures  the last `quadratures` components are integrals, on which f does not depend.
//   find_tangent, factor_tangent, solve_tangent   null, or a matrix c M + d C + K of the pairs that
//                costs less than differences, K and C close to -M times the derivatives of the
//                accelerations by positions and rates: all components but integrals are pairs then,
//                or states z (components of first order), which border the matrix.
//                find_tangent takes K and C at the state at which f was last evaluated; that state
//                may have accelerations, which `excess` gives, beyond those of the step.
//                factor_tangent chooses c and d. The two are false where there is none.
//                solve_tangent: a := (c M + d C + K)^-1 (M a + C w + p); an empty w or p is 0. With
//                states, c = s^2 and d = s, and p is empty; behind the numbers of the pairs `a` has
//                those of the states, and what is solved is (s I - J) (q, v, z) = (w, a - s w, b),
//                q for a and z for b.
//   is_at_step_end   whether f was last evaluated at this state, when the step to it was accepted;
//                of a system with a tangent.
//   unbalance, solve_forces   of a system with a tangent whose components are pairs and integrals
//                alone: the forces M (F(t, y) - a) on the pairs that their accelerations a leave
//                over, without F itself; find_tangent then takes K and C there, where `excess` is
//                empty. p := (c M + d C + K)^-1 p.
//   change_forces   null, or of a system with a tangent whose components are pairs and integrals
//                alone: p := M dF, dF the change of the accelerations F by a change (dq, dqd) of
//                the pairs, to first order at the state at which find_tangent was called last; M
//                there, for solve_tangent too. Differences take `length` times the change to both
//                sides. rates := the changes of the rates of the integrals.
//   displace     how far a change of the pairs' positions moves each of `places` coordinates of
//                space, to first order at the state at which f was last evaluated, and where these
//                are; without a tangent perhaps a bound. rates_read (one for each, or null):
//                whether something reads the velocity of this coordinate.
//   autonomous   f does not depend on t.
//   jumps, poles whether accelerations may jump where no event tells it, or go to infinity.
//   momentum     p = M a and the power of M a at the present velocity, for accelerations a of the
//                pairs, M the mass matrix in q, at the state at which f was last evaluated. The
//                velocity includes the part that prescribed motions add to qd.
struct OdeSystem {
  int n = 0;
  int pairs = 0;
  bool plain = false;
  int quadratures = 0;
  void* context = nullptr;
  EvalStatus (*rhs)(void* context, double t, ConstVector y, Vector ydot) = nullptr;
  EvalStatus (*project)(void* context, double t, Vector y) = nullptr;
  EvalStatus (*jacobian)(void* context, double t, ConstVector y, Matrix j) = nullptr;
  double (*momentum)(void* context, ConstVector a, Vector p) = nullptr;  // returns the power
  bool (*find_tangent)(void* context, ConstVector excess) = nullptr;
  bool (*factor_tangent)(void* context, double c, double d) = nullptr;
  void (*solve_tangent)(void* context, Vector a, ConstVector w, ConstVector p) = nullptr;
  void (*change_forces)(void* context, ConstVector change, double length, Vector p,
                        Vector rates) = nullptr;
  bool (*is_at_step_end)(void* context, double t, ConstVector y) = nullptr;
  EvalStatus (*unbalance)(void* context, double t, ConstVector y, ConstVector a,
                          Vector p) = nullptr;
  void (*solve_forces)(void* context, Vector p) = nullptr;
  int places = 0;
  void (*displace)(void* context, ConstVector change, Vector moved, Vector place) = nullptr;
  const char* rates_read = nullptr;
  bool autonomous = false;
  bool jumps = false, poles = false;
  int inner = 0;
  void (*inner_values)(void* context, Vector w) = nullptr;
  void (*inner_rows)(void* context, Matrix dw, Matrix j) = nullptr;
};

// The system of an object that has rhs(t, y, ydot) and perhaps project(t, y), jacobian(t, y, j),
// pairs(), plain(), quadratures(), momentum(a, p) and inner(), inner_values(w), inner_rows(dw, j).
// The object must outlive the system.
template <class Problem>
OdeSystem ode_system(int n, Problem& problem) {
  OdeSystem system;
  system.n = n;
  system.context = &problem;
  system.rhs = [](void* p, double t, ConstVector y, Vector ydot) -> EvalStatus {
    return static_cast<Problem*>(p)->rhs(t, y, ydot);
  };
  if constexpr (requires(double t, Vector y) { problem.project(t, y); }) {
    system.project = [](void* p, double t, Vector y) -> EvalStatus {
      return static_cast<Problem*>(p)->project(t, y);
    };
  }
  if constexpr (requires(double t, ConstVector y, Matrix j) { problem.jacobian(t, y, j); }) {
    system.jacobian = [](void* p, double t, ConstVector y, Matrix j) -> EvalStatus {
      return static_cast<Problem*>(p)->jacobian(t, y, j);
    };
  }
  if constexpr (requires { problem.pairs(); }) system.pairs = problem.pairs();
  if constexpr (requires { problem.plain(); }) system.plain = problem.plain();
  if constexpr (requires { problem.quadratures(); }) system.quadratures = problem.quadratures();
  if constexpr (requires(ConstVector a, Vector p) { problem.momentum(a, p); }) {
    system.momentum = [](void* context, ConstVector a, Vector p) -> double {
      return static_cast<Problem*>(context)->momentum(a, p);
    };
  }
  if constexpr (requires { problem.inner(); }) {
    system.inner = problem.inner();
    system.inner_values = [](void* p, Vector w) { static_cast<Problem*>(p)->inner_values(w); };
    system.inner_rows = [](void* p, Matrix dw, Matrix j) {
      static_cast<Problem*>(p)->inner_rows(dw, j);
    };
  }
  return system;
}

}  // namespace mbs
