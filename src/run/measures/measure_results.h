// The values of measures and of the summary after a run.
#pragma once

#include <string>
#include <vector>

#include "base/views.h"
#include "run/frame/measure_value.h"
#include "run/measures/measure_functions.h"

namespace mbs {

// The part of the run that has been measured.
struct MeasuredSpan {
  double start = 0, reached = 0, planned = 0;  // [s]
  bool complete = false;                       // the run came to its end or to a STOP
  std::string broken;                          // why measuring ended early; empty: it has not
};

// live: the values of the live parameters at the end.
std::vector<MeasureValue> measure_values(const MeasureFunctions& measured, ConstVector live,
                                         const MeasuredSpan& span);
std::vector<SummaryRow> summary_rows(const MeasureFunctions& measured);

}  // namespace mbs
