// The units of the fields of records: one table for all dialects. A unit that depends on earlier
// fields is set by the reader of the record (RecordReader::say_unit). A field without a known unit
// is refused if numbers must be converted.
#pragma once

#include <cstddef>
#include <optional>
#include <string_view>

#include "base/unit.h"

namespace mbs {

struct RecordSpec;

// `keyword`: of the record, in upper case; empty in the head of KABIOS decks. A number at the end
// of `field` ("time 3") is ignored.
std::optional<Unit> unit_of_field(std::string_view keyword, std::string_view field);

// "time 3" -> "time"
std::string_view without_number(std::string_view field);

// The unit of a column text such as "N m/rad"; "-" and "" mean a plain number.
Unit unit_of_column(std::string_view text);

// Unit of the effort along a coordinate or deformation: N for m, N m for rad. A moment has no rad
// in its unit, so it is the same number in radians and degrees; only quantities per angle have one.
Unit effort_of_field(Unit along);

// Unit of a stiffness: an effort along `row` for a deformation of unit `column` to the power n. A
// damping has this unit times that of time.
Unit stiffness_unit(Unit row, Unit column, int n = 1);
// Unit of number k of ESTIFF or BUSHING: that of its column, or, where the column has none, a
// stress for a deformation. A matrix is told by its upper triangle, row by row.
Unit stiffness_unit(const RecordSpec& spec, std::size_t k, bool matrix);

}  // namespace mbs
