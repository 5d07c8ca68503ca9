// The text of `mbsim channels`: the channels of a deck.
#pragma once

#include <string>
#include <vector>

#include "deck/lines/deck_input.h"
#include "run/frame/run.h"

namespace mbs {

// A line for each column of the CSV, in its order: name, unit, meaning; names of NAME lines follow.
// Only lines that match one of `patterns` (of --columns) are listed; no patterns: all. The
// mechanism need not assemble. The text is empty after an error.
std::string list_channels(const DeckInput& input, const std::vector<std::string>& patterns,
                          const RunSettings& settings, Diagnostics& diagnostics);

}  // namespace mbs
