// The report times of a run.
#pragma once

#include <cstddef>
#include <vector>

#include "base/source_location.h"

namespace mbs {

struct TimeGrid {
  double start = 0, end = 0, step = 0;
  SourceLocation where;
  // Report times for pictures, ascending, in place of start + k step; mostly empty.
  std::vector<double> asked = {};
  // Report time k is start + k step (by multiplication), for k up to count() - 1.
  long long count() const;
  double at(long long k) const {
    return asked.empty() ? start + static_cast<double>(k) * step : asked[k];
  }
};

}  // namespace mbs
