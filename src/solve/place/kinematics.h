// Positions, velocities and accelerations of a mechanism whose degrees of freedom are all
// prescribed (Flores 2010 eqs. (6)-(8); van Soest 1992 with X_m, E_m given functions of time):
//   C(x) - e(t) = 0,   De v = ed(t),   De a = edd(t) - D2e(v, v)
// solved for the calculable coordinates; rows are the fixed and prescribed deformations. Each level
// asks for the handle that the one before has made (solve/place/placed.h).
#pragma once

#include <vector>

#include "solve/place/placed.h"
#include "solve/place/position_solver.h"
#include "solve/place/rate_solver.h"

namespace mbs {

// How well a state fulfils the constraints: the largest residual over the size of its terms, at the
// position, velocity and acceleration level.
class ResidualAudit {
 public:
  struct Residual {
    double position = 0, velocity = 0, acceleration = 0;
  };
  // Largest rates of the coordinates [m/s], [m/s^2]; rates of angles are multiplied by the longest
  // lever arm.
  struct Largest {
    double speed = 0, acceleration = 0;
  };

  ResidualAudit(const Model& model, const Partition& partition, const PositionJacobian& jacobian,
                const PrescribedMotion& motion, const PositionSolver& positions);

  // Finds the residuals at a state whose e, ed, edd come from the evaluation of the Jacobian. Where
  // all terms of the rates are rounding of zero, residuals are compared with a tenth of the largest
  // rates of the coordinates, of this state or so far. Accelerations count as rounding where they
  // are negligible beside the accelerations by weight and constant loads alone.
  void find(const State& state, Largest* so_far = nullptr);
  const Residual& residual() const { return residual_; }

 private:
  void note_largest(const State& state, Largest& largest) const;

  const Model& model_;
  const PositionJacobian& jacobian_;
  const PrescribedMotion& motion_;
  const PositionSolver& positions_;
  int constrained_;                      // rows of the block that are no free deformations
  std::vector<double> size_v_, size_a_;  // ne: sums of the magnitudes of terms
  std::vector<char> is_angle_;           // nx
  double fall_ = 0;                      // largest acceleration of a node by weight and loads alone
  Residual residual_;
};

class Kinematics {
 public:
  // The partition must be square. With degrees of freedom their values are given: coordinates in
  // the state, deformations by keep_freedoms().
  Kinematics(const Model& model, const Phase& phase, const Partition& partition,
             const Options& options);
  // A copy at the same position; the handles of `other` do not hold for it.
  Kinematics(const Kinematics& other);

  // First position at state.t from the estimate in state.x, and the scales of the Jacobian there.
  // It leaves no factors: position() comes next. from (nq): the place from which the mechanism may
  // be led there; null: the drawing.
  SolveStatus assemble(State& state, const std::vector<double>* from = nullptr);
  // Position at state.t by Newton iteration from the prediction in state.x.
  Positioned position(State& state);
  // Like position(), with few factorisations. From the position that was found last the factors
  // there serve first; unseen: see PositionSolver::follow().
  enum class From { prediction, last, last_unseen };
  Positioned position_near(State& state, From from = From::prediction);
  // Takes the position of a state as it is.
  Positioned position_at(const State& state);
  // Velocities of the state at its position, and D2e(v, v). briefly: of the deformations that the
  // accelerations need, and of the others not before fill_deformations().
  Placed velocities(const Positioned& at, State& state, bool briefly = false);
  // Takes the velocities of the state as they are.
  Placed velocities_at(const Positioned& at, const State& state, bool briefly = false);
  void accelerations(const Placed& at, State& state);
  // Accelerations a (nx) of all coordinates at the last velocities, for qdd of the degrees of
  // freedom (coordinates, then deformations); those of prescribed coordinates stand in a.
  void accelerate(ConstVector qdd, std::vector<double>& a);
  // Velocities and accelerations, e, ed, edd, and the residuals where `residuals` is true.
  SolveStatus rates(const Positioned& at, State& state, bool residuals = true);

  // From now on the free deformations keep the values and rates that they have at the state; their
  // accelerations are zero. The prescribed coordinates of the state must fit its time, so
  // prescribe() comes first, unless the rates belong to a change at constant time.
  void keep_freedoms(const State& state);
  // Scales of the Jacobian from the present position.
  void choose_scales(const State& state);

  // e, ed, edd of the state of the handle.
  void fill_deformations(const Placed& at, State& state);
  // Finds e, ed, edd and the residuals of a state whose x, v, a are given; the Jacobian is not
  // factored there.
  Placed measure(State& state);
  // Largest |residual| / size at the given position, without moving anything.
  double residual_at(State& state);

  // Whether the handle holds.
  bool is_moving_at(const Placed& at) const {
    return at.of_ == this && at.position_ == position_ && at.motion_ == motion_number_;
  }

  const Partition& partition() const { return partition_; }
  PrescribedMotion& motion() { return motion_; }
  const PrescribedMotion& motion() const { return motion_; }
  PositionJacobian& jacobian() { return jacobian_; }
  const PositionJacobian& jacobian() const { return jacobian_; }
  RateSolver& solver() { return solver_; }  // of the last position
  ResidualAudit& residuals() { return residuals_; }
  // The last evaluation.
  const Evaluation& evaluation() const { return jacobian_.evaluation(); }

 private:
  friend class Excursion;
  // is_current: whether the evaluation is of the position.
  Positioned arrive(const SolveStatus& status, bool is_current);
  void find_waiting(bool has_choice);

  const Model& model_;
  const Options& options_;
  Partition partition_;
  PrescribedMotion motion_;
  PositionJacobian jacobian_;
  PositionSolver positions_;
  ResidualAudit residuals_;
  RateSolver solver_;
  std::vector<double> rates_;  // of the deformations
  // Numbers of the present position and velocities, and how many there have been.
  long long position_ = 0, motion_number_ = 0, count_ = 0;
  bool is_current_ = false;  // of the present position is the evaluation
  std::vector<char> waits_;  // of each batch: accelerations do not need its free deformations
  bool lacks_rest_ = false;  // D2e(v, v) of those that wait is still to be found
};

// Lets the kinematics go to other positions. The destructor brings it back to the state that it
// left, whose handle then holds again.
class Excursion {
 public:
  Excursion(Kinematics& kinematics, const Placed& from, const State& state);
  ~Excursion();
  Excursion(const Excursion&) = delete;
  Excursion& operator=(const Excursion&) = delete;

  // The sign of the determinant of the Jacobian at a position, 0 where it has no factors.
  int sign_at(const State& state);
  // The destructor does not bring the kinematics back.
  void stay() { comes_back_ = false; }

 private:
  Kinematics& kinematics_;
  bool comes_back_ = true;
  Placed from_;
  const State& state_;
};

}  // namespace mbs
