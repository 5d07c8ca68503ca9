// plot --raw and --residual: the smoothed tables of a deck.
#pragma once

#include "base/diagnostics.h"
#include "draw/plot/plot.h"

namespace mbs {

struct Tables;

// Fills the plot with the tables that settings.columns name (none: the first one of the deck), and
// chooses the range of the residual if the settings do not. Errors go to `diagnostics`.
void add_smoothing(const Tables& tables, PlotSettings& settings, Plot& plot,
                   Diagnostics& diagnostics);

}  // namespace mbs
