// Records of observations, the same in every dialect: NAME (deck/records/name_records.h), OUT,
// MEASURE (deck/records/measure_records.h), MARK and STRIDE (deck/records/stride_records.h),
// REPORT, SUMMARY and SWEEP (deck/records/sweep_records.h).
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "base/diagnostics.h"
#include "deck/lines/record.h"
#include "plan/observations.h"

namespace mbs {

struct LexedDeck;
struct Tables;

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

}  // namespace mbs
