#include "report/number_format.h"

#include <fmt/compile.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>

namespace mbs {

void NumberFormat::append(fmt::memory_buffer& out, double value) const {
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

std::string suited_number(double value, double size) {
  constexpr int kFigures = 6, kSmallest = -4, kLargest = 8;  // exponents of fixed notation
  if (!(size > 0)) size = std::fabs(value);
  const int exponent = size > 0 ? static_cast<int>(std::floor(std::log10(size))) : 0;
  fmt::memory_buffer out;
  if (exponent < kSmallest || exponent > kLargest) {
    if (std::fabs(value) < 1e-9 * size) value = 0;
    NumberFormat(kFigures).append(out, value);
  } else {
    const int decimals = std::max(1, kFigures - 1 - exponent);
    if (std::fabs(value) < 0.5 * std::pow(0.1, decimals)) value = 0;
    fmt::format_to(fmt::appender(out), "{:.{}f}", value, decimals);
  }
  const std::string text = fmt::to_string(out);
  return text.substr(text.find_first_not_of(' '));
}

int time_decimals(double start, double step) {
  for (int decimals = 4; decimals < 12; ++decimals) {
    const double scale = std::pow(10.0, decimals);
    auto exact = [scale](double t) {
      const double shown = t * scale, whole = std::round(shown);
      // What rounds to 0 is not shown, however near 0 it is.
      if (whole == 0) return t == 0;
      return std::fabs(shown - whole) <= std::max(1e-6, 1e-15 * std::fabs(shown));
    };
    if (exact(step) && exact(start)) return decimals;
  }
  return 12;
}

}  // namespace mbs
