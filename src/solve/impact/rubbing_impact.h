// The problem of an impact in which something rubs.
#pragma once

#include <vector>

#include "solve/impact/touch_problem.h"

namespace mbs {

class RubbingImpact {
 public:
  // `whole`: impulses in the place of forces, velocities before the impact in that of b. Its first
  // lines are tangents that stop dead, which are eliminated:
  //   P_t = -W_tt^-1 (u_t + W_tr P_r).
  RubbingImpact(std::size_t tangents, const TouchProblem& whole);
  // Impulses of all lines that leave normals with at least -bounce (line by line, not positive
  // numbers). False where the loads of joints do not settle.
  bool solve(const std::vector<double>& bounce, std::vector<double>& P) const;

 private:
  std::size_t tangents_;
  // What the others leave of the tangents' impulses: rests x (1 + others), by columns; the first
  // is that of the velocities before.
  std::vector<double> answer_;
  TouchProblem rest_;  // of the other lines
};

}  // namespace mbs
