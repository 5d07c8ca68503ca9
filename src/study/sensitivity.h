// mbsim sensitivity: how much each measure of a deck changes with its parameters.
//
// Derivatives are central differences at steps h, h/2, h/4 ... of runs at the tightest tolerances,
// extrapolated to h = 0 (Ridders 1982, Advances in Engineering Software 4(2)). The error is the
// difference of extrapolations of neighbouring order and step, plus the rounding and integration
// errors of the runs divided by the step. Runs whose events come in another order than in the run
// itself are left out. A measure with a kink (an extreme that moves to another place) has no
// derivative.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "study/study.h"

namespace mbs {

struct SensitivityRequest {
  std::vector<std::string> parameters;  // texts of -p: names
  int threads = 0;
};

std::optional<Study> prepare_sensitivity(const DeckInput& deck, const RunSettings& settings,
                                         const SensitivityRequest& request, std::string& messages);

// The derivative of a measure with respect to a parameter.
struct Derivative {
  double value = 0, error = 0;  // nan with a reason
  std::string reason;
  bool may_settle = false;  // with a reason: shorter steps may give a value
};

// Values of one function of one parameter at a step h; each pair has half the step of the pair
// before.
struct DifferencePair {
  double h = 0, low = 0, high = 0;  // the function at -h and at +h; nan: no value
};
// middle: the function at h = 0. noise: its error from rounding and integration.
Derivative differentiate(const std::vector<DifferencePair>& pairs, double middle, double noise);

// One line for each measure and parameter: "measure parameter derivative error". Status 0, 4 where
// one has no derivative (`messages` say why), 3 where the run itself fails, 5 after a signal.
ExitStatus sensitivity(const Study& study, int threads, std::string& table, std::string& messages);

}  // namespace mbs
