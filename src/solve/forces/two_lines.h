// The two lines as one system, for the free accelerations and the stresses of the constraints:
//   | M  J^T | | a |   | g - M a'                   |
//   | J   0  | | S | = | edd - D2e(v, v) - De a'    |     a': of the coordinates that are not free
// (Otten 2003 Appendix A, Casius 2004). The matrix is sparse from kManyUnknowns unknowns on. Masses
// may be zero; masses of elements may couple coordinates. Without constraints a sparse M has
// factors L D L^T, unless it is singular.
#pragma once

#include <vector>

#include "assembly/inertia.h"
#include "base/options.h"
#include "linalg/lu.h"
#include "linalg/sparse_cholesky.h"
#include "linalg/sparse_lu.h"
#include "model/phase.h"
#include "solve/place/jacobian_factor.h"

namespace mbs {

class TwoLines {
 public:
  // From this number of unknowns on the sparse matrix is used (docs/performance.md).
  static constexpr int kManyUnknowns = 32;

  // The first `constraints` rows of the block are constrained.
  TwoLines(const Model& model, const Phase& phase, const Inertia& inertia,
           const JacobianBlock& block, int constraints, const Options& options);

  // Returns the smallest ratio of a pivot to the largest entry of its column, 0 where the system is
  // singular. `a` of the coordinates that are not free is given.
  [[nodiscard]] double factor(const Evaluation& at, const Inertia& inertia,
                              const JacobianBlock& block);
  // After a factor() that was not 0: a of the free coordinates and S of the constrained rows.
  void solve(const Evaluation& at, const Inertia& inertia, const JacobianBlock& block,
             ConstVector g, ConstVector edd, Vector a, Vector S);

  int size() const { return size_; }
  bool is_sparse() const { return is_sparse_; }
  // Entries of the factors, where they are sparse.
  std::size_t entry_count() const { return sparse_.entry_count(); }

 private:
  // False where the masses have no factors L D L^T.
  bool factor_masses(const Inertia& inertia);

  // An entry of De in both triangles.
  struct Entry {
    int source, row;   // row: of the block
    int slot, mirror;  // in values_
  };
  struct Known {
    int source, row, coordinate;
  };

  int size_ = 0;
  bool is_sparse_ = false;
  std::vector<int> free_;
  std::vector<int> place_;  // of the unknowns a, S in the order of elimination
  SparsePattern pattern_;
  std::vector<double> values_;
  std::vector<int> mass_slot_;  // of each entry of M; -1: its coordinates are not both free
  std::vector<Entry> entries_;
  std::vector<Known> known_;
  std::vector<double> rhs_, force_;
  // Without constraints: the masses that have factors, which many elements have at all positions,
  // and what factor() returned for them.
  std::vector<double> factored_;
  double pivot_ratio_ = 0;
  // Without constraints: M, where each entry of it goes (-1: nowhere), and what its factor() has
  // returned.
  SparseCholesky masses_;
  std::vector<int> mass_place_;
  double mass_ratio_ = 0;
  Lu dense_;
  SparseLu sparse_;
};

}  // namespace mbs
