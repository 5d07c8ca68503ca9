// Accelerations and constraint stresses by elimination of the joint forces, where every free
// coordinate has a mass of its own or one in a small block (solve/forces/mass_blocks.h):
//   (J M^-1 J^T) S = J M^-1 g + D2e(v, v) - edd,   a = M^-1 (g - J^T S)
// with J the constrained rows of De. The matrix is as sparse as the mechanism, for trees and loops
// alike, so that the cost grows like the number of bodies (docs/decisions.md).
#pragma once

#include <vector>

#include "assembly/loads.h"
#include "linalg/sparse_cholesky.h"
#include "model/phase.h"
#include "solve/forces/mass_blocks.h"
#include "solve/place/jacobian_block.h"

namespace mbs {

class JointForces {
 public:
  // Whether every free coordinate has a constant mass of its own or one in a block, and no element
  // has mass.
  static bool possible(const Model& model, const Phase& phase);

  JointForces(const Model& model, const Phase& phase);  // only where possible()

  // Finds a of the free coordinates and S of the constrained rows; a of the other coordinates is
  // given. g: the known forces; edd: the accelerations asked of the rows. Returns the smallest
  // ratio of a pivot to its diagonal entry: where it is small the constraints are nearly dependent,
  // and a and S are not to be used.
  double solve(const Evaluation& at, const Inertia& inertia, ConstVector g, ConstVector edd,
               Vector a, Vector S);

  // Multiplications of one evaluation.
  std::size_t operations() const {
    return 2 * products_.size() + blocks_.operations() + 2 * entry_count_ + matrix_.operations();
  }

 private:
  bool correct(const Evaluation& at, ConstVector edd, Vector a, Vector S);

  // Two entries of J for the same coordinate, and the inverse of its mass.
  struct Product {
    int first, second;  // in De
    double inverse_mass;
  };

  const Model& model_;
  std::vector<int> rows_;  // constrained deformations
  std::vector<int> free_;
  std::vector<double> inverse_mass_;  // nx; 0 where the coordinate is not free, or in a block
  MassBlocks blocks_;
  SparseCholesky matrix_;
  // Each entry of the matrix is a sum of products; constant products are summed beforehand.
  struct Sum {
    int slot, end;  // in products_
    double constant;
  };
  std::vector<Sum> sums_;
  std::vector<Product> products_;
  std::size_t entry_count_ = 0;  // of De
  std::vector<double> rate_, force_, S_;
};

}  // namespace mbs
