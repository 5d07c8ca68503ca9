// The errors of a run with fixed steps: no tolerance explains them, so a run with half the step
// does.
#pragma once

#include <optional>

#include "run/frame/run.h"

namespace mbs {

// The figures of the same run with step h / 2. Empty where this run is a rerun itself, where it
// would take long (work: steps times coordinates) unless settings are strict, or where it failed.
std::optional<Evidence> half_step_evidence(const Plan& plan, const Built& built,
                                           const RunSettings& settings, double h, double work);

}  // namespace mbs
