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
  std::string before;                      // whole lines
  std::vector<std::string> first, second;  // kinematics and dynamics block; KABIOS: body, tail
  bool native = true;
  std::string text() const;
};
DeckLines deck_lines(const Mechanism& mechanism);
// How events of its dialect call a coordinate (of a node) or a deformation (of an element): "X 3
// 1", "SDA 2". Empty if they have no word for it.
std::string target_words(const Mechanism& m, bool coordinate, int owner, int component);

// Of one dialect.
DeckLines native_lines(const Mechanism& m);
void native_channels(const Mechanism& m, const Oracle& oracle, const Sample& s,
                     std::map<std::string, double>& out);
DeckLines kabios_lines(const Mechanism& m);
void kabios_channels(const Mechanism& m, const Oracle& oracle, const Sample& s,
                     std::map<std::string, double>& out);
std::string kabios_words(const Mechanism& m, bool coordinate, int owner, int component);
DeckLines limb_lines(const Mechanism& m);
void limb_channels(const Mechanism& m, const Sample& s, std::map<std::string, double>& out);
std::string limb_words(const Mechanism& m, bool coordinate, int owner, int component);

// What the CSV of the deck should hold, by the oracle.
std::map<std::string, double> channels(const Mechanism& mechanism, const Oracle& oracle,
                                       const Sample& sample);

}  // namespace hunt
