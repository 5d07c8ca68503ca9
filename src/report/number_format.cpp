#include "report/number_format.h"

#include <fmt/compile.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>

#include "base/not_determined.h"
#include "base/tolerances.h"

namespace mbs {

void NumberFormat::append(fmt::memory_buffer& out, double value) const {
  if (value == kNotDetermined) return append_not_determined(out, width());
  if (digits_ == 0)
    append_fixed(out, value);
  else
    append_scientific(out, value);
}

void NumberFormat::append_fixed(fmt::memory_buffer& out, double value) const {
  // Rounds to zero: print it without a sign.
  if (value <= 0 && value > -0.0005) value = 0;
  const std::size_t begin = out.size();
  fmt::format_to(fmt::appender(out), FMT_COMPILE("{:10.3f}"), value);
  if (out[begin] == ' ') return;
  out.push_back(' ');  // a full or widened field: put a blank before it
  std::rotate(out.data() + begin, out.data() + out.size() - 1, out.data() + out.size());
}

void NumberFormat::append_scientific(fmt::memory_buffer& out, double value) const {
  char text[40];
  char* const end = fmt::format_to(text, FMT_COMPILE("{:.{}E}"), value + 0.0, digits_ - 1);
  char* const e = std::find(text, end, 'E');
  const int exponent = std::atoi(std::string(e + 1, end).c_str());
  fmt::memory_buffer field;
  field.append(text, e);
  fmt::format_to(fmt::appender(field), FMT_COMPILE("E{}{:03d}"), exponent < 0 ? '-' : '+',
                 std::abs(exponent));
  for (std::size_t k = field.size(); k < static_cast<std::size_t>(width()); ++k) out.push_back(' ');
  if (field.size() >= static_cast<std::size_t>(width())) out.push_back(' ');
  out.append(field.data(), field.data() + field.size());
}

namespace {

// A logarithm counts as the next whole number if it is at most this below it.
constexpr double kPowerOfTen = 1e-9;

constexpr int kSmallestFixed = -4, kLargestFixed = 8;  // exponents

// Exponent of size; a size that is a power of ten but for rounding counts as just above it.
int exponent_of(double size) {
  return size > 0 ? static_cast<int>(std::floor(std::log10(size) + kPowerOfTen)) : 0;
}

}  // namespace

SuitedFormat::SuitedFormat(double size)
    : exponent_(exponent_of(size)),
      decimals_(std::max(1, kSuitedFigures - 1 - exponent_)),
      scientific_(exponent_ < kSmallestFixed || exponent_ > kLargestFixed),
      half_(scientific_ ? 0.5 * std::pow(10.0, exponent_ - kSuitedFigures + 1)
                        : 0.5 * std::pow(0.1, decimals_)) {}

bool SuitedFormat::is_zero(double value) const { return std::fabs(value) < half_; }

void SuitedFormat::append(fmt::memory_buffer& out, double value) const {
  if (is_zero(value)) value = 0;
  if (!scientific_) {
    fmt::format_to(fmt::appender(out), FMT_COMPILE("{:.{}f}"), value, decimals_);
    return;
  }
  // A number that is smaller than the size by powers of ten has that many fewer figures.
  const int below = value == 0 ? 0 : exponent_ - exponent_of(std::fabs(value));
  fmt::memory_buffer field;
  NumberFormat(std::clamp(kSuitedFigures - below, 1, kSuitedFigures + 2)).append(field, value);
  const char* const begin =
      std::find_if(field.begin(), field.end(), [](char c) { return c != ' '; });
  out.append(begin, field.data() + field.size());
}

std::string suited_number(double value, double size) {
  fmt::memory_buffer out;
  SuitedFormat(size > 0 ? size : std::fabs(value)).append(out, value);
  return fmt::to_string(out);
}

int time_decimals(double start, double step) {
  for (int decimals = 4; decimals < 12; ++decimals) {
    const double scale = std::pow(10.0, decimals);
    auto exact = [scale](double t) {
      const double shown = t * scale, whole = std::round(shown);
      // A number that rounds to 0 is not shown exactly, even if it is nearly 0.
      if (whole == 0) return t == 0;
      // Agrees within the few digits that a deck gives, or within rounding.
      return std::fabs(shown - whole) <=
             std::max(tolerance::typed, tolerance::rounding_of_one * std::fabs(shown));
    };
    if (exact(step) && exact(start)) return decimals;
  }
  return 12;
}

}  // namespace mbs
