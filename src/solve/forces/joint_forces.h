// Accelerations and constraint stresses by elimination of the joint forces, where every free
// coordinate has a mass of its own or one in a small block (MassBlocks):
//   (J M^-1 J^T) S = J M^-1 g + D2e(v, v) - edd,   a = M^-1 (g - J^T S)
// with J the constrained rows of De. The matrix is as sparse as the mechanism, for trees and loops
// alike, so that the cost grows like the number of bodies (docs/decisions.md).
#pragma once

#include <vector>

#include "assembly/inertia.h"
#include "assembly/loads.h"
#include "linalg/sparse_cholesky.h"
#include "model/phase.h"
#include "solve/place/jacobian_block.h"

namespace mbs {

// The free coordinates whose mass is no number of their own: of each orientation, and of each body
// whose centre of mass is off its point, a small block M of the mass matrix. Points beside them are
// blocks too, since three numbers at once cost less than one at a time. With M = L L^T and
// W = J L^-T the products J M^-1 J^T of a block are W W^T.
class MassBlocks {
 public:
  // Whether every free coordinate has a mass, of its own or in a block that is free as a whole.
  static bool possible(const Model& model, const Phase& phase);

  MassBlocks(const Model& model, const Phase& phase);  // only where possible()

  bool empty() const { return blocks_.empty(); }
  bool holds(int coordinate) const { return block_of_[coordinate] >= 0; }
  // Adds to the cliques the rows of J that share a block; row_of: of each deformation, or -1.
  void add_cliques(const std::vector<int>& row_of, std::vector<std::vector<int>>& cliques);
  // Finds the places of the products in the matrix, which they may fill.
  void find_slots(const SparseCholesky& matrix);
  const std::vector<int>& slots() const { return slots_; }

  // Factors the blocks. False where one is not positive definite.
  [[nodiscard]] bool factor(const Inertia& inertia);
  // Adds the products to the entries of the matrix.
  void add_products(const std::vector<double>& De, std::vector<double>& values);
  // a += M^-1 f in the coordinates of the blocks.
  void add_accelerations(ConstVector f, Vector a) const;

  // Multiplications of one evaluation.
  std::size_t operations() const { return operations_; }

 private:
  static constexpr int kMost = 6;  // coordinates of a block
  struct Block {
    int size, coordinates;    // where they begin
    int mass;                 // where its matrix begins, size x size
    int rows = 0, slots = 0;  // of J; where its products begin
    int sources = 0, sources_end = 0;
  };
  struct Source {
    int entry, place;  // in De and in work_
  };
  template <int kSize>
  void add_block(const Block& block, const double* De, double* values);

  const Model& model_;
  std::vector<Block> blocks_;
  std::vector<int> block_of_;     // of each coordinate; -1: none
  std::vector<int> coordinates_;  // of the blocks, one after another
  std::vector<int> mass_slot_;    // of each entry of M; -1: of no block
  std::vector<double> mass_;      // of each block L, below the diagonal, and 1/L on it
  std::vector<std::vector<int>> rows_;
  std::vector<Source> sources_;
  std::vector<int> slots_;
  std::vector<double> work_;  // W of a block, row by row
  std::size_t operations_ = 0;
};

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
