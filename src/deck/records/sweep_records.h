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

#include <map>
#include <string>
#include <vector>

#include "base/diagnostics.h"
#include "deck/lines/record.h"

namespace mbs {

struct LexedDeck;
struct Tables;

// The texts of each SWEEP line of a text, by the name of the parameter as its row has it.
using SweepTexts = std::map<std::string, std::vector<std::string>>;

// Adds a row to tables.sweeps; its values are places in the list of `texts` where the parameter is
// a text. False after an error.
bool read_sweep(const Record& record, Tables& tables, SweepTexts& texts, Diagnostics& diagnostics);

// Call it after the last line: an error if a value depends on a parameter that is swept itself.
void check_sweeps(const LexedDeck& deck, const Tables& tables, Diagnostics& diagnostics);

}  // namespace mbs
