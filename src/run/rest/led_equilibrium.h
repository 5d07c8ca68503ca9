// Where what is prescribed stands far from its drawing, the start of STATIC may be no place from
// which the equilibrium can be found: one element would take all of the way. Then the equilibrium
// is followed from the drawing, while what is prescribed goes there in parts of the way.
#pragma once

#include <optional>

#include "model/built.h"
#include "solve/statics/equilibrium.h"

namespace mbs {

// Whether something beside beams is prescribed so many radians from its drawing that a start from
// there may have angles that are full turns off.
bool turns_far_beside_beams(const Built& built, double t);

// state: at the time of the equilibrium, which it becomes. Empty, with an unchanged state, where
// nothing is prescribed away from its drawing, or where the way is not found either.
std::optional<EquilibriumStatus> follow_from_drawing(const EquilibriumSettings& settings,
                                                     const Built& built, Dynamics& dynamics,
                                                     State& state);

}  // namespace mbs
