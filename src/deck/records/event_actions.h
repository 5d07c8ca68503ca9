// One action of an EVENT: STOP, FIX, RELEASE, FORWARD, DYNAMIC, CALCULABLE, PRESCRIBE,
// IMPACT or SET.
//
//     FIX|RELEASE|DYNAMIC|CALCULABLE target components
//     PRESCRIBE target component [velocity [acceleration]]
//     IMPACT target component [FLOOR|CEILING] [STICK target component] ... [ENERGETIC] [BOUNCES n]
//            e = expression
//     SET parameter = expression     (or the name of a state)
#pragma once

#include "deck/records/event_records.h"

namespace mbs {

struct ActionContext {
  const Parameters& parameters;
  Diagnostics& diagnostics;
  const TakeTargets& take_targets;
  std::string_view label;  // of the event
};

// `record` has only the words of the action. False after an error.
bool read_action(const Record& record, const ActionContext& context, ActionRow& row);

// The action as text for read_action(); several actions joined by "; " if the targets have several
// owners.
std::string write_action(const ActionRow& row, const Parameters& parameters,
                         const DescribeTarget& describe);

}  // namespace mbs
