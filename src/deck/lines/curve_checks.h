// A curve through a table that is not what its rows look like.
#pragma once

#include <string>
#include <vector>

#include "base/diagnostics.h"
#include "linalg/spline.h"

namespace mbs {

// Warns of a curve that leaves the range of its rows t, y by more than a tenth of it, and of a
// smoothing that moves a row by more than that.
void warn_of_curve(const Spline& curve, const std::vector<double>& t, const std::vector<double>& y,
                   SourceLocation where, const std::string& record, Diagnostics& diagnostics);

}  // namespace mbs
