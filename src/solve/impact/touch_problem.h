// Contacts and rubs at one instant, in the plane: which contacts push and which part, which rubs
// stand and which begin to slide, and in which direction. The forces f along lines give the
// accelerations of these lines
//   u = b + W f,   W = J M^-1 J^T
// with, for each normal (it pushes or parts; Signorini),
//   0 <= f,  0 <= u,  one of them 0
// and for each rub with a load L that presses it (Coulomb)
//   it slides the way s:   f = -s c_k L
//   it is at rest:         -up L <= f <= down L, u = 0 in between; at a bound u against it
// up and down are the bounds of rest; a rub that they cannot hold breaks away and has the bounds of
// sliding. The load is the force of a normal or the load of a joint, a function of the stresses
// P = P0 + C f.
//
// With known loads of the joints this is a linear complementarity problem; an outer iteration finds
// the loads. The problem is solved by Lemke's (1965) method with the lexicographic rule, in the
// form of Stewart and Trinkle (1996); where that ends on a ray, or the loads do not settle, by a
// search over all modes.
#pragma once

#include <vector>

#include "laws/friction_load.h"

namespace mbs {

struct Rub {
  int line = 0;         // the slip
  int normal = -1;      // index into TouchProblem::normals whose force presses it; -1: a joint
  FrictionBounds rest;  // per load
  FrictionBounds sliding;
  int way = 0;  // sign of the slip rate; 0: at rest
  // For a joint: its load as a function of the stresses P of the joint; load.first: index of the
  // first of these.
  FrictionLoad load;
};

struct TouchProblem {
  int n = 0;                 // lines
  std::vector<double> W, b;  // n x n by rows, n
  std::vector<int> normals;  // lines
  std::vector<Rub> rubs;
  // Stresses that press joints: P0 at f = 0, C the change by a unit of each f (one row of n for
  // each stress).
  std::vector<double> P0, C;
};

struct TouchSolution {
  bool found = false;
  bool settled = true;    // the loads of the joints have converged
  bool searched = false;  // Lemke's method has found no solution, so all modes were searched
  bool was_cut = false;   // there are more modes than that search looks at
  bool none = false;      // all modes were looked at: no forces fit
  // the iteration of joint loads has failed, but the search over all modes has found a solution
  bool by_modes = false;
  std::vector<double> f, u;   // n
  std::vector<double> loads;  // for each rub: the load of its joint; 0 for other rubs
  std::vector<char> broken;   // for each rub: it was at rest, and its bounds of rest cannot hold it
};

TouchSolution solve_touch(const TouchProblem& problem);

// All solutions that differ in an acceleration, `found` first; rubs that have broken away in
// `found` have mu_k. Modes are looked at one by one, except where the equations prove that there is
// only one solution: for two solutions y^T W E(m) y <= 0, where y are the differences of normal
// forces, and of friction at the mean of the normal forces, and E adds the friction that the former
// make with mean coefficients m. That is impossible where the symmetric part of W E is positive
// definite for all m within the bounds. For joints alone: where the loads contract in all modes.
// With more than six contacts and joints the answer is `found` alone.
std::vector<TouchSolution> solutions_beside(const TouchProblem& problem,
                                            const TouchSolution& found);

}  // namespace mbs
