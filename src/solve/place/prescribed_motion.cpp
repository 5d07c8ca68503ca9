#include "solve/place/prescribed_motion.h"

#include <cmath>

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
    if (phase.x_class[i] == Class::prescribed) coordinates_.push_back(i);
  for (int r = 0; r < model.ne; ++r)
    if (phase.e_class[r] == Class::prescribed) deformations_.push_back(r);
}

bool PrescribedMotion::evaluate(int motion, double t, double out[3]) {
  const Motion& moves = motion_of(model_, phase_, motion);
  moves.evaluate(t, out, hints_[motion], slots_);
  if (!moves.is_expression()) return true;
  if (std::isfinite(out[0]) && std::isfinite(out[1]) && std::isfinite(out[2])) return true;
  if (!fault_ || t < fault_->t) fault_ = MotionFault{motion, t, moves.left_table(t, slots_)};
  return false;
}

bool PrescribedMotion::prescribe(State& state) {
  double m[3];
  bool finite = true;
  slots_.slots.set_parameters(phase_.parameters);
  for (int i : coordinates_) {
    finite &= evaluate(phase_.x_motion[i], state.t, m);
    state.x[i] = m[0];
    state.v[i] = m[1];
    state.a[i] = m[2];
  }
  for (int r : deformations_) {
    finite &= evaluate(phase_.e_motion[r], state.t, m);
    e_[r] = m[0];
    ed_[r] = m[1];
    edd_[r] = m[2];
  }
  return finite;
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

}  // namespace mbs
