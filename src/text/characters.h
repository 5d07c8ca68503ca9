// Kinds of characters, whatever the locale, and "not found".
#pragma once

#include <string_view>

namespace mbs {

inline constexpr auto npos = std::string_view::npos;

constexpr bool is_digit(char c) { return c >= '0' && c <= '9'; }

// Between the words of a record.
constexpr bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\n'; }

// Around the cells of a file of another program.
constexpr bool is_padding(char c) { return c == ' ' || c == '\t' || c == '\r'; }

}  // namespace mbs
