// Fast bodies and thin obstacles of every shape, one or several pairs in a deck, which meet within
// one step of each other and of known times. When they meet first follows from free flight.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace hunt {

struct ObstacleDeck {
  struct Pair {
    double touch;  // the time of the first touch; not a number: there is none
    double least;  // the least gap up to the end, or to shortly behind the touch
    std::string shape;
  };
  std::string text;
  std::vector<Pair> pairs;  // CONTACT 1, 2, ... of the deck
  std::string model;        // of all of them: "RIGID", "IMPULSES" or "PENALTY"
  double end = 0;
  // A push beside them: MEASURE push is the velocity that it gives.
  bool pushed = false;
  double push = 0;
  std::string what;
};

ObstacleDeck random_obstacle_deck(std::uint64_t seed, const std::string& method);

}  // namespace hunt
