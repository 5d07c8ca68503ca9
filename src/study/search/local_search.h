// Local optimisation by NLopt (BOBYQA, COBYLA, SBPLX, SLSQP) in a process of its own: the program
// mbsim-nlopt beside this one, which contains the library. So mbsim itself stays a program that
// loads nothing at its start. The two exchange lines over pipes: the child asks for points, this
// process answers with values.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace mbs {

struct LocalUnknown {
  double start = 0, step = 1, from = 0, to = 1;
};

struct LocalProblem {
  std::string method;  // "bobyqa"
  std::vector<LocalUnknown> unknowns;
  int conditions = 0;  // that must not be positive
};

// The value, then the conditions; with derivatives behind them the gradient of each. Empty: the
// search is to end.
using LocalValues =
    std::function<std::optional<std::vector<double>>(const std::vector<double>& x, bool gradients)>;

bool is_local_method(const std::string& method);
// What --method may be, beside the global one.
const std::vector<std::string>& local_methods();
bool takes_conditions(const std::string& method);

// Empty, or what went wrong. The best point is that which the caller has seen.
std::string search_locally(const LocalProblem& problem, const LocalValues& values);

}  // namespace mbs
