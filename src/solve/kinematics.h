// Positions, velocities and accelerations of a mechanism whose degrees of freedom are all
// prescribed (Flores 2010 eqs. (6)-(8); van Soest 1992 with X_m, E_m given functions of time):
//   C(x) - e(t) = 0,   De v = ed(t),   De a = edd(t) - D2e(v, v)
// solved for the calculable coordinates; rows are the fixed and prescribed deformations.
#pragma once

#include <algorithm>
#include <optional>
#include <vector>

#include "assembly/evaluation.h"
#include "base/options.h"
#include "laws/motion.h"
#include "model/phase.h"
#include "model/state.h"
#include "solve/jacobian_block.h"
#include "solve/jacobian_factor.h"
#include "solve/linear_columns.h"
#include "solve/partition.h"
#include "solve/status.h"

namespace mbs {

// Where a prescribed motion has no finite position, velocity or acceleration.
struct MotionFault {
  int motion = -1;
  double t = 0;
  std::optional<LeftTable> left;  // why, where that is known
};

class Kinematics {
 public:
  // The partition must be square. With degrees of freedom their values are given: coordinates in
  // the state, deformations by keep_freedoms().
  Kinematics(const Model& model, const Phase& phase, const Partition& partition,
             const Options& options);

  // First position at state.t from the estimate in state.x: damped Newton, which leaves an
  // assembled mechanism as it is. Sets the scales of the Jacobian.
  SolveStatus assemble(State& state);

  // Position at state.t by Newton iteration from the prediction in state.x.
  SolveStatus position(State& state);
  // The same with few factorisations: one is used as long as the residual falls fast, and the last
  // one is made at the position found.
  SolveStatus position_near(State& state);
  // Velocity and acceleration at the position just found. Fills ed and edd too, and residual()
  // where `residuals` is true.
  SolveStatus rates(State& state, bool residuals = true);
  // The two halves of rates(): velocities evaluates D2e(v, v) as well.
  void velocities(State& state);
  void accelerations(State& state);

  // Whether there are coordinates that move as prescribed.
  bool prescribes() const { return !prescribed_.empty(); }
  // Sets the prescribed coordinates at state.t (x, v, a) and the targets e, ed, edd. False where a
  // motion is not finite.
  bool prescribe(State& state);
  // The earliest time so far at which prescribe() was false.
  const std::optional<MotionFault>& motion_fault() const { return motion_fault_; }
  // Takes the value and rate that the free deformations have at the state as those to be kept;
  // their accelerations are zero. The prescribed coordinates of the state must be those of its
  // time: prescribe() comes first, unless the rates are to be those of a change at constant time.
  void keep_freedoms(const State& state);
  // The same with the values and rates of the free deformations given, in the partition's order.
  void keep_freedoms(ConstVector values, ConstVector rates);
  // Moves the kept values of free deformations on by their rates times s.
  void shift_freedoms(double s);
  // Sign of the determinant of the Jacobian at a position, 0 where it has no factors; factors it
  // there.
  int sign_at(const State& state);
  int determinant_sign() const { return lu_.determinant_sign(); }
  // The values that the deck gives to deformations at the start, for the next assemble().
  void set_initial_deformations();
  // Scales of the Jacobian from the present position.
  void choose_scales(const State& state);

  // First-order transfer function of all coordinates (A12): nx x freedom_count, columns in the
  // order x_freedoms, e_freedoms, from the factors of the last position.
  void transfer(Matrix DF);
  // Stresses of the rows that balance the forces left on the calculable coordinates: De^T S = force
  // there (A14). Writes S (ne) for the rows of the partition only.
  void balance(ConstVector force, Vector S);
  // e, ed, edd of the state from the last evaluation; the residuals of a state filled so.
  void fill_deformations(State& state);
  // Largest rates of the coordinates, m/s and m/s^2, those of angles times length().
  struct Largest {
    double speed = 0, acceleration = 0;
  };
  // Where all terms of the rates are rounding of zero, a tenth of the largest rates of the
  // coordinates is what residuals are compared with: of this state, or of all so far.
  void find_residual(const State& state, Largest* so_far = nullptr);
  // edd asked of the constrained deformations at the time of the last position (ne).
  ConstVector target_accelerations() const { return target_edd_; }
  const Partition& partition() const { return partition_; }

  // Smallest relative pivot of the last factored Jacobian (1 at best) and its coordinate.
  double pivot_ratio() const { return lu_.pivot_ratio(); }
  // How well the partition determines the position, 1 at best: the smaller of that and of the
  // pivots themselves, since a lone coordinate is lost while its pivot is all there is in
  // its column (x of a pendulum that swings through the vertical).
  double determinacy() const { return std::min(lu_.pivot_ratio(), lu_.smallest_pivot()); }
  int weakest_coordinate() const;
  // The coordinate that moves most, lengths and angles as the scales compare them, in the motion
  // that the Jacobian at the last evaluation resists least; for messages. Of a large mechanism, and
  // where the Jacobian is far from singular, weakest_coordinate().
  int loosest_coordinate() const;
  double rcond() { return lu_.rcond(); }
  // Largest residual over the size of its terms, at the position, velocity and acceleration level.
  struct Residual {
    double position = 0, velocity = 0, acceleration = 0;
  };
  const Residual& residual() const { return residual_; }

  // e, ed, edd and the residuals of a state whose x, v, a are given.
  void measure(State& state);
  // The length that angles are measured with: the longest lever arm of the mechanism.
  double length() const { return block_.length(); }

  const JacobianBlock& block() const { return block_; }
  const Evaluation& evaluation() const { return evaluation_; }
  // |J^-1 J0 - 1| in the smallest of three norms, from the factors J of the last position: below 1
  // on the whole way between two positions, no other position with the same values lies near. J0:
  // the entries of block() at the other position.
  double change_from(const std::vector<double>& entries);
  // Largest |residual| / size at the given position, without moving anything.
  double residual_at(State& state);

 private:
  // Newton iteration; factors serve again while each correction leaves at most `keep` of the
  // residual before it.
  SolveStatus approach(State& state, int allowed, double keep, double polish);
  struct Worst {
    double relative = 0;
    double residual = 0;
    int row = -1;
  };
  bool move_as_prescribed(int motion, double t, double out[3]);
  void note_largest(const State& state, Largest& largest) const;
  double terms_of(int k) const;
  Worst residuals(const State& state);
  [[nodiscard]] SolveStatus factor();
  bool damped_newton(State& state, double norm);
  bool levenberg(State& state, double norm);
  bool try_move(State& state, const std::vector<double>& correction, double fraction, double norm);
  void move(State& state, const std::vector<double>& correction, double fraction);
  void find_rates_only();
  bool has_position(int k) const { return rate_only_.empty() || rate_only_[k] == 0; }
  void move_turning(State& state, const std::vector<double>& correction, double fraction);
  void move_known_right(std::vector<double>& z, const std::vector<double>& target);
  void solve_rows(std::vector<double>& unknown);

  const Model& model_;
  const Phase& phase_;
  const Options& options_;
  Partition partition_;
  std::vector<int> prescribed_;       // coordinates
  std::vector<int> prescribed_rows_;  // deformations
  std::vector<int> hints_;            // spline intervals, one per motion
  MotionSlots motion_slots_;
  std::optional<MotionFault> motion_fault_;
  JacobianBlock block_;
  JacobianBlock freedom_block_;  // the same rows, columns x_freedoms
  Evaluation evaluation_;
  JacobianFactor lu_;
  LinearColumns linear_;
  std::vector<double> rhs_, target_e_, target_ed_, target_edd_, known_, size_v_, size_a_, saved_,
      transfer_, entries_, shift_;
  std::vector<char> is_angle_;  // nx
  // 1: a row of the block that exists only as a rate (ElementType::rates_only); or empty.
  std::vector<char> rate_only_;
  Residual residual_;
};

}  // namespace mbs
