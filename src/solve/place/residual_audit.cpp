#include <algorithm>
#include <cmath>

#include "base/index.h"
#include "base/tolerances.h"
#include "model/owner.h"
#include "solve/place/kinematics.h"

namespace mbs {

namespace {

// Accelerations are compared with at least this part of speed^2 / length: a body that turns evenly
// has no angular acceleration.
constexpr double kEvenTurn = 1e-5;

}  // namespace

ResidualAudit::ResidualAudit(const Model& model, const Partition& partition,
                             const PositionJacobian& jacobian, const PrescribedMotion& motion,
                             const PositionSolver& positions)
    : model_(model),
      jacobian_(jacobian),
      motion_(motion),
      positions_(positions),
      constrained_(jacobian.block().row_count() - count_of(partition.e_freedoms)),
      size_v_(model.ne),
      size_a_(model.ne),
      is_angle_(turning_flags(model)) {
  const ForceLaws& forces = model.forces;
  for (double g : forces.gravity) fall_ = std::max(fall_, std::fabs(g));
  for (int i = 0; i < model.nx; ++i)
    if (model.mass[i] > 0 && !is_angle_[i])
      fall_ = std::max(fall_, std::fabs(forces.load[i]) / model.mass[i]);
}

// The largest speed and acceleration of any coordinate, angles measured with the length.
void ResidualAudit::note_largest(const State& s, Largest& largest) const {
  const double length = jacobian_.length();
  for (std::size_t i = 0; i < s.v.size(); ++i) {
    const double arm = is_angle_[i] ? length : 1;
    largest.speed = std::max(largest.speed, arm * std::fabs(s.v[i]));
    largest.acceleration = std::max(largest.acceleration, arm * std::fabs(s.a[i]));
  }
  // Accelerations are compared with at least this part of the acceleration that weight and loads
  // alone would give.
  constexpr double kOfFall = 1e-5;
  largest.acceleration = std::max(largest.acceleration, kOfFall * fall_);
  // A body that turns evenly has no angular acceleration; v^2 / length replaces it.
  largest.acceleration =
      std::max(largest.acceleration, kEvenTurn * largest.speed * largest.speed / length);
}

void ResidualAudit::find(const State& s, Largest* so_far) {
  Largest here;
  Largest& largest = so_far ? *so_far : here;
  note_largest(s, largest);
  const Evaluation& at = jacobian_.evaluation();
  std::fill(size_v_.begin(), size_v_.end(), 0.0);
  for (std::size_t r = 0; r < size_a_.size(); ++r) size_a_[r] = std::fabs(at.D2e_vv[r]);
  for (std::size_t k = 0; k < model_.entry_row.size(); ++k) {
    const std::size_t r = model_.entry_row[k], i = model_.entry_column[k];
    size_v_[r] += std::fabs(at.De[k] * s.v[i]);
    size_a_[r] += std::fabs(at.De[k] * s.a[i]);
  }
  // Position residuals are compared with the row's own terms, as FEPS asks. Rate residuals are
  // compared with the largest row, since all terms of one row may pass through zero together; where
  // the terms of all rows are that small, with a part of the largest rate of the mechanism. Scaled
  // rows compare lengths with angles.
  double position = 0, velocity = 0, acceleration = 0;
  double largest_v = tolerance::small_rate * largest.speed,
         largest_a = tolerance::small_rate * largest.acceleration;
  const JacobianBlock& block = jacobian_.block();
  for (int k = 0; k < constrained_; ++k) {
    const std::size_t r = block.rows()[k];
    const double scale = block.row_scale(k);
    if (positions_.has_position(k))
      position = std::max(position, std::fabs(s.e[r] - motion_.e()[r]) / positions_.terms_of(k));
    velocity = std::max(velocity, scale * std::fabs(s.ed[r] - motion_.ed()[r]));
    acceleration = std::max(acceleration, scale * std::fabs(s.edd[r] - motion_.edd()[r]));
    largest_v = std::max(largest_v, scale * size_v_[r]);
    largest_a = std::max(largest_a, scale * size_a_[r]);
  }
  residual_ = {position, velocity / (largest_v > 0 ? largest_v : 1),
               acceleration / (largest_a > 0 ? largest_a : 1)};
}

}  // namespace mbs
