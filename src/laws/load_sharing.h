// Shares wanted joint moments among muscles: finds tensions F within their limits with arms F =
// wanted that minimise a sum of functions of one tension each (static optimisation; Crowninshield
// and Brand 1981).
#pragma once

#include <functional>
#include <vector>

namespace mbs {

// Limits of the tension of one muscle [N].
struct TensionLimits {
  double lowest = 0, highest = 0;
};

// The derivative of the cost of muscle k by its tension, up to a common factor of all muscles; it
// rises with the tension. The costs have size 1 within the limits.
using SharingSlope = std::function<double(std::size_t k, double tension)>;

struct SharedLoad {
  bool ok = false;
  std::vector<double> tensions;
  std::vector<double> made;     // the moments of these tensions
  std::vector<double> reserve;  // wanted - made, only of share_with_reserve()
};

// arms: moments x muscles, row-major, the moment of a tension of 1; wanted: one per row. Not ok if
// no such tensions are found.
SharedLoad share_load(const std::vector<TensionLimits>& limits, const std::vector<double>& arms,
                      const std::vector<double>& wanted, const SharingSlope& slope);

// The same for moments that may be out of reach. The reserve is 0 if the muscles can make the
// moments; else its sum of squares is least, each moment relative to the moment that its muscles
// can make.
SharedLoad share_with_reserve(const std::vector<TensionLimits>& limits,
                              const std::vector<double>& arms, const std::vector<double>& wanted,
                              const SharingSlope& slope);

// Whether `made` equals `wanted` to the part `tolerance` of the sizes of their terms.
bool makes_moments(const SharedLoad& shared, const std::vector<double>& arms,
                   const std::vector<double>& wanted, double tolerance);

}  // namespace mbs
