// What was measured beside the motion, as a channel of the run: how long a segment was between its
// markers, how far the markers of a rigid segment were from their places.
#pragma once

#include <string>
#include <vector>

#include "base/unit.h"

namespace mbs {

// Straight lines through the rows; before the first and behind the last of them that value.
struct RecordedRow {
  std::string name;     // of the channel
  std::string meaning;  // "distance of its two markers"
  Unit unit;
  std::vector<double> t, values;  // rows at which it was measured, at least one
};

}  // namespace mbs
