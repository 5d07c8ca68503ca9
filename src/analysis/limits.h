// What a run may take, as the deck (LIMIT) and the command line say: the smaller of the two counts.
#pragma once

#include "base/diagnostics.h"
#include "base/interrupt.h"
#include "plan/plan.h"

namespace mbs {

struct RunSettings;

// Sets the hard stop as well (base/hard_stop.h).
Interrupt time_limit(const LimitRow& row, const RunSettings& settings);
// 0: none.
long long step_limit(const LimitRow& row, const RunSettings& settings);
long long event_limit(const LimitRow& row, const RunSettings& settings);

// The errors of runs that end early.
void report_interrupt(const Interrupt& interrupt, double t, Diagnostics& diagnostics);
void report_step_limit(long long limit, double t, Diagnostics& diagnostics);

}  // namespace mbs
