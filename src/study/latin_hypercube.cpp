#include <algorithm>
#include <limits>
#include <numeric>
#include <utility>

#include "base/random.h"
#include "study/run_list.h"

namespace mbs {

LatinHypercube::LatinHypercube(long long count, std::uint64_t seed, int coordinate) {
  const std::uint64_t own = random_at(random_at(0, seed), static_cast<std::uint64_t>(coordinate));
  const std::uint64_t order = random_at(own, 0);
  places_ = random_at(own, 1);
  std::vector<std::uint32_t> strata(count);
  std::iota(strata.begin(), strata.end(), 0u);
  std::uint64_t drawn = 0;
  for (std::uint64_t left = strata.size(); left > 1; --left) {
    // Numbers of the last, incomplete round would favour small remainders.
    const std::uint64_t most = std::numeric_limits<std::uint64_t>::max();
    const std::uint64_t whole = most - most % left;
    std::uint64_t number = random_at(order, drawn++);
    while (number >= whole) number = random_at(order, drawn++);
    std::swap(strata[left - 1], strata[number % left]);
  }
  strata_ = std::make_shared<const std::vector<std::uint32_t>>(std::move(strata));
}

double LatinHypercube::at(long long k) const {
  const std::size_t run = k;
  const double place = uniform_at(places_, run);
  const double n = static_cast<double>(strata_->size());
  return std::min((static_cast<double>((*strata_)[run]) + place) / n, 1 - 0x1p-53);
}

}  // namespace mbs
