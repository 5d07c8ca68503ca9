#include "draw/picture/page_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/escaped.h"
#include "base/index.h"

namespace mbs {

namespace {

// The alphabet in which numbers are written, two or three letters each. No letter has a meaning in
// HTML or JavaScript.
constexpr std::string_view kLetters =
    "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz()*+,-.:;=?@[]^_{}";
constexpr int kBase = count_of(kLetters);

}  // namespace

std::string_view page_letters() { return kLetters; }

std::string js_number(double value) { return fmt::format("{:.7g}", value); }

std::string packed(const std::vector<double>& values, int letters) {
  double low = HUGE_VAL, high = -HUGE_VAL;
  for (const double value : values)
    if (std::isfinite(value)) low = std::min(low, value), high = std::max(high, value);
  if (!(low <= high)) low = high = 0;
  const int most = letters == 2 ? kBase * kBase - 1 : kBase * kBase * kBase - 1;
  std::string text;
  const long double span = static_cast<long double>(high) - low;  // may be larger than any double
  if (span > 0)
    for (const double value : values) {
      if (!std::isfinite(value)) {
        text.append(static_cast<std::size_t>(letters), ' ');
        continue;
      }
      long whole = std::lround((static_cast<long double>(value) - low) / span * most);
      std::string digits(static_cast<std::size_t>(letters), ' ');
      for (std::size_t k = digits.size(); k-- > 0; whole /= kBase)
        digits[k] = kLetters[whole % kBase];
      text += digits;
    }
  return fmt::format("[{:.12g},{:.12g},{},\"{}\"]", low, high, letters, text);
}

std::string js_text(const std::string& text) {
  std::string out = "\"";
  for (std::size_t size = 0, k = 0; k < text.size(); k += std::max<std::size_t>(size, 1)) {
    const char c = text[k];
    const auto code = static_cast<unsigned char>(c);
    size = shown_character(std::string_view(text).substr(k));
    if (size > 1)
      out += text.substr(k, size);
    else if (size == 0 && code >= 0x7f)
      out += "\\ufffd";
    else if (code < 0x20 || c == '"' || c == '\\' || c == '<' || c == '>' || c == '&' || c == '\'')
      out += fmt::format("\\u{:04x}", code);
    else
      out += c;
  }
  return out + "\"";
}

}  // namespace mbs
