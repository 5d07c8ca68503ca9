// "At the start" is the assembled start: a deformation that counts from the start
// (ElementType::from_start) takes its reference where the mechanism is assembled without its
// element, not at the estimates of the deck.
//
// Driven coordinates have their values of the first time, and all constraints are closed; angles
// keep their estimates before positions do. All references are taken there at once, so that they do
// not depend on any order. A driven deformation (a winch) counts from that position, too.
#pragma once

#include <string>

#include "base/diagnostics.h"
#include "base/options.h"
#include "model/built.h"

namespace mbs {

struct Tables;

// Replaces the references of `built`, which was built at the estimates, where the assembled start
// differs from them by more than rounding. Returns the head lines about these references,
// and, if there are diagnostics, warns of rods that are not as long as the X lines have them.
std::string take_references_at_start(const Tables& tables, const Options& options, Built& built,
                                     Diagnostics* diagnostics = nullptr);

// Warns of a torsional spring that starts more than half a turn from its rest because the angles of
// its bodies differ by more than half a turn.
void warn_of_wound_springs(const Tables& tables, const Built& built, Diagnostics& diagnostics);

}  // namespace mbs
