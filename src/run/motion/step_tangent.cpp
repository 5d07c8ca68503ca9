#include "run/motion/step_tangent.h"

#include <algorithm>

namespace mbs {

namespace {

// With fewer unknowns differences are cheaper, or cost little.
constexpr int kManyUnknowns = 30;

// Whether springs and constant loads are all that acts beside gravity: what depends on velocities
// has no part in the matrix.
bool has_springs_alone(const ForceLaws& laws) {
  return laws.damping.empty() && laws.muscles.empty() && laws.contacts.empty() &&
         laws.stress_laws.empty() && laws.load_laws.empty() && laws.force_laws.empty() &&
         laws.known_stresses.empty() && laws.known_loads.empty() && laws.known_tables.empty() &&
         laws.measured_forces.empty();
}

}  // namespace

bool StepTangent::serves(const Model& model, const Phase& phase, const Unknowns& unknowns) {
  return unknowns.minimal() && unknowns.pairs() >= kManyUnknowns &&
         has_springs_alone(model.forces) && BorderedTangent::unknown_part(model, phase).empty();
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

bool StepTangent::factor(double c) { return tangent_.factor(-c); }

void StepTangent::solve(const Inertia& inertia, Vector rates) {
  const FreedomCoordinates& q = *unknowns_.springs();
  q.lift(rates, motion_);
  std::fill(force_.begin(), force_.end(), 0.0);
  inertia.add_mass_times(motion_, force_);
  q.reduce(force_, rates);
  q.spread(rates, at_, force_);
  tangent_.solve(force_, motion_);
  q.read(motion_, at_, rates);
}

}  // namespace mbs
