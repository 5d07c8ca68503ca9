// Curves, bars and maps of columns of numbers as SVG, or as a gnuplot script.
#pragma once

#include <string>
#include <vector>

#include "draw/plot/plot_request.h"
#include "draw/scene/recording.h"

namespace mbs {

// An area between two curves over the same x; a number that is not finite is a gap.
struct PlotBand {
  std::vector<double> x, low, high;
};

struct PlotCurve {
  std::string name;
  std::vector<double> x, y;  // a number that is not finite is a gap
  std::string unit = {};     // "mm", where the deck has UNITS
  PlotBand band = {};        // about the curve, in its colour; empty: none
};

struct PlotBar {
  std::string label;
  double value = 0;
};

// The content of a plot: curves, bars or cells.
struct Plot {
  std::string xname, yname, zname;
  std::string xunit = {};
  std::vector<PlotCurve> curves;
  std::vector<PlotBand> normals;    // behind all curves, grey
  std::vector<PlotCurve> measured;  // rows of tables: grey marks behind the curves
  std::vector<PlotBar> bars;
  std::vector<double> map_x, map_y, map_z;  // one number per row
  std::vector<RunEvent> events;             // marked only where x is t
  std::string note;                         // for standard error
};

std::string plot_svg(const Plot& plot, const PlotSettings& settings);
std::string plot_gnuplot(const Plot& plot, const PlotSettings& settings);

// The name of a column with its unit, if it has one: "point1.x [mm]".
std::string with_unit(const std::string& name, const std::string& unit);

// From dark blue at 0 to yellow at 1, ever lighter (after viridis), so that the order shows in grey
// and to colour-blind readers, too.
std::string ramp_colour(double part);

std::string bars_svg(const Plot& plot, const PlotSettings& settings);
// Cells where the rows make a grid, points elsewhere.
std::string map_svg(const Plot& plot, const PlotSettings& settings);

}  // namespace mbs
