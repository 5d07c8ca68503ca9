// Round numbers for axes.
#pragma once

#include <string>
#include <vector>

namespace mbs {

// The largest of 1, 2, 5 times a power of ten that is not above `value`; 0 where that is not
// above 0.
double nice_below(double value);

struct Ticks {
  std::vector<double> at;
  std::vector<std::string> labels;
};
// About `most` of them at round numbers from low to high. A long double: the span of two numbers
// may be larger than any double.
Ticks linear_ticks(long double low, long double high, int most);
// Powers of ten between them, and 2 and 5 times them where there are few; low > 0.
Ticks log_ticks(long double low, long double high, int most);

}  // namespace mbs
