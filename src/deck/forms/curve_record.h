// A curve of a body as it is written in every dialect,
//   RADIUS = expression of u [; FROM u TO u]                        polar, all round without FROM
//   X = expression of u ; Y = expression of u ; FROM u TO u
// and the two curves of CURVES behind the two bodies: a curve ; ON a curve.
#pragma once

#include <string>

#include "deck/lines/record_reader.h"
#include "deck/tables/rows.h"

namespace mbs {

class Parameters;

inline constexpr std::string_view kCurvesFields =
    "RADIUS = ... or X = ... ; Y = ... ; FROM u TO u, then ; ON and a curve of the other body";

void take_curve(RecordReader& in, CurveRow& curve);
// The curve as text, with a blank before it.
std::string write_curve(const CurveRow& curve, const Parameters& parameters);
// Whether the expressions of the curves of the row read only u and parameters. False after an
// error.
bool check_curves(const ElementRow& row, const Parameters& parameters, Diagnostics& diagnostics);

// Reads the fields behind the two bodies into the row.
void take_curves(RecordReader& in, ElementRow& row);
std::string write_curves(const ElementRow& row, const Parameters& parameters);

}  // namespace mbs
