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

template <class Act, int... k>
void each_constant_of(std::integer_sequence<int, k...>, Act& act) {
  (act(std::integral_constant<int, k>()), ...);
}
// Calls act with 0 to kCount - 1, each a std::integral_constant.
template <int kCount, class Act>
void each_constant(Act&& act) {
  each_constant_of(std::make_integer_sequence<int, kCount>(), act);
}

}  // namespace mbs
