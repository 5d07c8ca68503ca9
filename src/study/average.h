// `mbsim average`: combines several trials of one motion, such as strides: mean, standard deviation
// and number of trials at each per cent of the motion, and how well the trials agree
// (docs/average.md).
#pragma once

#include <string>
#include <vector>

#include "base/views.h"

namespace mbs {

// A trial: the text of a CSV file. Its first column (time, per cent) increases from row to row. An
// empty field of any other column is a missing number. A file whose first columns are `stride` and
// `percent` (--strides) has a trial for each stride.
struct Trial {
  std::string name;         // of the file, for messages
  std::string text;         // as CSV (study/table_file.h)
  bool in_degrees = false;  // whether it is a storage file with angles in degrees
};

// One channel at all points.
struct AveragedChannel {
  std::string name;
  // NaN where a number does not exist: the mean of no trial, the deviation of fewer than two.
  std::vector<double> mean, deviation;
  std::vector<int> count;  // number of trials with a value at each point
  // The coefficient of multiple correlation of Kadaba et al. (J. Orthop. Res. 7, 1989, eq. 1), over
  // the points at which all trials have a number. NaN where it does not exist, with the reason.
  double correlation = 0;
  std::string why_no_correlation;
};

struct Average {
  std::string problem;        // why there is no average; empty otherwise
  std::string along;          // name of the first column: as in the files, or "percent"
  std::vector<double> point;  // values of the first column
  std::vector<AveragedChannel> channels;
};

// The average of two trials or more. Channels: the columns that `patterns` name (report/columns.h),
// else all of the first trial; every trial must have them. Where the first columns of all trials
// have the same numbers the rows are averaged as they are. Otherwise each trial is resampled at
// `points` (2 or more) values from 0 to 100 per cent by the natural cubic spline through its rows.
// Between two rows of which one lacks a number the trial has no number.
Average average(const std::vector<Trial>& trials, const std::vector<std::string>& patterns,
                int points);

// As a CSV: the first column, then NAME.mean, NAME.sd and NAME.n of each channel; NaN is an empty
// field.
std::string average_csv(const Average& of);

// The coefficient alone: values[k] are the numbers of trial k, all at the same points (two trials
// and two points at least). NaN where the trials differ more from one another than along the
// motion.
double multiple_correlation(const std::vector<ConstVector>& values);

}  // namespace mbs
