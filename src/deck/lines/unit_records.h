// UNITS lines, and numbers with a unit behind them.
#pragma once

#include "base/diagnostics.h"
#include "deck/lines/record.h"
#include "text/number.h"

namespace mbs {

class Parameters;
struct UnitSystem;

// Reads a UNITS line: the units of its file. `first`: no line stands above it. `of_deck`: the line
// is in the deck itself, and `parameters` gets its units. Null after an error.
std::shared_ptr<const RecordUnits> read_units_line(const Record& record, bool first, bool of_deck,
                                                   Parameters& parameters,
                                                   Diagnostics& diagnostics);

// Expressions are in the units of the deck. In a file with other units this would mislead, so an
// expression there is an error.
void refuse_foreign(const Record& record, Diagnostics& diagnostics);

// Turns "5mm" into a coherent number; `malformed`: no number with a unit.
NumberStatus take_number_with_unit(Token& token, const UnitSystem& units);

}  // namespace mbs
