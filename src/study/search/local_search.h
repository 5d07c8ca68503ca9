// Local optimisation by NLopt (BOBYQA, COBYLA, SBPLX, SLSQP) in a process of its own: the program
// mbsim-nlopt, beside this program, which contains the library. So mbsim itself needs no shared
// library at its start. The two exchange lines over pipes: the child sends points, this process
// answers with values.
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
  int conditions = 0;  // number of conditions; each value must be <= 0
};

// The value, then the conditions, then (gradients) the gradient of each. Empty: the search must
// end.
using LocalValues =
    std::function<std::optional<std::vector<double>>(const std::vector<double>& x, bool gradients)>;

bool is_local_method(const std::string& method);
// The values of --method for local searches.
const std::vector<std::string>& local_methods();
bool takes_conditions(const std::string& method);

// Returns the problem, or empty. The best point is not returned: the caller has seen all points.
std::string search_locally(const LocalProblem& problem, const LocalValues& values);

}  // namespace mbs
