// What of a mechanism follows the time by itself.
#pragma once

#include <algorithm>
#include <cstddef>
#include <vector>

#include "base/classes.h"
#include "model/model.h"
#include "model/phase.h"

namespace mbs {

// Whether a force, a formula or a law reads the time.
inline bool forces_read_time(const Model& model) {
  const ForceLaws& laws = model.forces;
  bool read_time = false;
  for (std::size_t k = 0; k < laws.inputs.count(); ++k)
    read_time |= laws.inputs[static_cast<int>(k)].kind == InputKind::time;
  return read_time || !laws.known_tables.empty() || !laws.measured_forces.empty() ||
         !laws.space_loads.empty() || !model.formulas_of_time.empty() || model.clock >= 0;
}

// Whether is(motion) holds for a motion that is prescribed.
template <class Is>
bool any_prescribed(const Model& model, const Phase& phase, Is is) {
  const auto any = [&](const std::vector<Class>& classes, const std::vector<int>& motions) {
    for (std::size_t k = 0; k < classes.size(); ++k)
      if (classes[k] == Class::prescribed && is(motion_of(model, phase, motions[k]))) return true;
    return false;
  };
  return any(phase.x_class, phase.x_motion) || any(phase.e_class, phase.e_motion);
}

// Whether a motion is prescribed.
inline bool moves(const Phase& phase) {
  const auto any = [](const std::vector<Class>& classes) {
    return std::find(classes.begin(), classes.end(), Class::prescribed) != classes.end();
  };
  return any(phase.x_class) || any(phase.e_class);
}

// Whether accelerations follow from positions, velocities and states alone: no motion is prescribed
// and nothing reads the time. Muscles count as what reads it.
inline bool is_autonomous(const Model& model, const Phase& phase) {
  return !forces_read_time(model) && model.forces.muscles.empty() && !model.choice && !moves(phase);
}

}  // namespace mbs
