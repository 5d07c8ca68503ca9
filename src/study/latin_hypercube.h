// One coordinate of a Latin hypercube: of N strata of [0, 1) each run has one, in a random order,
// and lies at a random place in it (McKay, Beckman, Conover 1979, Technometrics 21(2)).
// The numbers are the same on every machine (base/random.h), after one division.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

namespace mbs {

class LatinHypercube {
 public:
  // Of all coordinates together: their strata are kept in memory, 4 bytes each.
  static constexpr long long kMost = 50'000'000;

  // Coordinates of other numbers are independent.
  LatinHypercube(long long count, std::uint64_t seed, int coordinate);
  // In [0, 1), of run k.
  double at(long long k) const;

 private:
  std::uint64_t places_;  // where the stream of places in the strata begins
  std::shared_ptr<const std::vector<std::uint32_t>> strata_;
};

}  // namespace mbs
