#include "deck/help/help_text.h"

#include <fmt/format.h>

#include <algorithm>

#include "deck/help/help.h"
#include "deck/help/keywords.h"
#include "text/number.h"

namespace mbs {

std::vector<std::string_view> split_lines(std::string_view text) {
  std::vector<std::string_view> out;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    out.push_back(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return out;
}

std::vector<std::string_view> split_words(std::string_view text) {
  std::vector<std::string_view> out;
  for (std::size_t at = text.find_first_not_of(' '); at < text.size();) {
    const std::size_t end = std::min(text.find(' ', at), text.size());
    out.push_back(text.substr(at, end - at));
    at = text.find_first_not_of(' ', end);
  }
  return out;
}

std::vector<std::string> split_names(std::string_view text) {
  std::vector<std::string> out;
  for (std::size_t at = 0; at <= text.size();) {
    const std::size_t end = std::min(text.find(", ", at), text.size());
    out.emplace_back(text.substr(at, end - at));
    at = end + 2;
  }
  return out;
}

std::string in_brackets(Unit unit) {
  const std::string text = unit_text(unit);
  return text.empty() ? text : fmt::format(" [{}]", text);
}

std::string_view dialect_name(Dialect dialect) {
  return dialect == Dialect::native ? "native" : dialect == Dialect::kabios ? "KABIOS" : "SEGDYN";
}

std::string plain_text(std::string_view text) {
  std::string out;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '`') continue;
    const std::size_t close = text[i] == '[' ? text.find("](", i) : text.npos;
    const std::size_t end = close == text.npos ? text.npos : text.find(')', close);
    const bool is_link = end != text.npos && text.find(' ', close) > end;
    if (!is_link) {
      out += text[i];
      continue;
    }
    const std::string_view shown = text.substr(i + 1, close - i - 1);
    const std::string_view target = text.substr(close + 2, end - close - 2);
    const std::string_view page = target.substr(0, target.find('#'));
    const bool enclosed = !out.empty() && out.back() == '(';
    if (shown == page)
      out += fmt::format("docs/{}", page);
    else
      out += enclosed ? fmt::format("{}: docs/{}", shown, page)
                      : fmt::format("{} (docs/{})", shown, page);
    i = end;
  }
  return out;
}

std::string forms_of(const Said& said, Dialect dialect, const Word& word, ElementSpecs specs) {
  if (!said.forms.empty()) return std::string(said.forms);
  for (const ReaderKeyword& keyword : reader_keywords(specs)) {
    const bool anywhere = keyword.block == Block::anywhere;
    if (keyword.row.name != said.keyword || anywhere != (word.group == WordGroup::anywhere))
      continue;
    if (!anywhere && dialect_of(keyword.block) != dialect) continue;
    return fmt::format("{}{}{}", said.keyword, keyword.row.fields.empty() ? "" : " ",
                       keyword.row.fields);
  }
  return std::string(said.keyword);
}

}  // namespace mbs
