// Where a piece of deck text came from: every table cell carries one of these.
#pragma once

#include <cstdint>

namespace mbs {

struct SourceLocation {
  std::int32_t file = 0;    // index into SourceFiles (0 = the deck itself; more with INCLUDE)
  std::int32_t line = 0;    // from 1; 0 = not from a deck
  std::int32_t column = 0;  // from 1, in bytes
};

}  // namespace mbs
