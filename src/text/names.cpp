#include "text/names.h"

#include <fmt/format.h>

#include <algorithm>

#include "text/characters.h"

namespace mbs {

namespace {

char in_lower_case(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + ('a' - 'A')) : c; }

}  // namespace

std::string lower_case(std::string_view text) {
  std::string out(text);
  for (char& c : out) c = in_lower_case(c);
  return out;
}

std::string upper_case(std::string_view text) {
  std::string out(text);
  for (char& c : out)
    if (c >= 'a' && c <= 'z') c = static_cast<char>(c - ('a' - 'A'));
  return out;
}

bool is_same_name(std::string_view name, std::string_view lower) {
  const auto same = [](char a, char b) { return in_lower_case(a) == b; };
  return std::equal(name.begin(), name.end(), lower.begin(), lower.end(), same);
}

bool are_same_name(std::string_view one, std::string_view other) {
  const auto same = [](char a, char b) { return in_lower_case(a) == in_lower_case(b); };
  return std::equal(one.begin(), one.end(), other.begin(), other.end(), same);
}

bool is_name(std::string_view text) {
  return !text.empty() && !is_digit(text[0]) && std::all_of(text.begin(), text.end(), is_name_char);
}

std::size_t letter_length(std::string_view text, std::size_t i) {
  auto byte = [&](std::size_t k) { return static_cast<unsigned char>(text[k]); };
  if (i >= text.size()) return 0;
  if (is_name_char(text[i])) return 1;
  // 0xE2 begins signs that look like minus or quotes, 0xC2 signs such as the degree.
  if (byte(i) < 0xC3 || byte(i) == 0xE2) return 0;
  std::size_t length = 1;
  while (length < 4 && i + length < text.size() && (byte(i + length) & 0xC0) == 0x80) ++length;
  const bool times = byte(i) == 0xC3 && length > 1 && (byte(i + 1) | 0x20) == 0xB7;
  return times ? 0 : length;
}

std::string plain_ascii(std::string_view text) {
  std::size_t i = 0;
  for (std::size_t length = 1; length > 0; i += length) length = letter_length(text, i);
  return i == text.size() ? "names have the letters a to z, digits and underscores"
                          : "retype it: signs copied from a document often only look right";
}

// Letters of two bytes, as Latin, Greek and Cyrillic ones are in UTF-8, are shown as they are.
std::string printable(std::string_view text) {
  std::string out;
  const std::string_view shown = text.substr(0, 40);
  for (std::size_t i = 0; i < shown.size(); ++i) {
    const unsigned char c = static_cast<unsigned char>(shown[i]);
    if (c >= 0xC3 && c < 0xE0 && letter_length(shown, i) == 2)
      out += shown.substr(i++, 2);
    else if (c >= ' ' && c <= '~')
      out += shown[i];
    else
      out += fmt::format("\\x{:02X}", c);
  }
  return text.size() > 40 ? out + "..." : out;
}

}  // namespace mbs
