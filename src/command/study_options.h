// The options of the verbs that make many runs to find something: solve, optimise, sensitivity.
#pragma once

#include <optional>
#include <vector>

#include "base/hard_stop.h"
#include "command/arguments.h"

namespace CLI {
class App;
}

namespace mbs {

// The verbs that look for values of parameters, as they are parsed.
using StudyVerbs = std::vector<std::pair<Verb, const CLI::App*>>;
StudyVerbs add_study_verbs(CLI::App& app, Arguments& args);
// That of them which was given.
std::optional<Verb> given_study(const StudyVerbs& verbs);

// Whether it is one of them, and its name.
bool is_search(Verb verb);
const char* verb_name(Verb verb);

inline constexpr const char* kTimeout = "the time limit (--timeout)";
// What --timeout leaves for the rest of the program, where that is one run; limits of the run
// itself count no more.
void limit_time(const Arguments& args);
// What it gives the preparation of many runs [s]; 0: no limit.
double seconds_to_prepare(const Arguments& args);
template <class Prepare>
auto prepare_in_time(const Arguments& args, const Prepare& prepare) {
  const DeadlineHere limit(seconds_to_prepare(args), kTimeout);
  return prepare();
}

}  // namespace mbs
