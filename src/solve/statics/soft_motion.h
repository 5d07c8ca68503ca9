// The softest motion of an equilibrium: the one with the smallest stiffness, of either sign, in
// sizes of the mechanism and radians. At a limit point or a bifurcation it is the motion in which
// the mechanism gives way.
#pragma once

#include <vector>

#include "solve/statics/linearise.h"

namespace mbs {

// For each velocity the factor that makes a motion a number: 1 / size of the mechanism, or 1 of an
// angle.
std::vector<double> motion_weights(const Model& model);

// At a placed and balanced state, with the stresses of the dynamics; loads count load_factor
// times. Scaled so that its largest number in these weights is 1; empty where nothing moves.
std::vector<double> softest_motion(const Model& model, const Phase& phase, Dynamics& dynamics,
                                   const Placed& at, const State& state, double load_factor);

}  // namespace mbs
