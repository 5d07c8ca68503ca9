// The same mechanism in other words: what a deck must give the same numbers for.
#pragma once

#include "compare.h"
#include "generator.h"

namespace hunt {

// Descriptions of the same motion seen otherwise; the oracle is asked anew for each.
Mechanism renumbered(Random& random, const Mechanism& m);  // native
Mechanism turned(const Mechanism& m);  // by +90 degrees: x becomes y, y becomes -x; native
// By any angle, where both coordinates of each point and both of each pin are treated alike.
bool may_turn(const Mechanism& m);
Mechanism turned(const Mechanism& m, double angle);
Mechanism mirrored(const Mechanism& m);  // y becomes -y
Mechanism later(const Mechanism& m, double by);
Mechanism in_units(const Mechanism& m, double length, double mass);  // one old unit is so many new

// Ways to write or to solve one deck; empty if all give the rows of `table` again, else the way
// that does not. Shuffled and echoed decks must give the same bits.
std::string same_deck(Random& random, const Mechanism& m, const Table& table, const Runner& run,
                      const std::function<std::string(const std::string&)>& echo);

}  // namespace hunt
