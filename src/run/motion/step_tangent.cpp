#include "run/motion/step_tangent.h"

#include <algorithm>

namespace mbs {

namespace {

// With fewer unknowns differences are cheaper, or cost little.
constexpr int kManyUnknowns = 30;

}  // namespace

bool StepTangent::serves(const Model& model, const Phase& phase, const Unknowns& unknowns,
                         bool beside_states) {
  return unknowns.minimal() && unknowns.pairs() >= kManyUnknowns &&
         BorderedTangent::unknown_part(model, phase, beside_states).empty();
}

bool StepTangent::may_jump(const Model& model) {
  const ForceLaws& laws = model.forces;
  return !(laws.stress_laws.empty() && laws.load_laws.empty() && laws.force_laws.empty() &&
           laws.known_stresses.empty() && laws.known_loads.empty());
}

bool StepTangent::evaluate(const State& state, ConstVector S, const Inertia& inertia,
                           ConstVector excess) {
  const FreedomCoordinates& q = *unknowns_.springs();
  q.lift(excess, motion_);
  std::fill(force_.begin(), force_.end(), 0.0);
  inertia.add_mass_times(motion_, force_);
  std::copy(S.begin(), S.end(), stress_.begin());
  q.add_constraint_stresses(force_, stress_);
  evaluate_position(model_, state.x, at_);
  return tangent_.evaluate(state, stress_);
}

bool StepTangent::factor(double c, double d) { return tangent_.factor(-c, d); }

void StepTangent::solve(const Inertia& inertia, Vector rates, ConstVector w) {
  const FreedomCoordinates& q = *unknowns_.springs();
  std::fill(force_.begin(), force_.end(), 0.0);
  if (!w.empty() && tangent_.is_damped()) {
    q.lift(w, motion_);
    tangent_.damping_times(motion_, resisted_);
    for (std::size_t i = 0; i < force_.size(); ++i) force_[i] = resisted_[i];
  }
  q.lift(rates, motion_);
  inertia.add_mass_times(motion_, force_);
  q.reduce(force_, rates);
  q.spread(rates, at_, force_);
  tangent_.solve(force_, motion_);
  q.read(motion_, at_, rates);
}

}  // namespace mbs
