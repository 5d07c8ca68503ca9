// The complementarity problem of an impact, small and dense: impulses P and velocities u with
//   u = u0 + W P,   u_i = 0 for equalities,   0 <= P_i,  u_i + b_i >= 0,  one of them zero.
#pragma once

#include <vector>

#include "base/views.h"

namespace mbs {

struct ContactProblem {
  int n = 0;
  int equalities = 0;     // the first of the n lines
  std::vector<double> W;  // n x n by rows, not negative
  bool symmetric = true;
  std::vector<double> velocity;  // u0
  std::vector<double> bounce;    // b of the other lines
};

// Finds P by an active set method (Lawson and Hanson 1974 chapter 23, with lines that are free of
// sign). A line that depends on others gets no impulse. If such a line would pass its stop, P is
// the solution of RubbingImpact without rubs. If that finds none, no impulses satisfy all
// restitutions at once, and passes_a_stop() is true.
std::vector<double> solve_contacts(const ContactProblem& problem);
// Whether u_i + b_i < 0 for one of the lines that are no equalities, by more than rounding.
bool passes_a_stop(const ContactProblem& problem, const std::vector<double>& P);
// u0 + W P
std::vector<double> contact_velocities(const ContactProblem& problem, const std::vector<double>& P);

}  // namespace mbs
