// The Butterworth filter of second order, run forwards and backwards, so that nothing is late: what
// movement science smooths measured motion with (Winter 2009, section 2.4.4).
#pragma once

#include "base/views.h"

namespace mbs {

// Both passes together let 1/sqrt 2 of a wave of the cut-off pass, as one pass does of
// cut-off/0.802.
inline constexpr double kCutoffOfBoth = 0.802;

// A cut-off, as a part of the rate of the rows, must be below this: the filter of one pass ends at
// half that rate.
inline constexpr double kHighestCutoff = kCutoffOfBoth / 2;

// The distance at which rows are taken that are not even, and are to be filtered: the usual one
// (the median), but no more than the mean and no less than a quarter of it. Of even rows, theirs.
double spacing_to_filter(ConstVector t);

// Filters y in place; cutoff: that of both passes, as a part of the rate of the rows. Before each
// end y is continued as if turned by half a turn about its last row (odd), over three periods of
// the cut-off and nine rows at least, as far as there are rows, and the filter begins at rest with
// the first of these values: `filtfilt` of other programs with this `padlen`.
void low_pass(Vector y, double cutoff);

// The part of one row that stays in it, far from the ends: times the number of rows, the effective
// number of parameters.
double kept_by_low_pass(double cutoff);

}  // namespace mbs
