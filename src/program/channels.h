// The channels that a deck has: what `mbsim channels` prints.
#pragma once

#include <string>
#include <vector>

#include "program/run_deck.h"

namespace mbs {

// A line for each column of the CSV, in its order: name, unit, meaning; names of NAME lines follow.
// patterns: those of --columns, which choose lines; empty: all. The mechanism need not assemble.
// Empty after an error.
std::string list_channels(const DeckInput& input, const std::vector<std::string>& patterns,
                          const RunSettings& settings, Diagnostics& diagnostics);

}  // namespace mbs
