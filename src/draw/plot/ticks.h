// Round numbers for axes.
#pragma once

#include <string>
#include <vector>

namespace mbs {

// The largest of 1, 2, 5 times a power of ten that is <= value; 0 for value <= 0.
double nice_below(double value);

struct Ticks {
  std::vector<double> at;
  std::vector<std::string> labels;
};
// About `most` ticks at round numbers from low to high. long double, since the span of two numbers
// may be larger than any double.
Ticks linear_ticks(long double low, long double high, int most);
// Ticks at powers of ten between low and high, and at 2 and 5 times these where there are few.
// `low` must be positive.
Ticks log_ticks(long double low, long double high, int most);

}  // namespace mbs
