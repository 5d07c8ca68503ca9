// Numbers over time, from a deck or a file.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace mbs {

// What lies between the rows of a table: the smoothing spline of generalised cross-validation near
// them, or through them the natural cubic spline, straight lines, or a cubic that keeps their
// shape.
enum class Smoothing : std::uint8_t { cross_validated, interpolated, linear, monotone };

// What stands for the empty cells of a measured table.
enum class Gaps : std::uint8_t {
  refuse,  // nothing: they are errors
  zero,    // GAPS 0
  fill     // GAPS FILL: the curve through the other values of the column (deck/lines/gaps.h)
};

// Values over time, shared by all motions made from one table of the deck.
struct TimeTable {
  std::vector<double> t;
  std::vector<std::vector<double>> columns;
  Gaps gaps = Gaps::refuse;
  // Rows whose cell was empty, of each column, ascending; empty without gaps.
  std::vector<std::vector<std::size_t>> empty_rows;
  // What the head of a report says of it: angles that were unwrapped. One line each.
  std::vector<std::string> said = {};
};

}  // namespace mbs
