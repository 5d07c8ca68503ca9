// The Butterworth filter of second order, run forwards and backwards, so that nothing is delayed.
// Movement science smooths measured motion with it (Winter 2009, section 2.4.4).
#pragma once

#include "base/views.h"

namespace mbs {

// Both passes together let 1/sqrt 2 of a wave at the cut-off pass; one pass does so at
// cut-off/0.802.
inline constexpr double kCutoffOfBoth = 0.802;

// The cut-off, as a part of the rate of the rows, must be below this: the filter of one pass ends
// at half the rate of the rows.
inline constexpr double kHighestCutoff = kCutoffOfBoth / 2;

// The distance at which rows that are not even are resampled for the filter: the median distance,
// but no more than the mean and no less than a quarter of the mean. For even rows their own
// distance.
double spacing_to_filter(ConstVector t);

// Filters y in place; cutoff: of both passes, as a part of the rate of the rows. Before each end y
// is continued as if turned by half a turn about its last row (odd), over three periods of the
// cut-off and at least nine rows, as far as there are rows. The filter begins at rest with the
// first of these values. `filtfilt` of other programs with this `padlen` does the same.
void low_pass(Vector y, double cutoff);

// The weight of a row in its own filtered value, far from the ends. This weight times the number of
// rows is the effective number of parameters.
double kept_by_low_pass(double cutoff);

// The cut-off, as a part of the rate of the rows, that residual analysis chooses for even rows
// (Winter 2009, section 2.4.4.3). The rms of what the filter takes away is a nearly straight line
// of the cut-off where that is only noise: here the line of least squares from 0.1 to 0.25 of the
// rate. At a cut-off of 0 the line has the rms of the noise. Chosen is the cut-off at which the
// filter takes away as much as that; 0.25 where the line shows no noise.
double cutoff_by_residuals(ConstVector y);
inline constexpr int kFewestForResiduals = 20;  // rows

}  // namespace mbs
