// Random mechanisms at rest or in slow motion, pushed once or twice by an input of random shape and
// width at a random time. Whatever else moves, the momentum that is left is the impulse given.
#pragma once

#include <cstdint>
#include <string>

namespace hunt {

struct PushedDeck {
  std::string text;  // has a MEASURE gained: the momentum at the end less that at the start
  double impulse = 0;
  // Where the shape has no impulse to speak of beside this, errors are compared with it.
  double size = 0;
  std::string what;  // shape, mechanism and method
};

// method: an INTEG line, or empty.
PushedDeck random_pushed_deck(std::uint64_t seed, const std::string& method);

}  // namespace hunt
