// UNITS lines, and numbers with a unit behind them.
#pragma once

#include "base/diagnostics.h"
#include "deck/lines/record.h"
#include "text/number.h"

namespace mbs {

class Parameters;

// The units of the file of a UNITS line. `first`: nothing that it is about stands above; `of_deck`:
// it is the deck's own, whose units the parameters get. Null after an error.
std::shared_ptr<const RecordUnits> read_units_line(const Record& record, bool first, bool of_deck,
                                                   Parameters& parameters,
                                                   Diagnostics& diagnostics);

// Expressions are in the units of the deck: in a file of others nobody would expect that, and it is
// an error.
void refuse_foreign(const Record& record, Diagnostics& diagnostics);

// "5mm" becomes a coherent number; `malformed`: it is none.
NumberStatus take_number_with_unit(Token& token, const UnitSystem& units);
// "60deg", which every number may be.
bool ends_in_degrees(std::string_view number);

}  // namespace mbs
