// The wheel and the outline of a contact, which are written the same way in every dialect:
//   SEGMENT xi eta r x y x y | POLYLINE xi eta r x y x y ... | POLYGON xi eta r x y x y x y ...
#pragma once

#include <string>

#include "base/row_columns.h"
#include "deck/lines/record_reader.h"

namespace mbs {

inline constexpr std::string_view kOutlineFields =
    "SEGMENT, POLYLINE or POLYGON, then xi eta r and x y of its vertices";

// Reads the fields of kOutlineFields up to the next word or the end.
void take_outline(RecordReader& in, std::vector<double>& columns, SourceLocation& vertices_at);
// The same with the names of a dialect for the place of the wheel.
void take_outline(RecordReader& in, std::string_view xi, std::string_view eta,
                  std::vector<double>& columns, SourceLocation& vertices_at);
bool is_outline_word(std::string_view word);
// The outline as text, with a blank before it.
std::string write_outline(const std::vector<double>& columns);

}  // namespace mbs
