// Warns of a curve that does not follow the rows of its table.
#pragma once

#include <string>
#include <vector>

#include "base/diagnostics.h"

namespace mbs {

class Spline;

// Warns if the curve leaves the range of y by more than a tenth of the range, or if smoothing moves
// a row by more than that.
void warn_of_curve(const Spline& curve, const std::vector<double>& t, const std::vector<double>& y,
                   SourceLocation where, const std::string& record, Diagnostics& diagnostics);

}  // namespace mbs
