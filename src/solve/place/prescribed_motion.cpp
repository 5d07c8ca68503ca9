#include "solve/place/prescribed_motion.h"

#include <cmath>

#include "laws/prescribed_turn.h"

namespace mbs {

PrescribedMotion::PrescribedMotion(const Model& model, const Phase& phase,
                                   const Partition& partition)
    : model_(model),
      phase_(phase),
      e_freedoms_(partition.e_freedoms),
      hints_(model.motions.size() + phase.motions.size(), 0),
      slots_(phase.parameters.size()),
      e_(phase.e_fixed),
      ed_(model.ne),
      edd_(model.ne) {
  for (int i = 0; i < model.nx; ++i)
    if (phase.x_class[i] == Class::prescribed && !model.is_orientation(i))
      coordinates_.push_back(i);
  for (std::size_t k = 0; k < model.orientations.size(); ++k)
    if (phase.x_class[model.orientations[k].first] == Class::prescribed)
      turns_.push_back(static_cast<int>(k));
  for (int r = 0; r < model.ne; ++r)
    if (phase.e_class[r] == Class::prescribed) deformations_.push_back(r);
}

bool PrescribedMotion::evaluate(int motion, double t, double out[3]) {
  const Motion& moves = motion_of(model_, phase_, motion);
  moves.evaluate(t, out, hints_[motion], slots_);
  if (!moves.is_expression()) return true;
  if (std::isfinite(out[0]) && std::isfinite(out[1]) && std::isfinite(out[2])) return true;
  if (!fault_ || t < fault_->t) fault_ = MotionFault{motion, t, moves.missing_value(t, slots_)};
  return false;
}

void PrescribedMotion::lead_from(double drawn, double motion[3]) const {
  const double part = phase_.lead->part;
  if (part == 1) return;
  motion[0] = drawn + part * (motion[0] - drawn);
  motion[1] = motion[2] = 0;
}

bool PrescribedMotion::prescribe(State& state) {
  double m[3];
  bool finite = true;
  slots_.slots.set_parameters(phase_.parameters);
  for (int i : coordinates_) {
    finite &= evaluate(phase_.x_motion[i], state.t, m);
    if (phase_.lead) lead_from(phase_.lead->x[i], m);
    state.x[i] = m[0];
    state.v[i] = m[1];
    state.a[i] = m[2];
  }
  for (int k : turns_) finite &= prescribe_turn(k, state);
  for (int r : deformations_) {
    finite &= evaluate(phase_.e_motion[r], state.t, m);
    if (phase_.lead) lead_from(phase_.lead->e[r], m);
    e_[r] = m[0];
    ed_[r] = m[1];
    edd_[r] = m[2];
  }
  return finite;
}

// The sign of the quaternion is that of the position before.
bool PrescribedMotion::prescribe_turn(int orientation, State& state) {
  const Orientation& of = model_.orientations[orientation];
  const PrescribedTurn& turn = model_.turns[orientation];
  double given[4][3] = {};
  bool finite = true;
  for (int c = 0; c < 3; ++c) finite &= evaluate(phase_.x_motion[of.first + c], state.t, given[c]);
  if (turn.scalar >= 0) finite &= evaluate(turn.scalar, state.t, given[3]);
  if (!finite) return false;
  TurnMotion to = turn_as_prescribed(turn, given);
  const std::array<double, 4> before = of.quaternion(state.x.data());
  double same = 0;
  for (std::size_t c = 0; c < 4; ++c) same += before[c] * to.q[c];
  if (same < 0)
    for (double& number : to.q) number = -number;
  of.type->normalise(to.q);
  of.set_quaternion(to.q, state.x.data());
  for (int c = 0; c < 3; ++c) {
    state.v[of.first + c] = to.w[c];
    state.a[of.first + c] = to.wd[c];
  }
  return true;
}

void PrescribedMotion::keep_freedoms(ConstVector values, ConstVector rates) {
  for (std::size_t k = 0; k < values.size(); ++k) keep(e_freedoms_[k], values[k], rates[k]);
}

void PrescribedMotion::keep_freedoms_of(ConstVector e, ConstVector ed) {
  for (int r : e_freedoms_) keep(r, e[r], ed[r]);
}

void PrescribedMotion::shift_freedoms(double s) {
  for (int r : e_freedoms_) e_[r] += s * ed_[r];
}

void PrescribedMotion::set_initial_deformations() {
  for (const InitialDeformation& start : model_.initial_deformations) {
    e_[start.deformation] = start.value;
    ed_[start.deformation] = start.rate;
  }
}

void PrescribedMotion::aim_before(const std::vector<double>& e, const std::vector<double>& change,
                                  double part) {
  for (std::size_t r = 0; r < e.size(); ++r) e_[r] = e[r] - part * change[r];
}

std::vector<int> PrescribedMotion::moved_deformations() const {
  std::vector<int> out = deformations_;
  for (const InitialDeformation& start : model_.initial_deformations)
    out.push_back(start.deformation);
  return out;
}

}  // namespace mbs
