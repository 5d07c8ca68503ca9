// What stands in the way of a mechanism that cannot be assembled: the joint or driver without which
// it closes, and by how much this joint or driver misses.
#pragma once

#include <string>

#include "base/options.h"
#include "base/source_location.h"
#include "model/built.h"
#include "model/state.h"

namespace mbs {

struct Plan;

struct Suspicion {
  std::string label;  // "DRIVER 1"; empty: nothing is suspected
  SourceLocation where;
  std::string text;  // "it closes without DRIVER 1 (line 11), which may begin at 38deg"
  std::string expected;
};

// Assembles the mechanism again without each driver and joint in turn, and with moved estimates of
// each line: at most 200 trials in 2 s. The suspect without which the estimates fit best comes
// first, then the suspect with the smallest gap. If this gap can be closed, too, the estimates are
// to blame. `state`: the estimates.
Suspicion find_suspects(const Plan& plan, const Built& built, const Options& options,
                        const State& state);

}  // namespace mbs
