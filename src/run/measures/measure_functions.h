// The functions that the measures and the summary of a deck need, compiled against the channels of
// a run.
#pragma once

#include <cstddef>
#include <vector>

#include "base/diagnostics.h"
#include "observe/layout.h"
#include "plan/observations.h"
#include "run/measures/measured_function.h"

namespace mbs {

struct Plan;

struct MeasureFunctions {
  std::vector<MeasureRow> rows;  // the measures, then one for each channel of SUMMARY
  std::size_t measures = 0;      // how many measures
  std::vector<Unit> units;       // of the channels of SUMMARY
  std::vector<int> kinds;        // of these channels: equal numbers mean equal units
  std::vector<double> sizes;     // of each kind: the largest value so far
  // One per row, then one per condition; MeasuredFunction::row is the row of the condition. The
  // expression of a formula reads the values of the measures before it instead of the channels.
  std::vector<MeasuredFunction> functions;
  std::vector<std::vector<int>> operands;  // of each measure that is a formula: earlier measures
  // OUT lines that functions with rough samples read, and those that other functions read.
  std::vector<Layout::Out> outs, exact_outs;

  // Sets the rounding of each channel of SUMMARY from the largest number of its kind.
  void estimate_rounding();
  // asked_by(): the function that is evaluated when a condition comes true; condition_of(): the
  // condition of a row.
  MeasuredFunction& asked_by(const MeasuredFunction& condition);
  const MeasuredFunction& condition_of(std::size_t row) const;
};

// Errors (a channel that does not exist) go to `diagnostics`. A function with an error must not be
// used.
MeasureFunctions compile_measures(const Plan& plan, const Layout& layout, Diagnostics& diagnostics);

}  // namespace mbs
