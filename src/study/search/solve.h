// mbsim solve: values of parameters that fulfil equations between measures.
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

// As many equations as parameters; one parameter must have bounds. Empty after an error.
std::optional<PreparedSolve> prepare_solve(const DeckInput& deck, const RunSettings& settings,
                                           const SolveRequest& request, std::string& messages);

// `answer`: "-D p4=0.4", the values found. Status 0; 3 where there is no root: the answer is empty;
// 5 after a signal. `messages`: what the sides of the equations are, and what went wrong.
ExitStatus solve(const PreparedSolve& prepared, int threads, std::string& answer,
                 std::string& messages);

}  // namespace mbs
