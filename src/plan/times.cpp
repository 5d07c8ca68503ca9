#include "plan/times.h"

#include <cmath>

#include "base/tolerances.h"

namespace mbs {

long long TimeGrid::count() const {
  if (!asked.empty()) return static_cast<long long>(asked.size());
  // The manual's rule with a margin for T0, TE, DT that are not binary numbers.
  return static_cast<long long>(std::floor((end - start) / step + tolerance::reaches)) + 1;
}

}  // namespace mbs
