// REDUNDANT LEAST: how joints share the stresses that equilibrium does not determine
// (model/redundancy.h). Of all stresses in equilibrium those with the least sum of squares, where a
// moment counts as a force at the arm Phase::least_length. Joints that give way as springs do, k
// along each axis and k times the square of that arm about each, share so where k grows.
#pragma once

#include <vector>

#include "solve/place/rate_solver.h"

namespace mbs {

class LeastShares {
 public:
  LeastShares(const Model& model, const Phase& phase);

  bool acts() const { return !shed_.empty(); }
  // Finds the stresses that balance each other, at the position that `solver` has factored.
  void find(RateSolver& solver, const Evaluation& here);
  // Changes stresses, or impulses, in which what was let go has none, to the least ones.
  void share(Vector S) const;

 private:
  const Model& model_;
  std::vector<int> shed_;       // deformations that were let go
  std::vector<char> is_held_;   // ne, these among them
  std::vector<double> weight_;  // ne
  // For each of shed_: weighted stresses (ne) with De^T n = 0, orthonormal.
  std::vector<std::vector<double>> balanced_;
  std::vector<double> force_;  // nx
};

}  // namespace mbs
