// How numbers look in a report: the interface of everybody's diff scripts.
//   fixed:      F10.3, a wider field where the number needs it, never "-0.000"
//   scientific: N significant figures, exponent with sign and three digits: -1.2345E+002
// A field always starts with a blank, so columns never touch.
#pragma once

#include <fmt/format.h>

#include <string>

namespace mbs {

class NumberFormat {
 public:
  static constexpr int kFixedWidth = 10;
  static constexpr int kFixedDecimals = 3;

  // digits = 0: fixed with 3 decimals; else scientific with that many figures (1 to 17).
  explicit NumberFormat(int digits = 0) : digits_(digits) {}

  int width() const { return digits_ == 0 ? kFixedWidth : digits_ + 9; }
  int digits() const { return digits_; }
  // `value` must be finite.
  void append(fmt::memory_buffer& out, double value) const;

 private:
  void append_fixed(fmt::memory_buffer& out, double value) const;
  void append_scientific(fmt::memory_buffer& out, double value) const;
  int digits_;
};

// Six significant figures of `size` in fixed notation where that is readable, else in scientific
// notation: numbers that are rounding of zero beside `size` show as zero, without a sign.
std::string suited_number(double value, double size);

// Decimals that show `step` and `start` exactly where that is possible: at least 4, at most 12.
int time_decimals(double start, double step);

}  // namespace mbs
