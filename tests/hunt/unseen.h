// Seeds of the hunt for what lies between two looks: momentum after a short push is the impulse,
// and a fast body meets a thin obstacle when free flight says so.
#pragma once

#include <cstdint>
#include <string>

namespace hunt {

struct UnseenTally {
  long decks = 0, pairs = 0, met = 0;
  double worst = 0;  // of the impulses, relative
};

// What is wrong with the deck, empty if nothing is. Methods take turns.
std::string hunt_push(std::uint64_t seed, UnseenTally& tally);
std::string hunt_obstacles(std::uint64_t seed, UnseenTally& tally);

}  // namespace hunt
