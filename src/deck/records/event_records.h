// EVENT name WHEN expression [RISING|FALLING] DO action [; action ...]. Only the words that name a
// coordinate or a deformation depend on the dialect.
//
// The expression reads channels of the report (the names in the first row of the CSV), t and
// parameters. The event happens when the expression passes through zero; `a > b` when it becomes
// true (deck/lines/event_condition.h). Actions: deck/records/event_actions.h.
#pragma once

#include <functional>

#include "deck/lines/record_reader.h"
#include "deck/tables/rows.h"
#include "plan/events.h"

namespace mbs {

class Parameters;

// all: all components that follow, or all of the owner if none follows. one_and_numbers: one
// component, then up to two numbers that do not belong to its name (PRESCRIBE).
enum class TargetCount { one, one_and_numbers, all };
// Takes the words that name coordinates or deformations; errors go to the reader.
using TakeTargets = std::function<void(RecordReader&, TargetCount, std::vector<EventTarget>&)>;
// The words that name a target, as TakeTargets reads them.
using DescribeTarget = std::function<std::string(const EventTarget&, TargetCount)>;

inline constexpr std::string_view kEventFields =
    "name WHEN expression [RISING|FALLING] DO action; ...";

// `record` is EVENT and its text from the lexer; `in` stands behind the keyword. False after an
// error.
bool read_event(RecordReader& in, const Record& record, const Parameters& parameters,
                Diagnostics& diagnostics, const TakeTargets& take_targets, EventRow& row);

// Behind words that already name one target ("PHI 2"): whether the next number is an index of the
// target, which `is_index` must allow. After PRESCRIBE the number may be the velocity. It is the
// index if velocity and acceleration follow. Otherwise ${...} is the velocity, with a warning, and
// a plain number is an error that shows how to write both. `mend`: how to write the index.
bool takes_index(RecordReader& in, TargetCount count, const std::function<bool(double)>& is_index,
                 std::string_view target, std::string_view mend);

// "EVENT name WHEN ... DO ...\n" with parameters resolved, except those that a SET changes.
std::string write_event(const EventRow& row, const Parameters& parameters,
                        const DescribeTarget& describe);

}  // namespace mbs
