#include "solve/place/kinematics.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <utility>

#include "base/index.h"
#include "elements/formula.h"

namespace mbs {

namespace {

// Finds the windings at a position on which the run goes on, and whether paths exist there. A point
// right in the centre of a circle makes the path not a number.
SolveStatus wind(SolveStatus status, const Model& model, Evaluation& here, State& state) {
  if (!status.ok() && status.kind != SolveKind::non_finite) return status;
  const EnclosedPlace enclosed = find_enclosed(model, state.x, here);
  if (enclosed.row >= 0) {
    status.kind = SolveKind::inside_circle, status.row = enclosed.row;
    status.circle = enclosed.circle, status.place = enclosed.place;
    return status;
  }
  if (!status.ok()) return status;
  const int leaves = update_windings(model, state.x, here);
  if (leaves >= 0) status.kind = SolveKind::off_pulley, status.row = leaves;
  return status;
}

}  // namespace

Kinematics::Kinematics(const Model& model, const Phase& phase, const Partition& partition,
                       const Options& options)
    : model_(model),
      options_(options),
      partition_(partition),
      motion_(model, phase, partition),
      jacobian_(model, phase, partition, options),
      positions_(model, partition, options, motion_, jacobian_),
      residuals_(model, partition, jacobian_, motion_, positions_),
      solver_(model, partition_, jacobian_),
      rates_(model.ne) {
  find_waiting(phase.has_choice());
}

Kinematics::Kinematics(const Kinematics& other)
    : model_(other.model_),
      options_(other.options_),
      partition_(other.partition_),
      motion_(other.motion_),
      jacobian_(other.jacobian_),
      positions_(model_, partition_, options_, motion_, jacobian_),
      residuals_(model_, partition_, jacobian_, motion_, positions_),
      solver_(model_, partition_, jacobian_),
      rates_(model_.ne),
      is_current_(other.is_current_),
      waits_(other.waits_),
      lacks_rest_(other.lacks_rest_) {}

// Accelerations need D2e(v, v) of the rows of the partition, and of the deformations that formulas
// read; a choice may need any.
void Kinematics::find_waiting(bool has_choice) {
  std::vector<char> is_row(model_.ne, has_choice ? 1 : 0);
  for (const int r : partition_.rows) is_row[r] = 1;
  for (const ElementBatch& batch : model_.batches)
    for (const int r : deformations_read(batch)) is_row[r] = 1;
  for (const ElementBatch& batch : model_.batches) {
    const ElementType& type = *batch.type;
    const int free = type.second_order ? type.spec.free_deformations : 0;
    bool waits = free > 0;
    for (int k = 0; k < batch.count; ++k)
      for (int r = 0; r < free; ++r) waits &= !is_row[batch.first_deformation + k * type.ne + r];
    waits_.push_back(waits ? 1 : 0);
  }
}

// Notes that the evaluation is now of another position.
Positioned Kinematics::arrive(const SolveStatus& status, bool is_current) {
  is_current_ = is_current;
  Positioned out;
  out.status_ = status;
  out.of_ = this;
  out.position_ = position_ = ++count_;
  return out;
}

SolveStatus Kinematics::assemble(State& state, const std::vector<double>* from) {
  // An angle that is known may be many turns from its estimate.
  if (!model_.counted_angles.empty()) motion_.prescribe(state);
  for (const CountedAngle& angle : model_.counted_angles)
    if (std::find(partition_.rows.begin(), partition_.rows.end(), angle.deformation) !=
        partition_.rows.end())
      state.x[angle.winding] =
          motion_.e()[angle.deformation] + model_.batches[angle.batch].parameters[angle.parameter];
  return arrive(wind(positions_.assemble(state, from), model_, jacobian_.evaluation(), state),
                false)
      .status();
}

Positioned Kinematics::position(State& state) {
  const SolveStatus status = wind(positions_.solve(state), model_, jacobian_.evaluation(), state);
  return arrive(status, positions_.is_current());
}

Positioned Kinematics::position_near(State& state, From from) {
  const SolveStatus found = from == From::last_unseen
                                ? positions_.follow(state)
                                : positions_.solve_near(state, from == From::last);
  return arrive(wind(found, model_, jacobian_.evaluation(), state), positions_.is_current());
}

Positioned Kinematics::position_at(const State& state) {
  evaluate_position(model_, state.x, jacobian_.evaluation());
  return arrive(jacobian_.factor(), true);
}

Placed Kinematics::velocities(const Positioned& at, State& state, bool briefly) {
  assert(at.of_ == this && at.position_ == position_);
  solver_.solve(state.v, motion_.moves_coordinates() || !partition_.x_freedoms.empty(),
                motion_.ed(), nullptr);
  return velocities_at(at, state, briefly);
}

Placed Kinematics::velocities_at(const Positioned& at, const State& state, bool briefly) {
  lacks_rest_ = is_current_ && briefly;
  if (is_current_)
    evaluate_second_order(model_, state.x, state.v, waits_, briefly ? Share::held : Share::all,
                          jacobian_.evaluation());
  else
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
  solver_.solve(state.a, motion_.moves_coordinates() || !partition_.x_freedoms.empty(),
                motion_.edd(), &evaluation().D2e_vv);
}

void Kinematics::accelerate(ConstVector qdd, std::vector<double>& a) {
  rates_ = motion_.edd();
  const double* next = qdd.data();
  for (const int i : partition_.x_freedoms) a[i] = *next++;
  for (const int r : partition_.e_freedoms) rates_[r] = *next++;
  solver_.solve(a, motion_.moves_coordinates() || !partition_.x_freedoms.empty(), rates_,
                &evaluation().D2e_vv);
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
  std::fill(rates_.begin(), rates_.end(), 0.0);
  add_derivative_times(model_, evaluation(), state.v, rates_);
  motion_.keep_freedoms_of(evaluation().e, rates_);
}

void Kinematics::choose_scales(const State& state) {
  evaluate_position(model_, state.x, jacobian_.evaluation());
  position_ = ++count_;
  jacobian_.choose_scales();
}

void Kinematics::fill_deformations([[maybe_unused]] const Placed& at, State& s) {
  assert(is_moving_at(at));
  if (std::exchange(lacks_rest_, false))
    evaluate_second_order(model_, s.x, s.v, waits_, Share::free, jacobian_.evaluation());
  const Evaluation& here = evaluation();
  s.e = here.e;
  std::fill(s.ed.begin(), s.ed.end(), 0.0);
  s.edd = here.D2e_vv;
  add_derivative_times(model_, here, s.v, s.ed);
  add_derivative_times(model_, here, s.a, s.edd);
}

Placed Kinematics::measure(State& state) {
  motion_.prescribe(state);
  const Placed placed = velocities_at(arrive({}, false), state);
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
    State copy = state_;  // keeps the velocities of the state, which may differ in the last digits
    if (again.ok()) kinematics_.velocities(again, copy);
  }
  kinematics_.position_ = from_.position_;
  kinematics_.motion_number_ = from_.motion_;
}

}  // namespace mbs
