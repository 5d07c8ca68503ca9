// CONTACT ... CLOSED: a start in touch. The gap is an equation of the assembly.
#pragma once

#include "run/frame/run.h"
#include "solve/forces/dynamics.h"

namespace mbs {

// Whether a contact of the plan is CLOSED.
bool starts_closed(const Plan& plan);

// Moves an assembled state so that the gaps of the CLOSED contacts become zero. Only coordinates
// move that no line of the deck holds and no DYNX names, and they move as little as possible.
// False, with an error, where a gap cannot become zero, or a coordinate moves farther than the
// contact allows.
bool close_contacts(const Plan& plan, const Built& built, const Kinematics& at, State& state,
                    Diagnostics& diagnostics);

}  // namespace mbs
