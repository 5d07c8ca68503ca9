// Options of `mbsim plot`.
#pragma once

#include <string>
#include <vector>

namespace mbs {

struct PlotSettings {
  std::vector<std::string> columns;  // x, then y's; a single column is y over the first column
  std::string by;                    // a curve for each value of this column
  bool map = false;                  // x, y, z of a table: colours
  bool bars = false;
  bool points = false;    // marks at the rows
  bool raw = false;       // columns name smoothed tables: their rows and their curves over t
  bool residual = false;  // columns name smoothed tables: residual analysis over the cut-off
  bool gnuplot = false;
  std::string normal;  // a file with the means and deviations of normal bands; empty: none
  std::string log;     // "x", "y" or "xy"
  // Ranges of the axes, low and high; empty: all.
  std::vector<double> xrange, yrange;
  std::string title, xlabel, ylabel;
  double width = 0, height = 0;  // pixels; 0: the default
  std::string output;
};

}  // namespace mbs
