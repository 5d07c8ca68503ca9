// Kinds of characters, whatever the locale, and "not found".
#pragma once

#include <string_view>

namespace mbs {

inline constexpr auto npos = std::string_view::npos;

constexpr bool is_digit(char c) { return c >= '0' && c <= '9'; }

constexpr bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }
// Of a name.
constexpr bool is_name_char(char c) { return is_letter(c) || is_digit(c) || c == '_'; }

// Between the words of a record.
constexpr bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\n'; }

// The text without blanks at its ends.
constexpr std::string_view trimmed(std::string_view text) {
  while (!text.empty() && is_blank(text.front())) text.remove_prefix(1);
  while (!text.empty() && is_blank(text.back())) text.remove_suffix(1);
  return text;
}

// Around the cells of a file of another program.
constexpr bool is_padding(char c) { return c == ' ' || c == '\t' || c == '\r'; }

}  // namespace mbs
