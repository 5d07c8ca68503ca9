// EIGEN where muscles stand still: the force-velocity curve of a fibre has another slope for
// lengthening than for shortening, and an activation rises faster than it falls. Laws of the deck
// have kinks where max, min and abs change over. A linearised mechanism has one side of such a
// kink.
#pragma once

#include <string>

#include "observe/modes.h"

namespace mbs {

// Lines of the audit: the modes of either side, and which of them are those shown; empty where both
// sides have the same. At the state, which is placed and accelerated.
std::string describe_kinks(const Model& model, const Phase& phase, Dynamics& dynamics,
                           const Placed& at, const State& state, const Modes& shown);

}  // namespace mbs
