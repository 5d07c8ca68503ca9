// The Jacobian of the calculable coordinates at one position: the evaluation there, the block of De
// that belongs to a partition, its factors, and how well it determines the position.
#pragma once

#include <algorithm>
#include <array>
#include <vector>

#include "assembly/evaluation.h"
#include "base/options.h"
#include "model/phase.h"
#include "solve/place/jacobian_block.h"
#include "solve/place/jacobian_factor.h"
#include "solve/place/partition.h"
#include "solve/place/status.h"

namespace mbs {

class PositionJacobian {
 public:
  PositionJacobian(const Model& model, const Phase& phase, const Partition& partition,
                   const Options& options);

  const Evaluation& evaluation() const { return evaluation_; }
  Evaluation& evaluation() { return evaluation_; }
  const JacobianBlock& block() const { return block_; }
  // The length that angles are measured with: the longest lever arm of the mechanism [m].
  double length() const { return block_.length(); }

  // Scales of the block and its factors, from the evaluation. factor() returns `singular` with the
  // weakest coordinate.
  void choose_scales() { block_.choose_scales(model_, evaluation_); }
  [[nodiscard]] SolveStatus factor();
  // Right-hand sides: scaled residuals become scaled corrections; transposed: forces on the
  // coordinates become stresses.
  void solve(double* b, int nrhs = 1) { lu_.solve(b, nrhs); }
  void solve_transposed(double* b) { lu_.solve_transposed(b); }

  // Smallest relative pivot of the factors (1 at best).
  double pivot_ratio() const { return lu_.pivot_ratio(); }
  // How well the partition determines the position, 1 at best: the smaller of pivot_ratio() and the
  // smallest pivot. The ratio alone does not see a small pivot that is the only entry in its column
  // (x of a pendulum that swings through the vertical).
  double determinacy() const { return std::min(lu_.pivot_ratio(), lu_.smallest_pivot()); }
  int determinant_sign() const { return lu_.determinant_sign(); }
  double rcond();
  // The rows of the block solved joint by joint, at the position that was factored last; null where
  // they are no tree.
  const TreeRows* tree() const { return lu_.tree(); }
  // The coordinate with the smallest pivot; -1 where there is none.
  int weakest_coordinate() const;
  // The coordinate that moves most in the motion that the Jacobian at the last evaluation resists
  // least; the scales compare lengths and angles. For messages. In a large mechanism, and where the
  // Jacobian is far from singular, this is weakest_coordinate().
  int loosest_coordinate() const;
  // The entries of block() at the evaluation.
  void gather_entries(std::vector<double>& here) const;
  // |J^-1 J0 - 1| in the smallest of three norms, from the factors J: below 1 on the whole way
  // between two positions, no other position with the same values lies near. J0: the entries of
  // block() at the other position, `there`; those of J: `here`. In a large mechanism the norms are
  // estimated, and one below `enough` will do.
  double change_from(const std::vector<double>& there, const std::vector<double>& here,
                     double enough = 0);
  // A bound of it that costs little; it is of use where the positions are close to each other.
  double bound_of_change_from(const std::vector<double>& there,
                              const std::vector<double>& here) const;

 private:
  const Model& model_;
  JacobianBlock block_;
  Evaluation evaluation_;
  JacobianFactor lu_;
  int few_columns_;                                 // up to so many change_from() is exact
  std::vector<double> entries_;                     // of rcond()
  std::vector<double> change_, column_, row_sums_;  // of change_from()
  // The column and the row of J^-1 J0 - 1 whose sums were the largest when they were estimated
  // last; -1: none.
  std::array<int, 2> largest_{-1, -1};
};

}  // namespace mbs
