// Lines of the report's head about the curves through tables.
#pragma once

#include <string>

#include "deck/tables/rows.h"
#include "linalg/spline.h"
#include "text/units.h"

namespace mbs {

struct Tables;

// "cross-validated spline: lambda 2.1e-06, 22.7 parameters, rms 2.8e-04, cut-off 5.3 Hz"
std::string describe_curve(const SplineFit& fit, const CurveChoice& choice,
                           const UnitSystem& units);

// A line for each curve that does not go through the rows of its table: columns of measured forces,
// of places of net joints and of known variables. Motions are described with their coordinates.
std::string describe_smoothed_loads(const Tables& tables, const UnitSystem& units);

}  // namespace mbs
