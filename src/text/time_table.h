// Numbers over time, from a deck or a file.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace mbs {

// The curve of a table. Near the rows: cubic (cross_validated) or quintic smoothing spline by
// generalised cross-validation, quintic spline for known noise, quintic spline through low-pass
// filtered rows. Through the rows: natural cubic spline (interpolated), straight lines (linear),
// cubic that keeps the shape (monotone).
enum class Smoothing : std::uint8_t {
  cross_validated,
  interpolated,
  linear,
  monotone,
  quintic,
  known_noise,
  low_pass
};

// A kind of curve with its number, if it needs one.
struct CurveChoice {
  // NOLINTNEXTLINE(google-explicit-constructor): most curves need no number
  CurveChoice(Smoothing chosen, double with = 0) : way(chosen), number(with) {}
  bool operator==(const CurveChoice&) const = default;
  bool operator==(Smoothing other) const { return way == other; }

  Smoothing way;
  double number;  // known_noise: standard deviation; low_pass: cut-off frequency, per unit of time
};

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
