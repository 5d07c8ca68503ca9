// The other kinds of plots: bars, and maps of two parameters.
#pragma once

#include <string>

#include "draw/plot/plot.h"

namespace mbs {

// From dark blue at 0 to yellow at 1, ever lighter (after viridis), so that the order shows in grey
// and to colour-blind readers, too.
std::string ramp_colour(double part);

std::string bars_svg(const Plot& plot, const PlotSettings& settings);
// Cells where the rows make a grid, points elsewhere.
std::string map_svg(const Plot& plot, const PlotSettings& settings);

}  // namespace mbs
