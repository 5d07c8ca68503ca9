// A study: a deck, the unknown parameters, and the measures of its runs. solve, optimise and
// sensitivity begin with it.
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
  std::vector<std::string> files;     // names that open the files which were read
  DeckRuns runs;
  std::size_t first_added = 0;  // measure

  std::vector<double> starts() const;
};

// Whether the -p options of a verb must have, may have, or have no bounds.
enum class Bounds { must, may, none };

struct StudyRequest {
  std::vector<std::string> parameters;  // texts of -p: name=from:to, or name alone
  std::vector<AddedLine> added;         // MEASURE lines of the verb
  Bounds bounds = Bounds::may;
};

// A parameter starts at the value of its PARAM line, or in the middle of the bounds of the command
// line where they do not contain that value. Empty after an error; `messages` get errors and
// warnings.
std::optional<Study> prepare_study(const DeckInput& deck, const RunSettings& settings,
                                   const StudyRequest& request, std::string& messages);

}  // namespace mbs
