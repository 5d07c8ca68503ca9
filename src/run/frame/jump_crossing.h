// What a jump makes of a condition, or of a function whose zeros are sought.
#pragma once

#include <optional>

#include "integrate/events.h"
#include "plan/events.h"

namespace mbs {

// before, after: on which side of zero the function is (-1, 1; 0: it is zero but for rounding).
// row: an EVENT, or a MEASURE with WHEN. A comparison happens where it becomes true, or false; any
// other function where its sign changes, or where the jump ends at zero.
template <class Row>
std::optional<Crossing> crossing_of_jump(const Row& row, int before, int after) {
  bool rises = after > 0 && before < 0, falls = after < 0 && before > 0;
  if (row.comparison) {
    const bool holds = row.at_bound == AtBound::is_true;
    const auto is_true = [holds](int side) { return side > 0 || (side == 0 && holds); };
    const bool is_known = after != 0 || row.at_bound != AtBound::is_open;
    rises = is_true(after) && !is_true(before);
    falls = is_known && !is_true(after) && is_true(before);
  } else if (after == 0 && row.passing == Passing::both) {
    rises = before<0, falls = before> 0;
  }
  if (rises && row.passing != Passing::falling) return Crossing::rising;
  if (falls && row.passing != Passing::rising) return Crossing::falling;
  return {};
}

}  // namespace mbs
