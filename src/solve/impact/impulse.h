// Velocities that jump while positions stay: the equations of motion read with impulses in the
// place of forces and jumps of velocity in the place of accelerations (Otten 2003 section 8),
//   M (v+ - v-) + De^T L = R,   De v+ = ed+   for fixed and prescribed deformations,
// with the same matrices as in solve/forces/dynamics.h.
#pragma once

#include <vector>

#include "solve/impact/free_motion.h"

namespace mbs {

struct Impulses {
  std::vector<double> L;      // ne: of the constraints, positive when it resists growth of e
  std::vector<double> R;      // nx: of supports, drives and stops on each coordinate
  double kinetic_before = 0;  // J
  double kinetic_after = 0;
  double driven = 0;  // J, work of the impulses on prescribed motions
  // Kinetic energy won without a drive, relative to the kinetic energies; more than rounding means
  // that the jump is wrong.
  double excess() const;
  // Adds impulses of the same instant that act later.
  void add(const Impulses& later);
};

// Replaces the velocities of the state, whose positions `dynamics` has just resumed from, by those
// nearest to them (in the metric of M) that the classes of the phase allow: a plastic impact where
// something has become fixed, no change where it has only been released. `singular` with a
// coordinate where a motion carries no mass.
SolveStatus project_velocities(const Model& model, const Phase& phase, Dynamics& dynamics,
                               State& state, Impulses& impulses);

// Sets the velocities to `after` and finds the impulses of the constraints and of held coordinates.
// On entry L and R hold the impulses that act on free deformations and free coordinates (sizes ne,
// nx; zero elsewhere); these stay.
void share_impulses(const Model& model, const Phase& phase, Dynamics& dynamics,
                    const FreeMotion& motion, const std::vector<double>& after, State& state,
                    Impulses& impulses);

}  // namespace mbs
