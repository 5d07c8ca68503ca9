// The kinds of curves through or near the rows of a table.
#pragma once

#include <cstdint>

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

}  // namespace mbs
