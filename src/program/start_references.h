// "At the start" is the assembled start: what counts from there (ElementType::from_start) takes its
// reference where the mechanism is assembled without it, not at the estimates of the deck.
//
// Driven coordinates stand at their values of the first time; what pins, slides and holds is
// closed, angles keeping their estimates before places do. There all references are taken at once,
// so that they depend on no order. A driven deformation (a winch) counts from that position, too.
#pragma once

#include <string>

#include "base/diagnostics.h"
#include "base/options.h"
#include "model/built.h"

namespace mbs {

struct Tables;

// Takes the references of a model that has been built at the estimates, where the assembled start
// differs from them by more than rounding. The lines that the head of a report has of that.
std::string take_references_at_start(const Tables& tables, const Options& options, Built& built);

// A torsional spring that starts more than half a turn from its rest because the angles of its
// bodies differ by more than half a turn: a warning.
void warn_of_wound_springs(const Tables& tables, const Built& built, Diagnostics& diagnostics);

}  // namespace mbs
