#include "deck/tables.h"

#include <cmath>

namespace mbs {

long long TimeGrid::count() const {
  // The manual's rule with a margin of 1e-6 of a step for T0, TE, DT that are not binary numbers.
  return static_cast<long long>(std::floor((end - start) / step + 1e-6)) + 1;
}

std::vector<std::string> chain_variable_names(std::size_t n) {
  std::vector<std::string> names = {"t", "x", "y", "xd", "yd"};
  for (const char* name : {"phi", "phid"})
    for (std::size_t k = 1; k <= n; ++k) names.push_back(name + std::to_string(k));
  return names;
}

}  // namespace mbs
