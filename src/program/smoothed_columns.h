// The columns of tables through which a deck draws smooth curves, for pictures of raw against
// smoothed data.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "base/unit.h"
#include "laws/motion.h"
#include "text/time_table.h"

namespace mbs {

struct Tables;

struct SmoothedColumn {
  std::string name;  // the channel that the curve prescribes, "body2.phi"; else "force1.fx"
  Unit unit;
  std::vector<double> t, y;  // the rows that were measured
  Motion curve;
};
std::vector<SmoothedColumn> smoothed_columns(const Tables& tables);

// What a low-pass filter takes away from a column, over its cut-off (Winter 2009, section 2.4.4.3).
struct ResidualAnalysis {
  std::vector<double> cutoff, rms;
  // The line of least squares through the residuals from a tenth to a quarter of the rate, where
  // they are noise: its value at 0, the rms of the noise, and its slope.
  double noise = 0, slope = 0;
};
ResidualAnalysis residual_analysis(const SmoothedColumn& column);

}  // namespace mbs
