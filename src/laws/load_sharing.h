// How wanted joint moments are shared by muscles: the tensions F with sum of arms times F = wanted,
// each within its limits, that make a sum of functions of one tension each the least (static
// optimisation; Crowninshield and Brand 1981).
#pragma once

#include <functional>
#include <vector>

namespace mbs {

// What the tension of one muscle may be [N].
struct TensionLimits {
  double lowest = 0, highest = 0;
};

// The derivative of the function of muscle k at a tension, or one multiple of it for all muscles;
// it rises with the tension. Functions are of the size of 1 within the limits.
using SharingSlope = std::function<double(std::size_t k, double tension)>;

struct SharedLoad {
  bool ok = false;
  std::vector<double> tensions;
  std::vector<double> made;     // the moments of these tensions
  std::vector<double> reserve;  // wanted - made, where a reserve was asked for
};

// arms: moments x muscles, row-major, the moment of a tension of 1; wanted: one per row. Not ok
// where no such tensions are found.
SharedLoad share_load(const std::vector<TensionLimits>& limits, const std::vector<double>& arms,
                      const std::vector<double>& wanted, const SharingSlope& slope);

// The same where the moments may be out of reach. What is missing, the reserve, is 0 where they are
// not; else the least sum of squares of it, each moment over what its muscles can make.
SharedLoad share_with_reserve(const std::vector<TensionLimits>& limits,
                              const std::vector<double>& arms, const std::vector<double>& wanted,
                              const SharingSlope& slope);

// Whether the moments made are those wanted, but for the part `tolerance` of the sizes of their
// terms.
bool makes_moments(const SharedLoad& shared, const std::vector<double>& arms,
                   const std::vector<double>& wanted, double tolerance);

}  // namespace mbs
