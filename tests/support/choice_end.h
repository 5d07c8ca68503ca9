// The time at which a choice of knowns ended a run, as its message names it.
#pragma once

#include <regex>
#include <string>

#include "support/deck.h"

namespace mbs::test {

// -1: it did not end the run.
inline double choice_end(const RunResult& run) {
  std::smatch found;
  if (!std::regex_search(run.messages, found,
                         std::regex("at t = ([-+0-9.e]+) the choice of unknowns becomes singular")))
    return -1;
  return std::stod(found[1]);
}

}  // namespace mbs::test
