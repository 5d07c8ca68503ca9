// The value of a channel that nothing determines: `-` in tables, an empty cell in a CSV.
#pragma once

#include <limits>

namespace mbs {

inline constexpr double kNotDetermined = std::numeric_limits<double>::lowest();

// Quantity::rate of a channel whose value it always is.
inline constexpr int kOpenChannel = -1;

// Its sign in a field of a table.
template <class Buffer>
void append_not_determined(Buffer& out, int width) {
  for (int k = 1; k < width; ++k) out.push_back(' ');
  out.push_back('-');
}

}  // namespace mbs
