// EIGEN at kinks. The force-velocity curve of a fibre has one slope for lengthening and another for
// shortening, and an activation rises faster than it falls, so a muscle that stands still is at a
// kink. Laws of the deck have kinks where max, min and abs change over. A linearised mechanism has
// the slopes of one side of a kink.
#pragma once

#include <functional>
#include <string>

#include "observe/modes.h"

namespace mbs {

// The modes about a state with the slopes of laws of one side, as of move_aside().
using FindModes = std::function<Modes(const State& state, double side)>;

// Lines of the audit: the modes of both sides, and the side of the modes `shown`; empty if both
// sides have the same modes. state: placed and accelerated.
std::string describe_kinks(const Model& model, const Phase& phase, const Dynamics& dynamics,
                           const State& state, const Modes& shown, const FindModes& find);

// Whether a law of the deck has another slope a little to one side of the state.
bool any_law_at_kink(const Model& model, const Phase& phase, const State& state);

}  // namespace mbs
