// Records of observations, the same in every dialect: NAME (deck/records/name_records.h), OUT,
// MEASURE (deck/records/observation_records.h), MARK and STRIDE (deck/records/stride_records.h),
// REPORT, SUMMARY and SWEEP (deck/records/sweep_records.h).
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "base/diagnostics.h"
#include "deck/lines/record.h"
#include "deck/tables/rows.h"
#include "plan/observations.h"

namespace mbs {

class Parameters;
struct Tables;
struct LexedDeck;

// Reads all such lines into the tables, which must have parameters and times. The run looks up the
// channels later.
void read_observations(const LexedDeck& deck, Tables& tables, Diagnostics& diagnostics);

// The lines as text, parameters resolved, without SWEEP. Empty if there are none.
std::string write_observations(const Tables& tables);

// Why an observation cannot have this name: it belongs to the language, is a parameter, or is used
// already. Empty if it can.
std::string name_problem(std::string_view name, const Tables& tables, bool of_measure = false);

// A column of REPORT or STRIDE: "rocker.phi[deg]". Empty after an error.
std::optional<ReportRow::Column> report_column(std::string_view word, SourceLocation where,
                                               const std::string& label, Diagnostics& diagnostics);

// Reads "name = ..." of a record whose text is one token: the name and the offset of the rest.
// False after an error; `expected`: the form of the record.
bool read_named(const Record& record, std::string_view keyword, const std::string& expected,
                const Tables& tables, Diagnostics& diagnostics, std::string& name,
                std::size_t& rest);

// MEASURE lines, the same in every dialect: one number from a run (forms: plan/observations.h).
//
// The words FROM, TO, WHEN, RISING, FALLING, NTH, REQUIRED and TIME end an expression. A word of
// reduction before one expression is the reduction; MIN and MAX before two or more arguments in
// parentheses are the functions. ABS directly before "(" is the function, else it applies to the
// whole expression. Conditions are those of EVENT (deck/lines/event_condition.h).

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
