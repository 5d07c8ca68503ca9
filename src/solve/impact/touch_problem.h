// All that touches, sticks and rubs at one instant, in the plane: which of it pushes, which parts,
// what stands and what begins to slide, and which way. The forces f along lines give the
// accelerations of these lines
//   u = b + W f,   W = J M^-1 J^T
// with, for each normal,   0 <= f,  0 <= u,  one of them 0   (it pushes or parts; Signorini)
// and for each rub with a load L that presses it (Coulomb)
//   it slides the way s:   f = -s c_k L
//   it is at rest:         -up L <= f <= down L, u = 0 in between; at a bound u against it
// up and down are those of rest; what they cannot hold breaks away and has those of sliding. The
// load is the force of a normal, or that of a joint: a function of stresses P = P0 + C f.
//
// That is a linear complementarity problem once the loads of the joints are known, which an outer
// iteration finds. It is solved by Lemke's (1965) method with the lexicographic rule, in the form
// of Stewart and Trinkle (1996); where that ends on a ray, or the loads do not settle, by a search
// over all modes.
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
  // Of a joint: which load the stresses P of the joint make, `load.first` is the first of them.
  FrictionLoad load;
};

struct TouchProblem {
  int n = 0;                 // lines
  std::vector<double> W, b;  // n x n by rows, n
  std::vector<int> normals;  // lines
  std::vector<Rub> rubs;
  // Stresses that press joints: at f = 0, and by a unit of each f (one row of n for each stress).
  std::vector<double> P0, C;
};

struct TouchSolution {
  bool found = false;
  bool settled = true;    // the loads of the joints have converged
  bool searched = false;  // Lemke's method has found none; the search over all modes was asked
  bool was_cut = false;   // there are more modes than that search looks at
  bool by_modes = false;  // no loads of joints were found one after the other, but by that search
  std::vector<double> f, u;   // n
  std::vector<double> loads;  // of each rub of a joint: what presses it; of others 0
  std::vector<char> broken;   // of each rub: it was at rest, and what holds it is not enough
};

TouchSolution solve_touch(const TouchProblem& problem);

// All solutions that differ in an acceleration, `found` first, with mu_k where that has broken
// away. Modes are looked at one by one, but where the equations say that there is one only: for two
// of them y^T W E(m) y <= 0, where y are differences of normal forces, and of friction at the mean
// of the normal forces, and E adds the friction that the former make with mean coefficients m; so
// not where the symmetric part of W E is positive definite for all m within the bounds. With more
// than six contacts and joints only `found`.
std::vector<TouchSolution> solutions_beside(const TouchProblem& problem,
                                            const TouchSolution& found);

}  // namespace mbs
