#include <algorithm>

#include "base/index.h"
#include "deck/lines/muscle_table.h"
#include "deck/lines/tokenizer.h"
#include "text/characters.h"
#include "text/names.h"

namespace mbs {

namespace {

// A line without its comment and without blanks at its end.
std::string_view strip(std::string_view line) {
  bool in_string = false;
  std::size_t end = 0;
  for (; end < line.size(); ++end) {
    const char c = line[end];
    if (c == '"') in_string = !in_string;
    if (in_string) continue;
    if (c == '#') break;
    if (c != '!' && c != '%') continue;
    const bool free_standing = end == 0 || line[end - 1] == ' ' || line[end - 1] == '\t';
    const bool not_equal = end + 1 < line.size() && line[end + 1] == '=';
    if (free_standing && !not_equal) break;
  }
  line = line.substr(0, end);
  const std::size_t last = line.find_last_not_of(" \t\r");
  return line.substr(0, last == npos ? 0 : last + 1);
}

}  // namespace

SourceLocation RecordText::where(std::size_t offset) const {
  const auto after = std::upper_bound(line_starts.begin(), line_starts.end(), offset);
  const std::size_t index = after - line_starts.begin() - 1;
  return {file, first_line + static_cast<int>(index),
          static_cast<int>(offset - line_starts[index]) + 1};
}

std::size_t read_record(std::string_view deck, std::size_t from, int& line, int file,
                        RecordText& record, Diagnostics& diagnostics) {
  record.text.clear();
  record.line_starts.clear();
  record.first_line = line;
  record.file = file;
  SourceLocation mark;  // of the last '&'
  bool goes_on = true;
  while (goes_on && from < deck.size()) {
    const std::size_t feed = std::min(deck.find('\n', from), deck.size());
    std::string_view content = strip(deck.substr(from, feed - from));
    const bool empty = content.empty();
    const bool continued = content.ends_with('&') && !content.ends_with("&&");
    if (continued) {
      mark = {file, line, count_of(content)};
      content.remove_suffix(1);
    }
    if (!record.line_starts.empty()) record.text += '\n';
    record.line_starts.push_back(record.text.size());
    record.text += content;
    goes_on = continued || (empty && record.line_starts.size() > 1);
    from = feed + 1;
    ++line;
  }
  if (goes_on && mark.line > 0)
    diagnostics.error(mark, "", "'&' continues a line but nothing follows");
  return from;
}

bool has_keyword(const Record& record, std::string_view keyword) {
  const Token& first = record.tokens.front();
  return first.kind == TokenKind::word && is_same_name(first.text, keyword);
}

std::span<const AnywhereKeyword> anywhere_keywords() {
  static constexpr AnywhereKeyword kKeywords[] = {
      {"PARAM", "name = expression [SPREAD s] [FROM a TO b]", true},
      {"INCLUDE", "\"file\"", true},
      {"UNITS", "[length] [force or mass] [time] [angle]", true},
      {"MUSCLES", kMusclesFields, true},
      {"REQUIRES", "version", true},
      {"MEASURE", "name = MAX expression [FROM a TO b], or name = expression WHEN condition"},
      {"MARK", "name WHEN condition, or name AT t, t, ..."},
      {"STRIDE", "name FROM mark TO mark"},
      {"OUT", "name = expression"},
      {"NAME", "what number name"},
      {"REPORT", "t channel channel[deg] ... [EVERY n], or NONE"},
      {"SUBJECT", "MASS m, HIP, KNEE or ANKLE and two bodies, or RESIDUAL and a body"},
      {"SUMMARY", ""},
      {"SWEEP", "name = value, value, ..., or name FROM a TO b BY step"},
  };
  return kKeywords;
}

bool is_observation(const Record& record) {
  const Token& first = record.tokens.front();
  if (first.kind != TokenKind::word) return false;
  const auto keywords = anywhere_keywords();
  return std::any_of(keywords.begin(), keywords.end(), [&first](const AnywhereKeyword& k) {
    return !k.at_once && are_same_name(first.text, k.name);
  });
}

}  // namespace mbs
