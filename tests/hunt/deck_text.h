// Decks and channels of a Mechanism.
#pragma once

#include <functional>
#include <map>
#include <string>
#include <vector>

#include "mechanism.h"
#include "oracle.h"

namespace hunt {

// The lines of a deck: of a native one each block may be shuffled, `shuffle` gives the order.
struct DeckLines {
  std::vector<std::string> first, second;  // kinematics and dynamics block; KABIOS: body, tail
  bool native = true;
  std::string text() const;
};
DeckLines deck_lines(const Mechanism& mechanism);

// What the CSV of the deck should hold, by the oracle.
std::map<std::string, double> channels(const Mechanism& mechanism, const Oracle& oracle,
                                       const Sample& sample);

}  // namespace hunt
