// Counts and indices are int: negative ones mean nothing, -1 says "none", and differences have a
// sign. An int may be the index of a container (sign warnings are off); count_of() gives the size
// of a container as int.
#pragma once

#include <cstddef>

namespace mbs {

template <class Container>
constexpr int count_of(const Container& of) {
  return static_cast<int>(of.size());
}

// An int as std::size_t, for sums and products of indices.
constexpr std::size_t at(int i) { return static_cast<std::size_t>(i); }

}  // namespace mbs
