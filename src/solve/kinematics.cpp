#include "solve/kinematics.h"

#include <algorithm>
#include <cassert>
#include <cmath>

#include "base/index.h"

namespace mbs {

Kinematics::Kinematics(const Model& model, const Phase& phase, const Partition& partition,
                       const Options& options)
    : model_(model),
      options_(options),
      partition_(partition),
      motion_(model, phase, partition),
      jacobian_(model, phase, partition, options),
      positions_(model, partition, options, motion_, jacobian_),
      residuals_(model, partition, jacobian_, motion_, positions_),
      freedom_block_(model, partition.rows, partition.x_freedoms),
      rhs_(std::max(partition.rows.size(), partition.columns.size())),
      known_(model.ne) {}

Kinematics::Kinematics(const Kinematics& other)
    : model_(other.model_),
      options_(other.options_),
      partition_(other.partition_),
      motion_(other.motion_),
      jacobian_(other.jacobian_),
      positions_(model_, partition_, options_, motion_, jacobian_),
      residuals_(model_, partition_, jacobian_, motion_, positions_),
      freedom_block_(other.freedom_block_),
      rhs_(other.rhs_),
      known_(other.known_) {}

// The evaluation is now of another position.
Positioned Kinematics::arrive(const SolveStatus& status) {
  Positioned out;
  out.status_ = status;
  out.of_ = this;
  out.position_ = position_ = ++count_;
  return out;
}

// At a position that has been found.
SolveStatus Kinematics::wind_pulleys(SolveStatus status, State& state) {
  if (!status.ok()) return status;
  const int leaves = mbs::wind_pulleys(model_, state.x, jacobian_.evaluation());
  if (leaves >= 0) status.kind = SolveKind::off_pulley, status.row = leaves;
  return status;
}

SolveStatus Kinematics::assemble(State& state) {
  return arrive(wind_pulleys(positions_.assemble(state), state)).status();
}

Positioned Kinematics::position(State& state) {
  return arrive(wind_pulleys(positions_.solve(state), state));
}

Positioned Kinematics::position_near(State& state) {
  return arrive(wind_pulleys(positions_.solve_near(state), state));
}

Positioned Kinematics::position_at(const State& state) {
  evaluate_position(model_, state.x, jacobian_.evaluation());
  return arrive(jacobian_.factor());
}

// Solves De z = target - less for the calculable coordinates. The others are known: prescribed
// coordinates and degrees of freedom.
void Kinematics::solve_level(std::vector<double>& z, const std::vector<double>& target,
                             const std::vector<double>* less) {
  const JacobianBlock& block = jacobian_.block();
  for (int i : block.columns()) z[i] = 0;
  std::fill(known_.begin(), known_.end(), 0.0);
  if (motion_.moves_coordinates() || !partition_.x_freedoms.empty())
    add_derivative_times(model_, evaluation(), z, known_);
  for (int k = 0; k < block.row_count(); ++k) {
    const std::size_t r = block.rows()[k];
    double right = target[r] - known_[r];
    if (less) right -= (*less)[r];
    rhs_[k] = right * block.row_scale(k);
  }
  jacobian_.solve(rhs_.data());
  for (int k = 0; k < block.column_count(); ++k)
    z[block.columns()[k]] = rhs_[k] * block.column_scale(k);
}

Placed Kinematics::velocities(const Positioned& at, State& state) {
  assert(is_at(at));
  solve_level(state.v, motion_.ed(), nullptr);
  return velocities_at(at, state);
}

Placed Kinematics::velocities_at(const Positioned& at, const State& state) {
  evaluate_acceleration(model_, state.x, state.v, jacobian_.evaluation());
  Placed out;
  out.status_ = at.status_;
  out.of_ = this;
  out.position_ = at.position_;
  out.motion_ = motion_number_ = ++count_;
  return out;
}

void Kinematics::accelerations([[maybe_unused]] const Placed& at, State& state) {
  assert(is_moving_at(at));
  solve_level(state.a, motion_.edd(), &evaluation().D2e_vv);
}

SolveStatus Kinematics::rates(const Positioned& at, State& state, bool residuals) {
  const Placed placed = velocities(at, state);
  accelerations(placed, state);
  fill_deformations(placed, state);
  if (residuals) residuals_.find(state);
  SolveStatus status;
  for (int i : jacobian_.block().columns())
    if (!std::isfinite(state.a[i]) || !std::isfinite(state.v[i])) {
      status.kind = SolveKind::non_finite;
      status.column = i;
    }
  return status;
}

void Kinematics::keep_freedoms(const State& state) {
  if (partition_.e_freedoms.empty()) return;
  evaluate_position(model_, state.x, jacobian_.evaluation());
  position_ = ++count_;
  std::fill(known_.begin(), known_.end(), 0.0);
  add_derivative_times(model_, evaluation(), state.v, known_);
  motion_.keep_freedoms_of(evaluation().e, known_);
}

void Kinematics::choose_scales(const State& state) {
  evaluate_position(model_, state.x, jacobian_.evaluation());
  position_ = ++count_;
  jacobian_.choose_scales();
}

void Kinematics::transfer(Matrix DF) {
  const JacobianBlock& block = jacobian_.block();
  const int n = block.row_count(), nm = count_of(partition_.x_freedoms);
  const int ndof = partition_.freedom_count();
  transfer_.assign(at(n) * at(ndof), 0.0);
  if (nm > 0 && n > 0) freedom_block_.gather(evaluation(), {transfer_.data(), n, nm, n});
  for (int j = 0; j < nm; ++j)
    for (int k = 0; k < n; ++k) {
      double& b = transfer_[j * n + k];
      b = -b * block.row_scale(k);
    }
  for (int j = nm; j < ndof; ++j) {  // the last rows of the partition are the free deformations
    const int k = n - ndof + j;
    transfer_[j * n + k] = block.row_scale(k);
  }
  if (ndof > 0) jacobian_.solve(transfer_.data(), ndof);
  for (int j = 0; j < ndof; ++j) {
    std::fill(DF.column(j), DF.column(j) + model_.nx, 0.0);
    for (int k = 0; k < n; ++k)
      DF(block.columns()[k], j) = transfer_[j * n + k] * block.column_scale(k);
    if (j < nm) DF(partition_.x_freedoms[j], j) = 1;
  }
}

void Kinematics::balance(ConstVector force, Vector S) {
  const JacobianBlock& block = jacobian_.block();
  for (int k = 0; k < block.column_count(); ++k)
    rhs_[k] = force[block.columns()[k]] * block.column_scale(k);
  jacobian_.solve_transposed(rhs_.data());
  for (int k = 0; k < block.row_count(); ++k) S[block.rows()[k]] = rhs_[k] * block.row_scale(k);
}

void Kinematics::fill_deformations([[maybe_unused]] const Placed& at, State& s) {
  assert(is_moving_at(at));
  const Evaluation& here = evaluation();
  s.e = here.e;
  std::fill(s.ed.begin(), s.ed.end(), 0.0);
  s.edd = here.D2e_vv;
  add_derivative_times(model_, here, s.v, s.ed);
  add_derivative_times(model_, here, s.a, s.edd);
}

Placed Kinematics::measure(State& state) {
  motion_.prescribe(state);
  const Placed placed = velocities_at(arrive({}), state);
  fill_deformations(placed, state);
  residuals_.find(state);
  return placed;
}

double Kinematics::residual_at(State& state) {
  const double residual = positions_.residual_at(state);
  position_ = ++count_;
  return residual;
}

Excursion::Excursion(Kinematics& kinematics, const Placed& from, const State& state)
    : kinematics_(kinematics), from_(from), state_(state) {
  assert(kinematics.is_moving_at(from));
}

int Excursion::sign_at(const State& state) {
  return kinematics_.position_at(state).ok() ? kinematics_.jacobian().determinant_sign() : 0;
}

Excursion::~Excursion() {
  if (!comes_back_) return;
  const Positioned again = kinematics_.position_at(state_);
  if (kinematics_.motion_number_ != from_.motion_) {
    State copy = state_;  // its velocities have digits of their own, which stay
    if (again.ok()) kinematics_.velocities(again, copy);
  }
  kinematics_.position_ = from_.position_;
  kinematics_.motion_number_ = from_.motion_;
}

}  // namespace mbs
