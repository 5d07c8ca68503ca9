// The problem of an impact: normals push or part, tangents stop dead, rubs stick or slide.
#pragma once

#include <vector>

#include "solve/impact/touch_problem.h"

namespace mbs {

class RubbingImpact {
 public:
  // `whole`: impulses in the place of forces, velocities before the impact in the place of b. Its
  // first lines are tangents that stop dead; they are eliminated:
  //   P_t = -W_tt^-1 (u_t + W_tr P_r).
  RubbingImpact(std::size_t tangents, const TouchProblem& whole);
  // Finds the impulses of all lines after which each normal has a velocity of at least -bounce (one
  // number per line, not positive). False where no solution is found or the loads of joints do not
  // settle.
  bool solve(const std::vector<double>& bounce, std::vector<double>& P);
  // Impulses of the other solutions of the last problem, with other velocities. With more than six
  // contacts and joints none are looked for.
  std::vector<std::vector<double>> others() const;
  // Whether it is proved that the last problem has no solution.
  bool has_none() const { return last_.none; }
  // The impulses that stop the tangents while nothing else acts.
  std::vector<double> stop_tangents() const;
  bool rubs() const { return !rest_.rubs.empty(); }
  void leave_out_friction() { rest_.rubs.clear(); }

 private:
  std::vector<double> whole(TouchSolution solution) const;

  std::size_t tangents_;
  // The tangents' impulses by the other impulses: tangents x (1 + others), by columns; the first
  // column is the part by the velocities before the impact.
  std::vector<double> answer_;
  TouchProblem rest_;  // of the other lines
  TouchProblem last_problem_;
  TouchSolution last_;
};

}  // namespace mbs
