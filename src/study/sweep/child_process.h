// The answer of another program, such as squeue. An error is told from an empty answer, and the
// waiting time is limited.
#pragma once

#include <string>
#include <vector>

namespace mbs {

struct Answer {
  std::string text;     // the program's standard output
  std::string problem;  // why there is no answer, in words that follow the program's name; or empty
};

// words: the program, which is looked for in PATH, and its arguments. A signal ends the waiting.
Answer answer_of(const std::vector<std::string>& words, double seconds);

}  // namespace mbs
