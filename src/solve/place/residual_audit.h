// How well a state fulfils the constraints: the largest residual over the size of its terms, at the
// position, velocity and acceleration level.
#pragma once

#include <vector>

#include "solve/place/position_solver.h"

namespace mbs {

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

}  // namespace mbs
