// The options of the verbs that make many runs to find something: solve, optimise, sensitivity.
#pragma once

#include <optional>
#include <vector>

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

}  // namespace mbs
