// Limits of time, steps and events. If the deck (LIMIT) and the command line both give a limit, the
// smaller limit counts.
#pragma once

#include "base/diagnostics.h"
#include "base/interrupt.h"

namespace mbs {

struct LimitRow;
struct RunSettings;

// Sets the hard stop as well (base/hard_stop.h).
Interrupt time_limit(const LimitRow& row, const RunSettings& settings);
// 0: none.
long long step_limit(const LimitRow& row, const RunSettings& settings);
long long event_limit(const LimitRow& row, const RunSettings& settings);

// The errors of runs that a limit or a signal ends.
void report_interrupt(const Interrupt& interrupt, double t, Diagnostics& diagnostics);
void report_step_limit(long long limit, double t, Diagnostics& diagnostics);

}  // namespace mbs
