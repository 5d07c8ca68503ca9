// What a deck asks to be observed, the same in every dialect: NAME (deck/records/name_records.h),
// OUT, MEASURE (deck/records/measure_records.h), REPORT, SUMMARY and SWEEP
// (deck/records/sweep_records.h).
#pragma once

#include <string>
#include <string_view>

#include "base/diagnostics.h"
#include "deck/lines/record.h"

namespace mbs {

struct LexedDeck;
struct Tables;

// All such lines -> tables. The tables have their parameters and times; channels are looked up when
// the run knows them.
void read_observations(const LexedDeck& deck, Tables& tables, Diagnostics& diagnostics);

// The lines again, parameters resolved, but for SWEEP, whose parameters are resolved then. Empty
// where there are none.
std::string write_observations(const Tables& tables);

// Why a name cannot be given to something observed: it is one of the language, a parameter, or
// given already. Empty if it can.
std::string name_problem(std::string_view name, const Tables& tables, bool of_measure = false);

// "name = ..." of a record whose text is one token: the name, and where in the text the rest
// begins. False after an error; `expected` says what the record looks like.
bool read_named(const Record& record, std::string_view keyword, const std::string& expected,
                const Tables& tables, Diagnostics& diagnostics, std::string& name,
                std::size_t& rest);

}  // namespace mbs
