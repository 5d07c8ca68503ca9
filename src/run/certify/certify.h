// --certify: the report of the deck's own tolerances, then reruns at tighter ones and a certificate
// of how many of its digits they confirm (docs/certify.md).
#pragma once

#include "run/frame/run.h"

namespace mbs {

// settings.certify is set. Status check_failed when a channel has fewer digits than asked for.
Outcome run_certified(const Plan& plan, const Built& built, const RunSettings& settings,
                      const Outputs& outputs, Diagnostics& diagnostics);

}  // namespace mbs
