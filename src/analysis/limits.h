// What a run may take, as the deck (LIMIT) and the command line say: the smaller of the two counts.
#pragma once

#include "base/interrupt.h"
#include "deck/tables.h"

namespace mbs {

struct RunSettings;

Interrupt time_limit(const LimitRow& row, const RunSettings& settings);
// 0: none.
long long step_limit(const LimitRow& row, const RunSettings& settings);
long long event_limit(const LimitRow& row, const RunSettings& settings);

}  // namespace mbs
