// The places of a PATH, which are written the same way in every dialect but for how a body is
// named:
//   body xi eta                              a point fixed in a body
//   CIRCLE body xi eta r LEFT|RIGHT          a circle that the path goes round where it is in the
//   way PULLEY body xi eta r LEFT|RIGHT [TURNS n]    one that it never leaves
// LEFT: the circle lies to the left of the path, in the direction of the record.
#pragma once

#include <string>

#include "deck/forms/row_forms.h"
#include "deck/lines/record_reader.h"
#include "deck/tables/rows.h"

namespace mbs {

// Reads the places, to the end of the record, into the row.
void take_path(RecordReader& in, const TakeBody& body, ElementRow& row);

// The places as text with a blank before each; `body` writes the body of place k. columns:
// kPathColumns per place.
std::string write_path(const std::vector<double>& columns, const BodyText& body);

}  // namespace mbs
