// Numbers over time, from a deck or a file.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace mbs {

// The values of empty cells of a measured table.
enum class Gaps : std::uint8_t {
  refuse,  // empty cells are errors
  zero,    // GAPS 0
  fill     // GAPS FILL: the curve through the other values of the column (deck/lines/gaps.h)
};

// Values over time, shared by all motions made from one table of the deck.
struct TimeTable {
  std::vector<double> t;
  std::vector<std::vector<double>> columns;
  Gaps gaps = Gaps::refuse;
  // Per column the rows with an empty cell, ascending; empty without gaps.
  std::vector<std::vector<std::size_t>> empty_rows;
  // Lines for the head of the report: angles that were unwrapped.
  std::vector<std::string> said = {};
};

}  // namespace mbs
