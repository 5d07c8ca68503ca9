#include "solve/statics/muscles_in_range.h"

#include <algorithm>

#include "base/index.h"
#include "laws/muscle_balance.h"

namespace mbs {

void keep_muscles_in_range(const Model& model, ConstVector e, bool all, State& state) {
  constexpr double kLeastFibre = 0.05;  // below it a fibre stands still [LOPT]
  for (const Muscle& muscle : model.forces.muscles) {
    if (muscle.strain < 0 || !model.states[at(muscle.strain)].equilibrium) continue;
    double& strain = state.z[muscle.strain];
    const double length = muscle_path(muscle, {state.t, state.x, state.v, e, state.ed}).length;
    const double fibre = fibre_along(muscle, length, strain);
    const bool is_in_range = fibre >= kLeastFibre && fibre <= kLongFibre;
    if (is_in_range && !all) continue;
    const auto balanced = strain_in_balance(muscle, length, state.z[muscle.activation]);
    if (balanced)
      strain = *balanced;
    else if (!is_in_range)
      strain = strain_of(muscle, length, std::clamp(fibre, kShortFibre, kLongFibre));
  }
}

}  // namespace mbs
