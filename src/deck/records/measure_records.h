// MEASURE lines, the same in every dialect: what a run is asked for in one number
// (plan/observations.h has the forms).
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

// One line; names, parameters and times of the tables are known, channels are not. False after an
// error.
bool read_measure(const Record& record, const Tables& tables, Diagnostics& diagnostics,
                  MeasureRow& row);
// The line again, parameters resolved.
std::string write_measure(const MeasureRow& row, const Parameters& parameters);

// Words that mean something here, and are no names therefore.
bool is_measure_word(std::string_view word);
// Of these the ones that a measure may have for its name: the grammar tells which is meant.
bool is_measure_word_and_name(std::string_view word);

// "MAX", "AVG"; empty for what is no reduction over time.
std::string_view reduction_word(Reduction reduction);

}  // namespace mbs
