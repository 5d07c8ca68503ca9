// Rounding of channels, for functions that are zero where all their terms are.
#pragma once

#include <vector>

#include "base/views.h"
#include "observe/layout.h"

namespace mbs {

// A channel is a sum of terms that may be as large as any channel of its unit: the velocity of a
// body that stands still in a mechanism that moves is zero to the rounding of the velocities there.
class ChannelRounding {
 public:
  explicit ChannelRounding(const Layout& layout);

  // The sizes are those of these channels (Layout::count() numbers).
  void take(ConstVector channels);
  // By how much rounding may change an expression of the slots; the channels begin at
  // `first_channel`.
  double of(const Expression& expression, const double* slots, int first_channel);

 private:
  std::vector<int> group_;    // of each channel; -1: its unit is not known
  std::vector<double> size_;  // of each group
  std::vector<double> rounded_;
};

}  // namespace mbs
