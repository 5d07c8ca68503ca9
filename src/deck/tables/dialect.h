// The dialects of a deck.
#pragma once

#include <cstdint>

namespace mbs {

enum class Dialect : std::uint8_t { kabios, native, segdyn };

}  // namespace mbs
