#include "plan/times.h"

#include <cmath>

#include "base/tolerances.h"

namespace mbs {

long long TimeGrid::count() const {
  if (!asked.empty()) return static_cast<long long>(asked.size());
  // The rule of the manual; the margin is for T0, TE, DT that have no exact binary form.
  return static_cast<long long>(std::floor((end - start) / step + tolerance::reaches)) + 1;
}

}  // namespace mbs
