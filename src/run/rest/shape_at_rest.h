// What stands still in STATIC and EIGEN while something is driven on.
#pragma once

#include "base/options.h"
#include "model/built.h"
#include "plan/plan.h"
#include "solve/forces/dynamics.h"

namespace mbs {

// The degrees of freedom of an equilibrium stand still, so that the forces of inertia beside a
// driven motion depend on which they are: nodes of a blade that stand still in space do not turn
// with the hub, and feel no centrifugal force. Where the deck names none and something moves as
// prescribed in STATIC or EIGEN, the mechanism gets those of its shape: free deformations with
// laws, then angles of joints, then coordinates. So it does where a clamp of beams is prescribed
// far from its drawing: the assembly takes their shape there. It is left as it was where the deck
// gives start velocities, or where it cannot be assembled with them.
void let_shape_stand_still(const Plan& plan, const Options& options, Built& built);

// Warns of coordinates that the program has chosen and that stand still in space, where a mechanism
// that turns with what is driven would have them turn, too. False where there is nothing to say.
// The dynamics are those of the state, an equilibrium.
bool warn_of_places(const Plan& plan, const Built& built, const Dynamics& dynamics,
                    const State& state, Diagnostics& diagnostics);

}  // namespace mbs
