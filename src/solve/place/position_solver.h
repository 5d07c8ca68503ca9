// Positions: C(x) - e(t) = 0 solved for the calculable coordinates by Newton's method, from an
// estimate that may be poor (assemble) or from a prediction.
#pragma once

#include <vector>

#include "assembly/evaluation.h"
#include "base/views.h"
#include "model/model.h"
#include "solve/place/jacobian_block.h"
#include "solve/place/position_jacobian.h"
#include "solve/place/prescribed_motion.h"

namespace mbs {

// Whether all deformations are linear in the calculable coordinates with constant derivatives. That
// is so in a chain with known angles, without orientations and without rows that exist only as
// rates. Then one correction fulfils the constraints, and the evaluation before it is corrected
// instead of made again.
class LinearColumns {
 public:
  LinearColumns(const Model& model, const JacobianBlock& block);

  bool linear() const { return linear_; }
  // Updates e for the correction (scaled, one number per column), which has fulfilled the rows of
  // the block: these get their targets (ne). Nothing else of an evaluation depends on the
  // coordinates of these columns.
  void follow(const JacobianBlock& block, ConstVector correction, ConstVector target,
              Evaluation& evaluation) const;

 private:
  // An entry of De in a column of the block and a row outside the block.
  struct Beside {
    std::size_t entry;
    int row, column;  // a deformation, a place among the columns of the block
  };
  bool linear_ = false;
  std::vector<Beside> beside_;
};

// The number of beams of a mechanism of the plane; 0 in space.
int beams_of_plane(const Model& model);
// The largest turn [rad] of an orientation in a motion (nx), or of an angle in a change of
// deformations (ne, or empty); with all_angles of any angle in the motion.
double largest_turn(const Model& model, ConstVector motion, ConstVector change, bool all_angles);
// Whether a motion (nx) of what is prescribed, or a change of deformations (ne, or empty), goes so
// far that beams have to be led along: sines in their formulas close turned round, too, and full
// turns off. Far is 0.3 rad, or this part of the mean length of a beam.
bool is_far_beside_beams(const Model& model, ConstVector motion, ConstVector change = {});

class PositionSolver {
 public:
  PositionSolver(const Model& model, const Partition& partition, const Options& options,
                 PrescribedMotion& motion, PositionJacobian& jacobian);

  // First position at state.t from the estimate in state.x: damped Newton, which leaves an
  // assembled mechanism as it is. Sets the scales of the Jacobian, but leaves no factors. from
  // (nq): the place from which it may be led there; null: the drawing.
  SolveStatus assemble(State& state, const std::vector<double>* from = nullptr);
  // Position at state.t by Newton iteration from the prediction in state.x; the Jacobian is
  // factored at the position found.
  SolveStatus solve(State& state);
  // Like solve(), with few factorisations: factors are used as long as the residual falls fast, and
  // the last ones are made at the position found. onward: those of the position before serve first.
  SolveStatus solve_near(State& state, bool onward = false);
  // Like solve_near() onward, but the last correction is not looked at: for an iteration whose next
  // position is corrected for what this one leaves.
  SolveStatus follow(State& state);
  // Largest |residual| / size at the given position, without moving anything.
  double residual_at(State& state);

  // False where the deformation of row k of the block exists only as a rate
  // (ElementType::is_rate) and has no residual of position.
  bool has_position(int k) const { return rate_only_.empty() || rate_only_[k] == 0; }
  // The size of the terms of row k, with which its residual is compared.
  double terms_of(int k) const;
  // Whether the last evaluation is of the position that was found.
  bool is_current() const { return is_current_; }

 private:
  struct Worst {
    double relative = 0;
    double residual = 0;
    int row = -1;
    void put_into(SolveStatus& status) const;
  };
  // Damped Newton from the estimate in `state`.
  bool close(State& state, SolveStatus& status);
  // What is driven or chosen comes from its estimate to its place along a way.
  struct Way {
    std::vector<double> x;  // motion (nx) of coordinates that Newton's method does not find
    std::vector<double> e;  // change (ne) of the targets of deformations
  };
  // How deformations that are prescribed, or given at the start, change from a position (ne).
  std::vector<double> change_of_deformations(ConstVector from);
  // Closes step by step along `way`, with a turn of `turned` [rad] in all, to where `state` and the
  // targets have it. False where that finds no place.
  bool lead(const Way& way, double turned, State& state, SolveStatus& status);
  bool is_determined();
  int reversed_row() const;
  // Newton iteration; factors serve again while each correction leaves at most `keep` of the
  // residual before it. factored: those at hand serve first.
  SolveStatus approach(State& state, int allowed, double keep, double polish, bool factored,
                       bool foresees = false);
  Worst residuals(const State& state);
  bool damped_newton(State& state, double norm);
  bool levenberg(State& state, double norm);
  bool try_move(State& state, const std::vector<double>& correction, double fraction, double norm);
  void move(State& state, const std::vector<double>& correction, double fraction);
  void move_turning(State& state, const std::vector<double>& correction, double fraction);
  void find_rates_only();

  const Model& model_;
  const Options& options_;
  PrescribedMotion& motion_;
  PositionJacobian& jacobian_;
  LinearColumns linear_;
  std::vector<double> rhs_;                      // scaled residuals with the sign of a correction
  std::vector<double> saved_, shift_, saved_e_;  // nq, nx, ne
  std::vector<char> rate_only_;                  // empty: no row is only a rate
  bool has_beams_ = false;
  bool is_current_ = false;
};

}  // namespace mbs
