// Numbers of a deck: read in the form that Fortran users write, and written so that reading gives
// the same bits. Independent of the locale; both directions are exactly rounded.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace mbs {

inline constexpr double kPi = 3.14159265358979323846;
inline constexpr double kDegree = kPi / 180;  // 180 * kDegree == kPi exactly

enum class NumberStatus { ok, malformed, out_of_range };

struct ParsedNumber {
  NumberStatus status = NumberStatus::malformed;
  double value = 0;
  bool integral = false;  // written as an integer (no point, exponent or suffix), at most 2^53
};

// [sign] digits [. digits] [(e|d) [sign] digits] [deg] in any letter case; at least one digit in
// the mantissa. `30deg` is 30 * kDegree. The whole text must be the number; "nan" and "inf" are
// malformed, 1e999 and 1e-999 are out of range.
ParsedNumber parse_number(std::string_view text);

// Length of the longest number without a sign at the start of the text, 0 if there is none.
std::size_t number_length(std::string_view text);

// Shortest decimal form that reads back to the same double: 2, -2.5, 0.0001, 1e-05, 1.5e+20.
// Without an exponent for magnitudes from 1e-4 up to 1e15, otherwise with a signed exponent of at
// least two digits; whole numbers carry no point; zero has no sign. The value must be finite.
std::string format_number(double value);

}  // namespace mbs
