// The follower and the curve of a CAM, which are written the same way in every dialect behind the
// two bodies:
//   POINT xi eta | ROLLER xi eta r | FLAT xi eta tx ty              on the first body
//   RADIUS = expression of u [; FROM u TO u]                        polar, all round without FROM
//   X = expression of u ; Y = expression of u ; FROM u TO u         of the second body
//   [; ALONG dx dy | ; ABOUT xi eta]                                what the pressure angle is of
#pragma once

#include <string>

#include "deck/record_reader.h"
#include "deck/tables.h"

namespace mbs {

inline constexpr std::string_view kCamFields =
    "POINT xi eta, ROLLER xi eta r or FLAT xi eta tx ty, then RADIUS = ... or X = ... ; Y = ...";

// What follows the bodies into the row.
void take_cam(RecordReader& in, ElementRow& row);
// Whether its expressions are those of u. False after an error.
bool check_cam(const ElementRow& row, const Parameters& parameters, Diagnostics& diagnostics);
// With a blank before it.
std::string write_cam(const ElementRow& row, const Parameters& parameters);

}  // namespace mbs
