// Ranges of a quantity along a stretch of one variable.
#pragma once

#include <algorithm>
#include <cstdint>

#include "text/bound.h"

namespace mbs {

// Whether the value is NaN (root of a negative number, outside a table) somewhere on the stretch or
// everywhere.
enum class Lack : std::uint8_t { none, somewhere, everywhere };

// Ranges of a value (where it is no NaN) and of its first two derivatives.
struct Series {
  Bound value, first = Bound::of(0), second = Bound::of(0);
  Lack lack = Lack::none;

  // Whether x is one of the values.
  bool contains(double x) const {
    return x != x ? lack != Lack::none : lack != Lack::everywhere && value.contains(x);
  }
};

}  // namespace mbs
