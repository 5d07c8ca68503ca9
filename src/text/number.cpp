#include "text/number.h"

#include <fmt/format.h>

#include <charconv>
#include <cmath>
#include <cstdlib>
#include <system_error>

#include "base/index.h"
#include "text/characters.h"

namespace mbs {
namespace {

constexpr char lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c; }

// The parts of a number without its sign, as offsets into the text.
struct Shape {
  std::size_t exponent = 0;  // where the exponent letter stands, or the end of the mantissa
  std::size_t suffix = 0;    // where `deg` stands, or the end
  std::size_t end = 0;       // 0: not a number
  bool integer = false;
};

std::size_t skip_digits(std::string_view text, std::size_t i) {
  while (i < text.size() && is_digit(text[i])) ++i;
  return i;
}

Shape shape_of(std::string_view text) {
  Shape shape;
  std::size_t i = skip_digits(text, 0);
  std::size_t digits = i;
  const bool point = i < text.size() && text[i] == '.';
  if (point) {
    const std::size_t fraction = skip_digits(text, i + 1);
    digits += fraction - i - 1;
    i = fraction;
  }
  if (digits == 0) return shape;
  shape.exponent = i;
  if (i < text.size() && (lower(text[i]) == 'e' || lower(text[i]) == 'd')) {
    std::size_t j = i + 1;
    if (j < text.size() && (text[j] == '+' || text[j] == '-')) ++j;
    if (const std::size_t last = skip_digits(text, j); last > j) i = last;
  }
  shape.suffix = i;
  if (i + 3 <= text.size() && lower(text[i]) == 'd' && lower(text[i + 1]) == 'e' &&
      lower(text[i + 2]) == 'g')
    i += 3;
  shape.end = i;
  shape.integer = !point && shape.exponent == i;
  return shape;
}

}  // namespace

std::size_t number_length(std::string_view text) { return shape_of(text).end; }

ParsedNumber parse_number(std::string_view text) {
  const bool sign = !text.empty() && (text[0] == '+' || text[0] == '-');
  const std::string_view magnitude = text.substr(sign ? 1 : 0);
  const Shape shape = shape_of(magnitude);
  if (shape.end == 0 || shape.end != magnitude.size()) return {};

  // from_chars knows no Fortran exponent letter and no leading plus.
  std::string plain;
  if (text[0] == '-') plain = "-";
  plain.append(magnitude.substr(0, shape.suffix));
  if (shape.suffix > shape.exponent) plain[plain.size() - (shape.suffix - shape.exponent)] = 'e';
  ParsedNumber number;
  const auto result = std::from_chars(plain.data(), plain.data() + plain.size(), number.value);
  if (result.ec != std::errc{} || !std::isfinite(number.value)) {
    number.status = NumberStatus::out_of_range;
    number.value = 0;
    return number;
  }
  number.status = NumberStatus::ok;
  number.integral = shape.integer && std::fabs(number.value) <= 0x1p53;
  if (shape.end > shape.suffix) number.value *= kDegree;
  return number;
}

std::string format_number(double value) {
  if (value == 0) return "0";
  char buffer[40] = {};  // atoi below needs the final zero byte
  const auto written =
      std::to_chars(buffer, buffer + sizeof buffer, value, std::chars_format::scientific);
  const std::string_view text(buffer, static_cast<std::size_t>(written.ptr - buffer));
  const std::size_t mark = text.find('e');
  if (mark == std::string_view::npos) return std::string(text);
  const int exponent = std::atoi(buffer + mark + 1);
  if (exponent < -4 || exponent >= 15) return std::string(text);

  std::string digits;
  for (char c : text.substr(0, mark))
    if (is_digit(c)) digits += c;
  const int count = count_of(digits);
  std::string out = value < 0 ? "-" : "";
  if (exponent < 0)
    return out + "0." + std::string(static_cast<std::size_t>(-exponent - 1), '0') + digits;
  if (count <= exponent + 1)
    return out + digits + std::string(static_cast<std::size_t>(exponent + 1 - count), '0');
  return out + digits.substr(0, static_cast<std::size_t>(exponent) + 1) + "." +
         digits.substr(static_cast<std::size_t>(exponent) + 1);
}

}  // namespace mbs
