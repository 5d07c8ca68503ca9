// Runs of decks with MARK and STRIDE lines. A mark may be read by any line of the deck that only
// observes, so a first run, which writes nothing, finds the marks; a second one makes the rows at
// the points of the strides; the run of the report then knows all of them.
#pragma once

#include <functional>

#include "base/diagnostics.h"
#include "run/frame/run.h"

namespace mbs {

struct Plan;

// A run of a plan: kinematic, dynamic or certified.
using Analysis =
    std::function<Outcome(const Plan&, const RunSettings&, const Outputs&, Diagnostics&)>;

// plain: the analysis for the runs that write nothing; whole: for the run of the report.
Outcome run_with_strides(const Plan& plan, const RunSettings& settings, const Outputs& outputs,
                         Diagnostics& diagnostics, const Analysis& plain, const Analysis& whole);

}  // namespace mbs
