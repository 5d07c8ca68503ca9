#include "run/motion/force_change.h"

#include <algorithm>

#include "base/index.h"
#include "model/time_reads.h"
#include "observe/energy.h"

namespace mbs {

bool ForceChange::possible(const Model& model, const Phase& phase) {
  return model.nz() == 0 && model.forces.muscles.empty() && !phase.has_choice();
}

ForceChange::ForceChange(const Model& model, const Phase& phase)
    : model_(model),
      phase_(phase),
      state_(model.nx, model.ne),
      stress_(model.ne),
      sides_{Evaluation(model, phase), Evaluation(model, phase)},
      inertia_there_(model),
      loads_(model, phase),
      x_(model.nq()),
      v_(model.nx),
      row_(model.ne) {
  for (auto* of_coordinates : {&dx_, &dv_, &da_, &force_, &force_change_}) *of_coordinates = v_;
  rate_change_ = row_;
}

bool ForceChange::begin(const State& state, const Inertia& inertia, ConstVector g,
                        FreedomCoordinates& q) {
  q_ = &q;
  inertia_ = &inertia;
  if (!q.hold(state)) return false;
  state_ = state;
  zero_.assign(q.count(), 0.0);
  for (std::size_t i = 0; i < force_.size(); ++i) da_[i] = -state.a[i];
  std::copy(g.begin(), g.end(), force_.begin());
  inertia.add_mass_times(da_, force_);
  q.balance_all(force_, stress_, FreedomCoordinates::At::held);
  if (!moves(phase_)) return true;
  const JacobianBlock& block = q.held().jacobian().block();
  if (!lines_ || partition_ != q.partition()) {
    partition_ = q.partition();
    lines_.emplace(model_, phase_, inertia, block,
                   count_of(partition_.rows) - count_of(partition_.e_freedoms), q.options());
  }
  return lines_->factor(q.held().evaluation(), inertia, block) > 0;
}

// x_ and v_ := those beside the state.
void ForceChange::move(double s) {
  x_ = state_.x;
  move_coordinates(model_, dx_, s, x_);
  for (std::size_t i = 0; i < v_.size(); ++i) v_[i] = state_.v[i] + s * dv_[i];
}

void ForceChange::find(ConstVector change, double length, const std::vector<int>& driven,
                       Vector forces, Vector powers) {
  constexpr auto kHeld = FreedomCoordinates::At::held;
  const std::size_t count = zero_.size();
  const double sides[] = {length, -length};
  const double part = 0.5 / length;
  q_->lift(change.first(count), dx_, kHeld);
  std::fill(dv_.begin(), dv_.end(), 0.0);
  std::fill(rate_change_.begin(), rate_change_.end(), 0.0);
  for (std::size_t k = 0; k < 2; ++k) {
    const double s = sides[k];
    move(s);
    evaluate_position(model_, x_, sides_[k]);
    std::fill(row_.begin(), row_.end(), 0.0);
    add_derivative_times(model_, sides_[k], state_.v, row_);
    for (std::size_t r = 0; r < row_.size(); ++r)
      rate_change_[r] += (s > 0 ? part : -part) * row_[r];
  }
  q_->lift(change.subspan(count, count), dv_, kHeld, &rate_change_);

  double power = 0;
  std::fill(force_change_.begin(), force_change_.end(), 0.0);
  std::fill(rate_change_.begin(), rate_change_.end(), 0.0);
  for (std::size_t i = 0; i < da_.size(); ++i) da_[i] = -state_.a[i];
  for (std::size_t k = 0; k < 2; ++k) {
    const double s = sides[k], weight = s > 0 ? part : -part;
    Evaluation& side = sides_[k];
    move(s);
    evaluate_acceleration(model_, x_, v_, side);
    inertia_there_.evaluate(model_, x_, v_, side);
    evaluate_loads(model_, phase_, state_.t, x_, v_, state_.z, side, inertia_there_, loads_);
    force_ = loads_.g;
    inertia_there_.add_mass_times(da_, force_);
    subtract_transposed_times(model_, side, stress_, force_);
    for (std::size_t i = 0; i < force_.size(); ++i) force_change_[i] += weight * force_[i];
    row_ = side.D2e_vv;
    add_derivative_times(model_, side, state_.a, row_);
    for (std::size_t r = 0; r < row_.size(); ++r) rate_change_[r] += weight * row_[r];
    power +=
        weight * TotalsObserver::power(model_, phase_, loads_, loads_.S, {}, v_, side.e, loads_.ed);
  }
  powers.back() = power + (lines_ ? find_driving_powers(driven, powers) : 0);
  q_->lift(zero_, da_, kHeld, &rate_change_);
  for (double& a : da_) a = -a;
  inertia_->add_mass_times(da_, force_change_);
  q_->reduce(force_change_, forces, kHeld);
}

// From the changes of forces, and of rates of deformations, while accelerations stay.
double ForceChange::find_driving_powers(const std::vector<int>& driven, Vector powers) {
  const Kinematics& held = q_->held();
  edd_ = held.evaluation().D2e_vv;
  for (std::size_t r = 0; r < edd_.size(); ++r) edd_[r] -= rate_change_[r];
  std::fill(da_.begin(), da_.end(), 0.0);
  stress_change_.assign(edd_.size(), 0.0);
  lines_->solve(held.evaluation(), *inertia_, held.jacobian().block(), force_change_, edd_, da_,
                stress_change_);
  double power = 0;
  for (std::size_t r = 0; r < edd_.size(); ++r) {
    if (phase_.e_class[r] == Class::prescribed) power -= stress_change_[r] * state_.ed[r];
    stress_change_[r] = -stress_change_[r];
  }
  // The changes of the reactions, which are 0 on free coordinates.
  for (std::size_t i = 0; i < force_.size(); ++i) force_[i] = -force_change_[i];
  inertia_->add_mass_times(da_, force_);
  subtract_transposed_times(model_, held.evaluation(), stress_change_, force_);
  for (std::size_t i = 0; i < force_.size(); ++i)
    if (phase_.x_class[i] == Class::prescribed) power += force_[i] * state_.v[i];
  for (std::size_t k = 0; k < driven.size(); ++k)
    powers[k] = force_[driven[k]] * state_.v[driven[k]];
  return power;
}

}  // namespace mbs
