// A deck, the parameters that are looked for in it, and what is asked of its runs: what solve,
// optimise and sensitivity begin with.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "study/deck_runs.h"
#include "study/run_list.h"

namespace mbs {

struct Unknown {
  std::string name;
  double start = 0;                // within the bounds
  std::optional<double> spread;    // the size of a first step
  std::optional<double> from, to;  // both or none
};

struct Study {
  std::vector<Unknown> unknowns;
  std::vector<std::string> measures;  // their names: those of the deck, then the added ones
  std::vector<std::string> files;     // that were read, by names that open them
  DeckRuns runs;
  std::size_t first_added = 0;  // measure

  std::vector<double> starts() const;
};

// What a verb does without bounds.
enum class Bounds { must, may, none };

struct StudyRequest {
  std::vector<std::string> parameters;  // texts of -p: name=from:to, or name alone
  std::vector<AddedLine> added;         // MEASURE lines of the verb
  Bounds bounds = Bounds::may;
};

// A parameter starts where its PARAM line says, or in the middle of bounds of the command line that
// do not contain that value. Empty after an error; `messages` then say why, and warnings else.
std::optional<Study> prepare_study(const DeckInput& deck, const RunSettings& settings,
                                   const StudyRequest& request, std::string& messages);

}  // namespace mbs
