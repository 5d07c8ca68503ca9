// MEASURE lines, the same in every dialect: one number from a run (forms: plan/observations.h).
//
// The words FROM, TO, WHEN, RISING, FALLING, NTH, REQUIRED and TIME end an expression. A word of
// reduction before one expression is the reduction; MIN and MAX before two or more arguments in
// parentheses are the functions. ABS directly before "(" is the function, else it applies to the
// whole expression. Conditions are those of EVENT (deck/lines/event_condition.h).
#pragma once

#include <string>
#include <string_view>

#include "base/diagnostics.h"
#include "deck/lines/record.h"
#include "deck/tables/rows.h"
#include "plan/observations.h"

namespace mbs {

class Parameters;
struct Tables;

// Reads one line. The tables must have names, parameters and times; channels are not known yet.
// False after an error.
bool read_measure(const Record& record, const Tables& tables, Diagnostics& diagnostics,
                  MeasureRow& row);
// The line as text, parameters resolved.
std::string write_measure(const MeasureRow& row, const Parameters& parameters);

// Whether the word has a meaning in MEASURE lines, so that it is no name.
bool is_measure_word(std::string_view word);
// Whether such a word may also be the name of a measure: the grammar decides.
bool is_measure_word_and_name(std::string_view word);

// "MAX", "AVG"; empty if it is no reduction over time.
std::string_view reduction_word(Reduction reduction);

}  // namespace mbs
