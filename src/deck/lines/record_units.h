// The units of the numbers of a record.
#pragma once

#include "text/units.h"

namespace mbs {

// The units of the file of a record, and the coherent units of the deck.
struct RecordUnits {
  UnitSystem of_file, of_deck;
  // Factor from a number in the units of the file to coherent units.
  Ratio factor(Unit unit) const { return conversion(unit, of_file, of_deck); }
};

}  // namespace mbs
