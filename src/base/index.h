// Counts and indices are int: negative ones mean nothing, -1 says "none", and differences have a
// sign. Containers take them as they are (the compilers do not warn of the sign there); this is the
// way back, from the size of a container to a count.
#pragma once

#include <cstddef>

namespace mbs {

template <class Container>
constexpr int count_of(const Container& of) {
  return static_cast<int>(of.size());
}

// Where two indices are multiplied or added, and a container is asked with the result.
constexpr std::size_t at(int i) { return static_cast<std::size_t>(i); }

}  // namespace mbs
