#include "deck/lines/table_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>
#include <vector>

#include "text/characters.h"
#include "text/names.h"
#include "text/parameters.h"

namespace mbs {

namespace {

struct TextLine {
  std::size_t from, to;  // without its comment
  int number;
};

// Common properties of the rows of a file.
struct Habits {
  bool semicolons = false, tabs = false, blanks = false, commas = false, loose_commas = false;
  bool points = false, same_tabs = true, same_fields = true;
  std::size_t tab_count = npos, field_count = npos;
};

class TableText {
 public:
  explicit TableText(std::string& text) : text_(text) {}
  std::optional<TableTextProblem> prepare();

 private:
  void find_lines();
  bool starts_with_number(const TextLine& line) const;
  void note(const TextLine& line);
  bool is_tight(std::size_t comma) const;  // a digit on both sides
  void unquote(const TextLine& line);
  // Rewrite or check one line; return an error or nothing.
  std::optional<TableTextProblem> read_cells(const TextLine& line, char separator);
  std::optional<TableTextProblem> check_commas(const TextLine& line) const;
  std::optional<TableTextProblem> problem(const TextLine& line, std::size_t from, std::size_t to,
                                          std::string_view what, std::string_view expected) const;

  std::string& text_;
  std::vector<TextLine> rows_;
  Habits habits_;
  bool decimal_commas_ = false, decimal_points_ = false;
};

constexpr std::string_view kOneSign =
    "expected decimal points, or decimal commas with semicolons between columns";

// Finds the lines from the first row on and blanks the text before it.
void TableText::find_lines() {
  int number = 1;
  for (std::size_t from = 0; from < text_.size(); ++number) {
    const std::size_t feed = std::min(text_.find('\n', from), text_.size());
    const std::string_view all = std::string_view(text_).substr(from, feed - from);
    const std::size_t end = from + std::min(all.find('#'), all.size());
    const TextLine line{from, end, number};
    if (rows_.empty() && !starts_with_number(line))
      std::fill(text_.begin() + static_cast<std::ptrdiff_t>(from),
                text_.begin() + static_cast<std::ptrdiff_t>(feed), ' ');
    else
      rows_.push_back(line);
    from = feed + 1;
  }
}

// Whether a line starts with a number; separators before it are allowed (empty first cell).
bool TableText::starts_with_number(const TextLine& line) const {
  std::size_t i = line.from;
  if (std::string_view(text_).substr(i).starts_with("\xEF\xBB\xBF")) i += 3;
  while (i < line.to && (is_padding(text_[i]) || text_[i] == '"' || text_[i] == ';')) ++i;
  if (std::string_view(text_).substr(i).starts_with("${")) return true;
  if (i < line.to && (text_[i] == '+' || text_[i] == '-')) ++i;
  if (i < line.to && (text_[i] == '.' || text_[i] == ',')) ++i;
  return i < line.to && is_digit(text_[i]);
}

bool TableText::is_tight(std::size_t comma) const {
  return comma > 0 && comma + 1 < text_.size() && is_digit(text_[comma - 1]) &&
         is_digit(text_[comma + 1]);
}

// Blanks quotes around whole cells; a comma inside them is a decimal comma.
void TableText::unquote(const TextLine& line) {
  bool inside = false;
  for (std::size_t i = line.from; i < line.to; ++i) {
    if (text_[i] == '"') {
      inside = !inside;
      text_[i] = ' ';
    } else if (inside && text_[i] == ',' && is_tight(i)) {
      text_[i] = '.';
    }
  }
}

void TableText::note(const TextLine& line) {
  std::size_t tabs = 0, fields = 0, end = line.to;
  while (end > line.from && is_padding(text_[end - 1])) --end;
  bool in_field = false;
  for (std::size_t i = line.from; i < line.to; ++i) {
    const char c = text_[i];
    if (c == ';') habits_.semicolons = true;
    if (c == '\t') ++tabs;
    if (c == ',') habits_.commas = true, habits_.loose_commas |= !is_tight(i);
    if (c == '.') habits_.points = true;
    if (is_padding(c) && in_field && i < end) habits_.blanks = true;
    if (!is_padding(c) && !in_field) ++fields;
    in_field = !is_padding(c);
  }
  if (end == line.from) return;
  habits_.tabs = habits_.tabs || tabs > 0;
  if (habits_.tab_count == npos) habits_.tab_count = tabs, habits_.field_count = fields;
  habits_.same_tabs = habits_.same_tabs && tabs == habits_.tab_count;
  habits_.same_fields = habits_.same_fields && fields == habits_.field_count;
}

std::optional<TableTextProblem> TableText::problem(const TextLine& line, std::size_t from,
                                                   std::size_t to, std::string_view what,
                                                   std::string_view expected) const {
  while (from < to && is_padding(text_[from])) ++from;
  while (to > from && is_padding(text_[to - 1])) --to;
  return TableTextProblem{
      line.number, static_cast<int>(from - line.from) + 1,
      fmt::format("'{}' {}", printable(std::string_view(text_).substr(from, to - from)), what),
      std::string(expected)};
}

// Rewrites cells between semicolons or tabs; a comma in a cell is a decimal comma.
std::optional<TableTextProblem> TableText::read_cells(const TextLine& line, char separator) {
  for (std::size_t from = line.from; from <= line.to;) {
    const std::size_t to = std::min(text_.find(separator, from), line.to);
    const std::string_view cell = std::string_view(text_).substr(from, to - from);
    const std::size_t comma = cell.find(','), point = cell.find('.');
    const std::size_t first = cell.find_first_not_of(" \t\r");
    const std::size_t last = cell.find_last_not_of(" \t\r");
    if (comma != npos && (point != npos || cell.find(',', comma + 1) != npos))
      return problem(line, from, to, "has more than one decimal sign",
                     "expected one number in a cell, without signs between thousands");
    if (first != npos && cell.substr(first, last - first).find(' ') != npos &&
        is_digit(cell[first]))
      return problem(line, from, to, "is no number",
                     "expected one number in a cell, without blanks in it");
    decimal_commas_ = decimal_commas_ || comma != npos;
    decimal_points_ = decimal_points_ || point != npos;
    if (decimal_commas_ && decimal_points_)
      return problem(line, from, to,
                     comma != npos ? "has a decimal comma where others have points"
                                   : "has a decimal point where others have commas",
                     kOneSign);
    if (comma != npos) text_[from + comma] = '.';
    if (to < line.to) text_[to] = ',';
    from = to + 1;
  }
  return std::nullopt;
}

// For columns separated by commas or blanks: '0,05 1,25' and '0,05,1,25' must not be read as whole
// numbers. A row of whole numbers only, such as 1,2,3, is right.
std::optional<TableTextProblem> TableText::check_commas(const TextLine& line) const {
  for (std::size_t i = line.from; i < line.to; ++i) {
    if (text_[i] != ',' || !is_tight(i)) continue;
    std::size_t end = i + 1;
    while (end < line.to && is_digit(text_[end])) ++end;
    std::size_t begin = i;
    while (begin > line.from && is_digit(text_[begin - 1])) --begin;
    const bool zero_first = text_[i + 1] == '0' && end - i > 2;
    if (zero_first || habits_.blanks)
      return problem(line, begin, end, "may be a decimal comma or two numbers",
                     "expected decimal points, or semicolons or tabs between columns");
  }
  return std::nullopt;
}

std::optional<TableTextProblem> TableText::prepare() {
  find_lines();
  for (const TextLine& line : rows_) unquote(line), note(line);
  const bool by_tabs = habits_.tabs && habits_.commas && !habits_.loose_commas && !habits_.points;
  const bool empty_cells =
      habits_.tabs && !habits_.commas && habits_.same_tabs && !habits_.same_fields;
  for (const TextLine& line : rows_) {
    std::optional<TableTextProblem> found;
    if (habits_.semicolons)
      found = read_cells(line, ';');
    else if (by_tabs || empty_cells)
      found = read_cells(line, '\t');
    else if (habits_.commas && !habits_.loose_commas && !habits_.points)
      found = check_commas(line);
    if (found) return found;
  }
  return std::nullopt;
}

}  // namespace

std::optional<TableTextProblem> prepare_table_text(std::string& text) {
  if (text.find('\0') != npos) return std::nullopt;
  return TableText(text).prepare();
}

}  // namespace mbs
