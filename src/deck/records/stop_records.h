// STOPS: the two ends of the way of a deformation. Each is a FORMULA, the gap to the end, with a
// CONTACT.
//   [MIN a] [MAX b] and a contact model
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "deck/lines/dialects.h"
#include "deck/lines/record_reader.h"
#include "deck/tables/rows.h"
#include "plan/contacts.h"

namespace mbs {

// The deformation that stops, as the deck names it.
struct StopPlace {
  int element = 0, component = 0;
  bool is_held = false;   // it may not move
  std::string_view mend;  // if it may not
  std::string label;      // of the record
  SourceLocation at, where;
};

// Reads the fields behind the deformation: the elements of the gaps, which have no numbers yet, and
// the law of their contacts. False after an error.
bool read_stops(RecordReader& in, const Tables& tables, ElementSpecs specs, const StopPlace& place,
                std::vector<ElementRow>& gaps, ContactRow& contact);

}  // namespace mbs
