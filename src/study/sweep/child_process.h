// What another program answers, such as squeue: an error is not an empty answer, and one that does
// not answer is not waited for.
#pragma once

#include <string>
#include <vector>

namespace mbs {

struct Answer {
  std::string text;     // of its standard output
  std::string problem;  // why there is none, in words that follow the program's name; or empty
};

// `words`: the program, which is looked for in PATH, and its arguments. A signal ends the waiting.
Answer answer_of(const std::vector<std::string>& words, double seconds);

}  // namespace mbs
