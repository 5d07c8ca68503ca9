// Options of the study verbs solve, optimise and sensitivity, which make many runs.
#pragma once

#include <optional>
#include <vector>

#include "base/hard_stop.h"
#include "command/arguments.h"

namespace CLI {
class App;
}

namespace mbs {

// The study verbs with their parsers.
using StudyVerbs = std::vector<std::pair<Verb, const CLI::App*>>;
StudyVerbs add_study_verbs(CLI::App& app, Arguments& args);
// The study verb on the command line; empty: none.
std::optional<Verb> given_study(const StudyVerbs& verbs);

// Whether the verb is a study verb, and its name.
bool is_search(Verb verb);
const char* verb_name(Verb verb);

inline constexpr const char* kTimeout = "the time limit (--timeout)";
// For a program of one run: limits the rest of the program to the time left of --timeout. Limits of
// the run itself end here.
void limit_time(const Arguments& args);
// The time that --timeout gives the preparation of many runs [s]; 0: no limit.
double seconds_to_prepare(const Arguments& args);
template <class Prepare>
auto prepare_in_time(const Arguments& args, const Prepare& prepare) {
  const DeadlineHere limit(seconds_to_prepare(args), kTimeout);
  return prepare();
}

}  // namespace mbs
