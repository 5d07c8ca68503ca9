#include <fmt/format.h>

#include "deck/lines/lexer.h"

namespace mbs {

namespace {

// Recognises UTF-16 by its byte order mark or by a zero byte in each of the first two characters.
bool is_utf16(std::string_view text) {
  if (text.starts_with("\xFF\xFE") || text.starts_with("\xFE\xFF")) return true;
  if (text.size() < 4) return false;
  const bool little = text[0] && !text[1] && text[2] && !text[3];
  const bool big = !text[0] && text[1] && !text[2] && text[3];
  return little || big;
}

}  // namespace

bool is_plain_text(std::string_view text, int file, Diagnostics& diagnostics) {
  if (is_utf16(text)) {
    diagnostics.error({file, 1, 1}, "", "the file is UTF-16",
                      "expected UTF-8 or plain ASCII: save it so, or use iconv -f UTF-16 -t UTF-8");
    return false;
  }
  int line = 1;
  std::size_t start = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const unsigned char c = static_cast<unsigned char>(text[i]);
    if (c == '\n') ++line, start = i + 1;
    if ((c >= 0x20 && c != 0x7F) || c == '\t' || c == '\n') continue;
    const char next = i + 1 < text.size() ? text[i + 1] : '\n';
    if (c == '\r' && (next == '\r' || next == '\n')) continue;
    diagnostics.error({file, line, static_cast<int>(i - start) + 1}, "",
                      fmt::format("byte 0x{:02X} does not belong in a text", c),
                      "expected a plain text file, lines ending in LF or CR LF");
    return false;
  }
  return true;
}

}  // namespace mbs
