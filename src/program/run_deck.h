// The whole way from deck text to report, which follows the reading of the arguments.
#pragma once

#include <optional>
#include <string>
#include <utility>

#include "deck/lines/deck_input.h"
#include "deck/tables/tables.h"
#include "run/frame/run.h"

namespace mbs {

// A deck that has been read and built, with all that its run needs.
struct PreparedRun {
  Tables tables;  // the Plan, and the data of the deck for pictures and the report's head
  Built built;
  RunSettings settings;
  std::string references = {};  // head lines: references taken at the assembled start
  std::string text = {};        // the deck itself; its comments silence warnings
};
// Empty after an error. `diagnostics` then knows every file that was read.
std::optional<PreparedRun> prepare_run(const DeckInput& input, const RunSettings& settings,
                                       Diagnostics& diagnostics);
std::optional<PreparedRun> prepare_run(Tables tables, const RunSettings& settings,
                                       Diagnostics& diagnostics);
Outcome run(const PreparedRun& prepared, const Outputs& outputs, Diagnostics& diagnostics);
// prepare_run() and run() in one call.
Outcome run_deck(const DeckInput& input, const RunSettings& settings, TextSink& report,
                 TextSink* csv, Diagnostics& diagnostics);

// The deck in its own dialect, canonical, parameters resolved. Empty if it has errors.
std::string echo_deck(const DeckInput& input, const RunSettings& settings,
                      Diagnostics& diagnostics);
// The deck as a native deck, whatever its dialect.
std::string convert_deck(const DeckInput& input, const RunSettings& settings,
                         Diagnostics& diagnostics);
// A deck of the plane as a native deck of space with the same motion.
std::string convert_deck_to_space(const DeckInput& input, const RunSettings& settings,
                                  Diagnostics& diagnostics);

}  // namespace mbs
