// The units of the fields of records: one table for all dialects. What it does not have, the reader
// of the record says (RecordReader::say_unit), since it depends on what stands before; a field of
// which neither knows is refused where numbers have to be converted.
#pragma once

#include <optional>
#include <string_view>

#include "base/unit.h"

namespace mbs {

// `keyword`: of the record, in upper case; empty in the head of KABIOS decks. A number at the end
// of the field's name ("time 3") does not count.
std::optional<Unit> unit_of_field(std::string_view keyword, std::string_view field);

// "time 3" -> "time"
std::string_view without_number(std::string_view field);

// "N m/rad" of a column -> its unit; "-" and "" are a number's.
Unit unit_of_column(std::string_view text);

// What acts along a coordinate or deformation: N along m, N m along rad. Not a moment but what is
// divided by an angle is counted per angle, so a moment is the same number in radians and degrees.
Unit effort_of_field(Unit along);

}  // namespace mbs
