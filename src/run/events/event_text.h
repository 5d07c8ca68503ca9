// The record of an event of the deck: what its actions have changed, as data and as text.
#pragma once

#include "model/model.h"
#include "model/state.h"
#include "plan/events.h"
#include "run/frame/change.h"

namespace mbs {

// Completes change.event. value: of the event's expression; degrees: degrees of freedom after the
// event. Numbers within rounding become zero.
void complete_record(const EventRow& row, const Model& model, const State& before,
                     const State& after, double value, int degrees, Change& change);

}  // namespace mbs
