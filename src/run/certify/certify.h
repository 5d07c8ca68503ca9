// --certify: the report at the deck's own tolerances, then reruns at tighter tolerances, and a
// certificate of the number of digits that the reruns confirm (docs/certify.md).
#pragma once

#include "run/frame/run.h"

namespace mbs {

// settings.certify is set. Status check_failed when a channel has fewer digits than asked for.
Outcome run_certified(const Plan& plan, const Built& built, const RunSettings& settings,
                      const Outputs& outputs, Diagnostics& diagnostics);

}  // namespace mbs
