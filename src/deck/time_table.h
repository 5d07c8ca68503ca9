// Numbers over time, from a deck or a file.
#pragma once

#include <vector>

namespace mbs {

// Values over time, shared by all motions made from one table of the deck.
struct TimeTable {
  std::vector<double> t;
  std::vector<std::vector<double>> columns;
};

}  // namespace mbs
