// Sums and maxima over several numbers at a time, as a processor can work on them together. The
// compiler may not change the order of such operations by itself.
#pragma once

#include <algorithm>
#include <cstddef>

namespace mbs {

inline constexpr std::size_t kLanes = 4;

// The largest of f(0) .. f(n - 1), none of which is negative.
template <class Function>
double largest_of(std::size_t n, const Function& f) {
  double most[kLanes] = {};
  std::size_t l = 0;
  for (; l + kLanes <= n; l += kLanes)
    for (std::size_t j = 0; j < kLanes; ++j) most[j] = std::max(most[j], f(l + j));
  for (; l < n; ++l) most[0] = std::max(most[0], f(l));
  return std::max(std::max(most[0], most[1]), std::max(most[2], most[3]));
}

// The sum of f(0) .. f(n - 1), lane by lane.
template <class Function>
double sum_of(std::size_t n, const Function& f) {
  double sum[kLanes] = {};
  std::size_t l = 0;
  for (; l + kLanes <= n; l += kLanes)
    for (std::size_t j = 0; j < kLanes; ++j) sum[j] += f(l + j);
  for (; l < n; ++l) sum[0] += f(l);
  return (sum[0] + sum[1]) + (sum[2] + sum[3]);
}

}  // namespace mbs
