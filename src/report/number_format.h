// The format of numbers in a report; the diff scripts of users depend on it. Fixed numbers are
// F10.3, in a wider field where the number needs it, and never "-0.000". Scientific numbers have N
// significant figures, and an exponent with a sign and three digits: -1.2345E+002. A field always
// starts with a blank, so columns never touch.
#pragma once

#include <fmt/format.h>

#include <string>

namespace mbs {

// Values of `digits` that are no number of figures. kManualDigits: three decimals, as in the KABIOS
// manual; kSuitedDigits: digits that suit the size of each column.
inline constexpr int kManualDigits = 0, kSuitedDigits = -1;
inline constexpr int kSuitedFigures = 6;

class NumberFormat {
 public:
  static constexpr int kFixedWidth = 10;

  // kManualDigits: fixed with 3 decimals; else scientific with that many figures (1 to 17).
  explicit NumberFormat(int digits = kManualDigits) : digits_(digits) {}

  int width() const { return digits_ == 0 ? kFixedWidth : digits_ + 9; }
  int digits() const { return digits_; }
  // `value` must be finite.
  void append(fmt::memory_buffer& out, double value) const;

 private:
  void append_fixed(fmt::memory_buffer& out, double value) const;
  void append_scientific(fmt::memory_buffer& out, double value) const;
  int digits_;
};

// Gives numbers of this size six significant figures: in fixed notation if that is readable, else
// scientific. A number that rounds to zero is written as zero without a sign.
class SuitedFormat {
 public:
  explicit SuitedFormat(double size = 0);
  bool is_zero(double value) const;
  // Appends the number without leading blanks.
  void append(fmt::memory_buffer& out, double value) const;

 private:
  int exponent_ = 0, decimals_ = 0;
  bool scientific_ = false;
  double half_ = 0;  // half a unit of the last decimal
};
std::string suited_number(double value, double size);

// Decimals that show `step` and `start` exactly if possible: at least 4, at most 12.
int time_decimals(double start, double step);

}  // namespace mbs
