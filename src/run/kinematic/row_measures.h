// The measures of a kinematic run, taken at its rows and at the times between them.
#pragma once

#include <vector>

#include "run/kinematic/kinematic_source.h"
#include "run/measures/measure_run.h"
#include "run/motion/known_times.h"

namespace mbs {

class RowMeasures {
 public:
  // source: of `measures`. before, row: the states of the last two rows, in either order.
  RowMeasures(const Model& model, const Phase& phase, const Plan& plan, MeasureRun& measures,
              KinematicSource& source, const State& before, const State& row,
              Diagnostics& diagnostics);

  // Measures up to a time, on each piece of the functions of t separately.
  void advance(double to, bool at_rest);

 private:
  void advance_on_piece(double to, bool at_rest);

  const Model& model_;
  double end_;  // of the run
  MeasureRun& measures_;
  KinematicSource& source_;
  const State &before_, &row_;
  KnownTimes times_;
  std::vector<double> cuts_;
  double measured_;  // up to here
};

}  // namespace mbs
