// mbsim solve: finds values of parameters that fulfil equations between measures.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "study/asked.h"
#include "study/study.h"

namespace mbs {

struct SolveRequest {
  std::vector<std::string> parameters, equations;  // as typed
  int threads = 0;
};

struct PreparedSolve {
  Study study;
  std::vector<Relation> equations;
};

// There must be as many equations as parameters; a single parameter needs bounds. Empty after an
// error.
std::optional<PreparedSolve> prepare_solve(const DeckInput& deck, const RunSettings& settings,
                                           const SolveRequest& request, std::string& messages);

// answer: "-D p4=0.4", the values found; empty without a root. messages: the sides of the
// equations, and problems. Status 0; 3 without a root, 5 after a signal.
ExitStatus solve(const PreparedSolve& prepared, int threads, std::string& answer,
                 std::string& messages);

}  // namespace mbs
