// Judges a run with fixed steps, which has no tolerance, by a second run with half the step.
#pragma once

#include <optional>

#include "run/frame/run.h"

namespace mbs {

// The figures of the same run with step h / 2. Empty if this run is a rerun itself, if the rerun
// would take long and settings are not strict, or if the rerun failed. work: steps times
// coordinates.
std::optional<Evidence> half_step_evidence(const Plan& plan, const Built& built,
                                           const RunSettings& settings, double h, double work);

}  // namespace mbs
