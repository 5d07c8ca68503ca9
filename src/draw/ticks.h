// Round numbers for axes.
#pragma once

#include <string>
#include <vector>

namespace mbs {

// The largest of 1, 2, 5 times a power of ten that is not above `value`; 0 if there is none.
double nice_below(double value);

struct Ticks {
  std::vector<double> at;
  std::vector<std::string> labels;
};
// About `most` of them at round numbers from low to high.
Ticks linear_ticks(double low, double high, int most);
// Powers of ten between them, and 2 and 5 times them where there are few; low > 0.
Ticks log_ticks(double low, double high, int most);

}  // namespace mbs
