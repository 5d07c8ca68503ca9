// A number that is small becomes a constant of the compiler, so that loops over it have a fixed
// length.
#pragma once

#include <type_traits>
#include <utility>

namespace mbs {

// Calls act with the number, kLeast to kMost, as a std::integral_constant.
template <int kLeast, int kMost, class Act>
auto with_constant(int number, Act&& act) {
  if constexpr (kLeast == kMost) {
    return act(std::integral_constant<int, kMost>());
  } else {
    if (number == kMost) return act(std::integral_constant<int, kMost>());
    return with_constant<kLeast, kMost - 1>(number, std::forward<Act>(act));
  }
}

}  // namespace mbs
