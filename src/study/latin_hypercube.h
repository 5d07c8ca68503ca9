// One coordinate of a Latin hypercube: [0, 1) is divided into N strata. Each run has a stratum of
// its own, in random order, and lies at a random place in it (McKay, Beckman, Conover 1979,
// Technometrics 21(2)). The numbers are the same on every machine (base/random.h).
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

namespace mbs {

class LatinHypercube {
 public:
  // Limit for the strata of all coordinates together, which are kept in memory, 4 bytes each.
  static constexpr long long kMost = 50'000'000;

  // count: number of runs. Coordinates with different numbers are independent.
  LatinHypercube(long long count, std::uint64_t seed, int coordinate);
  // The value of run k in [0, 1).
  double at(long long k) const;

 private:
  std::uint64_t places_;  // where the stream of places in the strata begins
  std::shared_ptr<const std::vector<std::uint32_t>> strata_;
};

}  // namespace mbs
