// SWEEP lines, the same in every dialect: the values that a parameter takes in the runs of
// `mbsim sweep`.
//
//   SWEEP name FROM a TO b BY s
//   SWEEP name = a, b, c
//   SWEEP name = "a", "b"      of a text (PARAM name = "text")
//
// All values are expressions of parameters that no SWEEP line changes. Several lines give all
// combinations; the last line changes fastest.
#pragma once

#include "base/diagnostics.h"
#include "deck/lines/record.h"

namespace mbs {

struct LexedDeck;
struct Tables;

// Adds a row to tables.sweeps. False after an error.
bool read_sweep(const Record& record, Tables& tables, Diagnostics& diagnostics);

// Call it after the last line: an error if a value depends on a parameter that is swept itself.
void check_sweeps(const LexedDeck& deck, const Tables& tables, Diagnostics& diagnostics);

}  // namespace mbs
