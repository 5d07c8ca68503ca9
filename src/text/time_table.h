// Numbers over time, from a deck or a file.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace mbs {

// What lies between the rows of a table: near them, the cubic or the quintic smoothing spline of
// generalised cross-validation, the quintic one for known noise, or the quintic through the rows of
// a low-pass filter; through them the natural cubic spline, straight lines, or a cubic that keeps
// their shape.
enum class Smoothing : std::uint8_t {
  cross_validated,
  interpolated,
  linear,
  monotone,
  quintic,
  known_noise,
  low_pass
};

// A curve, with the number that some need.
struct CurveChoice {
  // NOLINTNEXTLINE(google-explicit-constructor): most curves need no number
  CurveChoice(Smoothing chosen, double with = 0) : way(chosen), number(with) {}
  bool operator==(const CurveChoice&) const = default;
  bool operator==(Smoothing other) const { return way == other; }

  Smoothing way;
  double number;  // known_noise: its standard deviation; low_pass: the cut-off, per unit of time
};

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
