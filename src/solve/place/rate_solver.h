// Solves with the factored Jacobian of a position: rates of the calculable coordinates, first-order
// transfer functions (van Soest 1992 (A12)), and the stresses that balance forces (A14).
#pragma once

#include <vector>

#include "solve/place/partition.h"
#include "solve/place/position_jacobian.h"

namespace mbs {

class RateSolver {
 public:
  // The partition must be square, the Jacobian is factored by the caller.
  RateSolver(const Model& model, const Partition& partition, PositionJacobian& jacobian);

  // Solves De z = target - less for the calculable coordinates; less: one number per deformation,
  // or null. The other entries of z are known: prescribed coordinates and degrees of freedom.
  // `moves` is false where all of these are zero.
  void solve(std::vector<double>& z, bool moves, const std::vector<double>& target,
             const std::vector<double>* less);
  // First-order transfer function of all coordinates: nx x freedom_count, columns in the order
  // x_freedoms, e_freedoms.
  void transfer(Matrix DF);
  // Finds the stresses of the rows that balance the forces on the calculable coordinates: De^T S =
  // force there. Writes S (ne) for the rows of the partition only.
  void balance(ConstVector force, Vector S);

 private:
  const Model& model_;
  // An entry of De, in one of the rows of the block, whose coordinate is neither a column nor one
  // of the bodies of a tree, which takes the rates of all of them.
  struct Known {
    int entry, row, coordinate;  // row: of the block
  };
  const Partition& partition_;
  PositionJacobian& jacobian_;
  JacobianBlock freedom_block_;  // the same rows, columns x_freedoms
  std::vector<Known> known_;
  std::vector<double> rhs_, transfer_;
};

}  // namespace mbs
