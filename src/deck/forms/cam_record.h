// The follower and the curve of a CAM, which are written the same way in every dialect behind the
// two bodies:
//   POINT xi eta | ROLLER xi eta r | FLAT xi eta tx ty              on the first body
//   the curve of the second body (curve_record.h)
//   [; ALONG dx dy | ; ABOUT xi eta]                                reference of the pressure angle
#pragma once

#include <string>

#include "deck/lines/dialects.h"
#include "deck/lines/record_reader.h"
#include "deck/tables/rows.h"

namespace mbs {

class Parameters;

inline constexpr std::string_view kCamFields =
    "POINT xi eta, ROLLER xi eta r or FLAT xi eta tx ty, then RADIUS = ... or X = ... ; Y = ...";

// Reads the fields behind the two bodies into the row.
void take_cam(RecordReader& in, ElementRow& row);
// Gives the follower of a CAM a slip along the cam, its second deformation; an SPLANE two slips
// along its plane.
void let_rub(ElementRow& gap, ElementSpecs specs);
// The same fields as text, with a blank before them.
std::string write_cam(const ElementRow& row, const Parameters& parameters);

}  // namespace mbs
