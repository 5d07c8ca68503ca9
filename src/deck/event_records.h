// EVENT name WHEN expression [RISING|FALLING] DO action [; action ...], the same in every dialect
// but for the words that name a coordinate or a deformation.
//
// The expression is of the channels of the report (the names in the first row of the CSV), t and
// parameters. The event happens where it passes through zero; `a > b` happens where it becomes
// true: a comparison turns into the difference a - b, && into min(), || into max(), so that the
// function whose zero is sought is as smooth as the channels are.
#pragma once

#include <functional>

#include "deck/record_reader.h"
#include "deck/tables.h"

namespace mbs {

// Takes what follows FIX or RELEASE; errors go to the reader.
using TakeTargets = std::function<void(RecordReader&, std::vector<EventTarget>&)>;

// `record` is EVENT and its text, as the lexer leaves it; `in` has the keyword behind it. False
// after an error.
bool read_event(RecordReader& in, const Record& record, const Parameters& parameters,
                Diagnostics& diagnostics, const TakeTargets& take_targets, EventRow& row);

// "EVENT name WHEN ... DO ..." with parameters resolved and "\n"; describe gives the words that
// take_targets reads.
std::string write_event(const EventRow& row, const Parameters& parameters,
                        const std::function<std::string(const EventTarget&)>& describe);

}  // namespace mbs
