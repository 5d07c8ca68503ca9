// Finds numbers that are infinite or NaN.
#pragma once

#include <cmath>
#include <cstddef>

#include "base/views.h"

namespace mbs {

// Index of the first number that is infinite or NaN; -1 if there is none.
inline std::ptrdiff_t first_not_finite(ConstVector numbers) {
  for (std::size_t i = 0; i < numbers.size(); ++i)
    if (!std::isfinite(numbers[i])) return static_cast<std::ptrdiff_t>(i);
  return -1;
}

}  // namespace mbs
