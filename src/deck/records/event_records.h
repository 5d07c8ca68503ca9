// EVENT name WHEN expression [RISING|FALLING] DO action [; action ...], the same in every dialect
// but for the words that name a coordinate or a deformation.
//
// The expression is of the channels of the report (the names in the first row of the CSV), t and
// parameters. The event happens where it passes through zero; `a > b` happens where it becomes
// true (deck/lines/event_condition.h). The actions are those of deck/records/event_actions.h.
#pragma once

#include <functional>

#include "deck/lines/record_reader.h"
#include "deck/tables/rows.h"
#include "plan/events.h"

namespace mbs {

class Parameters;

// all: every component that follows, or all that the owner has where none does; one_and_numbers:
// one, and then up to two numbers that are no words of it (PRESCRIBE).
enum class TargetCount { one, one_and_numbers, all };
// Takes the words that name coordinates or deformations; errors go to the reader.
using TakeTargets = std::function<void(RecordReader&, TargetCount, std::vector<EventTarget>&)>;
// The words it reads.
using DescribeTarget = std::function<std::string(const EventTarget&, TargetCount)>;

inline constexpr std::string_view kEventFields =
    "name WHEN expression [RISING|FALLING] DO action; ...";

// `record` is EVENT and its text, as the lexer leaves it; `in` has the keyword behind it. False
// after an error.
bool read_event(RecordReader& in, const Record& record, const Parameters& parameters,
                Diagnostics& diagnostics, const TakeTargets& take_targets, EventRow& row);

// Behind words that name one target already ("PHI 2"): whether the number that follows is one of
// its words too, as `is_index` allows. After PRESCRIBE it may as well be the velocity: it is the
// index where velocity and acceleration follow it, and an error that says how to write either where
// they do not; ${...} is the velocity then, with a warning. `mend`: how to say the index otherwise.
bool takes_index(RecordReader& in, TargetCount count, const std::function<bool(double)>& is_index,
                 std::string_view target, std::string_view mend);

// "EVENT name WHEN ... DO ..." with parameters resolved, but for those that a SET changes, and
// "\n".
std::string write_event(const EventRow& row, const Parameters& parameters,
                        const DescribeTarget& describe);

}  // namespace mbs
