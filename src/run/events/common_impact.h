// One impact of all that strikes at one instant: stops of events, contacts, and joints with
// friction (solve/impact/impact.h).
#pragma once

#include <vector>

#include "run/events/contact_set.h"
#include "solve/impact/impact.h"

namespace mbs {

// A contact or joint with friction that takes part.
struct Striker {
  int contact;
  double restitution;
  bool resting;  // it was closed already
};
using Strikers = std::vector<Striker>;

// The cause of an impact: stops of events (IMPACT: rigid contacts whose gap is any coordinate or
// deformation, and whose tangents stick or have no friction), contact k (-1: none), or a change of
// prescribed velocities. given: the impulses of that change without contacts and friction, which
// press joints, too; null: none.
struct Blow {
  ImpactProblem stops = {};
  int k = -1;
  const Impulses* given = nullptr;
};

// Gives `at` the velocities after the impact; its state is the one before, with the rates of its
// deformations. Normals of the outcome: stops first, then contacts. Status as of mbs::strike.
SolveStatus strike_together(ContactSet& set, const Blow& blow, const Strikers& strikers,
                            DynamicSite& at, ImpactOutcome& outcome);

// The impulse that limits friction: of a contact the normal impulse, of a joint its load.
double pressing_impulse(const Contact& contact, const Impulses& impulses);
// v += M^-1 J^T P in the free motion of the constraints, J^T the line of one deformation; P pushes
// towards its growth. Not ok where a motion carries no mass.
SolveStatus push_along(const DynamicSite& at, State& state, int deformation, double P);
// The rates of all deformations for the velocities v at the present position.
std::vector<double> deformation_rates(const DynamicSite& at, ConstVector v);
// The impulses of all constraints that take the velocities from those of `before` to those of `at`,
// when the impulses L act on gaps and slips.
SolveStatus share_among_constraints(const DynamicSite& at, const State& before,
                                    std::vector<double> L, Impulses& impulses);

}  // namespace mbs
