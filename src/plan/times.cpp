#include "plan/times.h"

#include <cmath>

namespace mbs {

long long TimeGrid::count() const {
  if (!asked.empty()) return static_cast<long long>(asked.size());
  // The manual's rule with a margin of 1e-6 of a step for T0, TE, DT that are not binary numbers.
  return static_cast<long long>(std::floor((end - start) / step + 1e-6)) + 1;
}

}  // namespace mbs
