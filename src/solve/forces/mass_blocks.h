// The free coordinates whose mass is no number of their own: of each orientation, and of each body
// whose centre of mass is off its point, a small block M of the mass matrix. Points beside them are
// blocks too, since three numbers at once cost less than one at a time. With M = L L^T and
// W = J L^-T the products J M^-1 J^T of a block are W W^T.
#pragma once

#include <vector>

#include "assembly/inertia.h"
#include "linalg/sparse_cholesky.h"
#include "model/phase.h"

namespace mbs {

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

}  // namespace mbs
