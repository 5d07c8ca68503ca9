// Ranges of what changes along a stretch of one variable.
#pragma once

#include <algorithm>
#include <cstdint>

#include "text/bound.h"

namespace mbs {

// Whether a value is no number (a root of what is below zero, a table that is left) somewhere on
// the stretch, or all over it.
enum class Lack : std::uint8_t { none, somewhere, everywhere };

// Ranges of a value, as far as it is a number, and of its first two derivatives.
struct Series {
  Bound value, first = Bound::of(0), second = Bound::of(0);
  Lack lack = Lack::none;

  // Whether x is one of the values.
  bool contains(double x) const {
    return x != x ? lack != Lack::none : lack != Lack::everywhere && value.contains(x);
  }
};

}  // namespace mbs
