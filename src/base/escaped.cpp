#include "base/escaped.h"

#include <fmt/format.h>

#include <algorithm>

namespace mbs {

std::size_t shown_character(std::string_view text) {
  if (text.empty()) return 0;
  const auto first = static_cast<unsigned char>(text[0]);
  if (first < 0x80) return first >= 0x20 && first != 0x7f ? 1 : 0;
  const std::size_t size = first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : 2;
  if (first < 0xc2 || first > 0xf4 || text.size() < size) return 0;
  unsigned long code = first & (0x7fu >> size);
  for (std::size_t k = 1; k < size; ++k) {
    const auto next = static_cast<unsigned char>(text[k]);
    if ((next & 0xc0) != 0x80) return 0;
    code = code << 6 | (next & 0x3f);
  }
  constexpr unsigned long kLeast[] = {0xa0, 0x800, 0x10000};  // below 0xa0: control characters
  const bool surrogate = code >= 0xd800 && code < 0xe000, none = (code & 0xfffe) == 0xfffe;
  return code < kLeast[size - 2] || code > 0x10ffff || surrogate || none ? 0 : size;
}

std::string escaped(std::string_view text) {
  std::string out;
  while (!text.empty()) {
    const std::size_t size = shown_character(text);
    if (size == 0)
      out += fmt::format("\\x{:02x}", static_cast<unsigned char>(text[0]));
    else
      out += text.substr(0, size);
    text.remove_prefix(std::max<std::size_t>(size, 1));
  }
  return out;
}

std::string shell_quoted(std::string_view text) {
  std::string plain, coded;
  bool all_shown = true;
  while (!text.empty()) {
    const std::size_t size = shown_character(text);
    const std::string_view piece = text.substr(0, std::max<std::size_t>(size, 1));
    if (size == 0) {
      all_shown = false;
      coded += fmt::format("\\{:03o}", static_cast<unsigned char>(piece[0]));
    } else {
      plain += piece == "'" ? "'\\''" : piece;
      if (piece == "'" || piece == "\\") coded += '\\';
      coded += piece;
    }
    text.remove_prefix(piece.size());
  }
  return all_shown ? "'" + plain + "'" : "$'" + coded + "'";
}

}  // namespace mbs
