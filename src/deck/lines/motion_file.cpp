#include "deck/lines/motion_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>

#include "base/index.h"
#include "deck/lines/c3d_table.h"
#include "deck/lines/gaps.h"
#include "deck/lines/lexer.h"
#include "text/characters.h"
#include "text/names.h"
#include "text/number.h"

namespace mbs {

namespace {

constexpr int kMostHeadLines = 1000;  // of a .mot or .sto file

std::string_view stripped(std::string_view text) {
  while (!text.empty() && is_padding(text.front())) text.remove_prefix(1);
  while (!text.empty() && is_padding(text.back())) text.remove_suffix(1);
  return text;
}

// A field and its column, from 1.
struct Field {
  std::string_view text;
  int column;
};

std::vector<Field> fields_in(std::string_view line, bool by_tabs) {
  std::vector<Field> out;
  const auto ends = [&](char c) { return by_tabs ? c == '\t' : is_padding(c); };
  for (std::size_t from = 0; from < line.size();) {
    std::size_t to = from;
    while (to < line.size() && !ends(line[to])) ++to;
    const std::string_view cell = stripped(line.substr(from, to - from));
    if (!cell.empty()) out.push_back({cell, static_cast<int>(from) + 1});
    from = to + 1;
  }
  return out;
}

std::optional<int> whole_number(std::string_view text) {
  int out = 0;
  if (text.empty() || text.size() > 9) return {};
  for (const char c : text) {
    if (!is_digit(c)) return {};
    out = 10 * out + (c - '0');
  }
  return out;
}

// Takes lines from the start of a text, one by one.
class HeadLines {
 public:
  explicit HeadLines(std::string& text) : text_(text) {}

  bool at_end() const { return next_ >= text_.size(); }
  int number() const { return number_; }
  std::string_view peek() const { return std::string_view(text_).substr(next_, end() - next_); }
  std::string_view take() {
    const std::string_view out = peek();
    next_ = std::min(end() + 1, text_.size());
    ++number_;
    return out;
  }
  // Blanks the lines taken so far; line feeds stay.
  void blank() {
    for (std::size_t i = 0; i < next_; ++i)
      if (text_[i] != '\n') text_[i] = ' ';
  }
  std::size_t position() const { return next_; }

 private:
  std::size_t end() const { return std::min(text_.find('\n', next_), text_.size()); }

  std::string& text_;
  std::size_t next_ = 0;
  int number_ = 0;  // of the line taken last, from 1
};

// The head of a .trc file. Its lines: kind of file; names of facts; facts; names of markers; X1 Y1
// Z1 ...
class MarkerHead {
 public:
  MarkerHead(HeadLines& lines, MotionFile& out) : lines_(lines), out_(out) {}

  std::optional<TableTextProblem> read() {
    lines_.take();
    const std::vector<Field> names = fields_in(lines_.take(), false);
    const std::vector<Field> facts = fields_in(lines_.take(), false);
    const auto fact = [&](std::string_view name) -> std::optional<Field> {
      for (std::size_t k = 0; k < std::min(names.size(), facts.size()); ++k)
        if (are_same_name(names[k].text, name)) return facts[k];
      return {};
    };
    const std::optional<Field> unit = fact("Units"), count = fact("NumMarkers");
    if (!unit)
      return problem(1, "it does not say its Units", "expected them, such as mm, in line 2");
    const auto size = parse_unit(unit->text);
    if (!size || size->unit != unit::metre)
      return problem(unit->column, fmt::format("'{}' is no length", printable(unit->text)),
                     "expected the unit of the places of markers: mm, cm or m");
    out_.length_name = unit->text;
    out_.length = size->size;
    if (const auto frames = fact("NumFrames")) out_.rows = whole_number(frames->text).value_or(-1);
    return read_names(count ? whole_number(count->text) : std::nullopt);
  }

 private:
  std::optional<TableTextProblem> read_names(std::optional<int> count) {
    const std::string_view line = lines_.take();
    const std::vector<Field> fields = fields_in(line, line.find('\t') != npos);
    const int found = std::max(0, count_of(fields) - 2);
    if (count && *count != found)
      return problem(1, fmt::format("{} markers are named where {} are said to be", found, *count),
                     "expected a name for each of NumMarkers, behind Frame# and Time");
    if (found == 0)
      return problem(1, "no markers are named", "expected Frame#, Time and names of markers");
    out_.headings = {"Frame#", "Time"};
    for (std::size_t k = 2; k < fields.size(); ++k)
      for (const char axis : {'x', 'y', 'z'})
        out_.headings.push_back(fmt::format("{}.{}", fields[k].text, axis));
    const std::vector<Field> axes = fields_in(lines_.peek(), false);
    if (!axes.empty() && !is_digit(axes.front().text.front())) lines_.take();
    return {};
  }

  std::optional<TableTextProblem> problem(int column, std::string text, std::string expected) {
    return TableTextProblem{lines_.number(), column, std::move(text), std::move(expected)};
  }

  HeadLines& lines_;
  MotionFile& out_;
};

// Reads lines such as inDegrees=yes and nRows=100 up to `endheader`, then the headings.
std::optional<TableTextProblem> read_storage_head(HeadLines& lines, MotionFile& out) {
  for (std::string_view line = stripped(lines.take()); !is_same_name(line, "endheader");
       line = stripped(lines.take())) {
    const std::size_t sign = line.find('=');
    if (sign == npos) continue;
    const std::string key = lower_case(stripped(line.substr(0, sign)));
    const std::string_view value = stripped(line.substr(sign + 1));
    if (key == "nrows") out.rows = whole_number(value).value_or(-1);
    if (key != "indegrees") continue;
    const std::string word = lower_case(value);
    if (word != "yes" && word != "no")
      return TableTextProblem{lines.number(), 1, fmt::format("inDegrees is '{}'", printable(value)),
                              "expected inDegrees=yes or inDegrees=no"};
    out.in_degrees = word == "yes";
  }
  std::string_view headings;
  while (!lines.at_end() && stripped(headings).empty()) headings = lines.take();
  for (const Field& field : fields_in(headings, headings.find('\t') != npos))
    out.headings.emplace_back(field.text);
  return {};
}

// Whether `endheader` is among the first kMostHeadLines lines and before the first line that is too
// long for a head.
bool has_endheader(std::string& text) {
  HeadLines lines(text);
  for (int k = 0; k < kMostHeadLines && !lines.at_end(); ++k)
    if (is_same_name(stripped(lines.take()), "endheader")) return true;
  return false;
}

// A head without `endheader` is none, and inDegrees in it would be lost.
std::optional<TableTextProblem> find_lost_degrees(HeadLines lines) {
  for (int k = 0; k < kMostHeadLines && !lines.at_end(); ++k) {
    const std::string_view line = stripped(lines.take());
    if (!line.empty() && is_digit(line.front())) return {};
    if (is_same_name(stripped(line.substr(0, line.find('='))), "indegrees"))
      return TableTextProblem{lines.number(), 1,
                              fmt::format("'{}' stands in a head without an end", printable(line)),
                              "expected a line endheader above the headings of the columns"};
  }
  return {};
}

constexpr std::string_view kByteOrder = "\xEF\xBB\xBF";

}  // namespace

std::optional<TableTextProblem> read_motion_head(std::string& text, MotionFile& out) {
  if (text.find('\0') != npos) return {};
  HeadLines lines(text);
  std::string_view first = stripped(lines.peek());
  if (first.starts_with(kByteOrder)) first.remove_prefix(kByteOrder.size());
  std::optional<TableTextProblem> found;
  if (first.starts_with("PathFileType")) {
    out.kind = MotionFile::Kind::markers;
    found = MarkerHead(lines, out).read();
    std::replace(text.begin() + static_cast<std::ptrdiff_t>(lines.position()), text.end(), '\t',
                 ',');
  } else if (has_endheader(text)) {
    out.kind = MotionFile::Kind::storage;
    found = read_storage_head(lines, out);
  } else {
    found = find_lost_degrees(lines);
  }
  if (out.kind != MotionFile::Kind::other) lines.blank();
  return found;
}

std::string read_c3d_head(std::string bytes, MotionFile& out) {
  std::string problem;
  out.kind = MotionFile::Kind::c3d;
  out.c3d = C3dFile::open(std::move(bytes), problem);
  if (out.c3d) out.headings = c3d_headings(*out.c3d);
  return problem;
}

Unit MotionFile::unit_of(int number) const {
  if (kind == Kind::markers && number > 2) return unit::metre;
  return kind == Kind::c3d ? c3d_column_unit(*c3d, number).size.unit : unit::unknown;
}

std::optional<Ratio> MotionFile::size_of(int number, Unit unit) const {
  if (kind == Kind::other) return {};
  if (unit == unit::second) return Ratio{};
  if (kind == Kind::markers) return number > 2 ? std::optional(length) : std::nullopt;
  if (kind == Kind::c3d) {
    // Places are always lengths; other columns keep their numbers where the deck has no unit.
    const UnitSize column = c3d_column_unit(*c3d, number).size;
    const bool converted = column.unit.known && (unit.known || column.unit == unit::metre);
    return converted ? std::optional(column.size) : std::nullopt;
  }
  // inDegrees holds for angles, angular velocities and angular accelerations.
  if (!in_degrees || !unit.known || unit.rad != 1 || unit.m != 0 || unit.kg != 0) return {};
  return *in_degrees ? Ratio{kPi, 180} : Ratio{};
}

std::string MotionFile::said_of(const std::vector<int>& numbers,
                                const std::vector<Unit>& units) const {
  for (std::size_t k = 0; k < units.size(); ++k) {
    const int number = k + 1 < numbers.size() ? numbers[k + 1] : 1;
    if (!size_of(number, units[k])) continue;
    if (kind == Kind::c3d) {
      const C3dColumnUnit column = c3d_column_unit(*c3d, number);
      if (column.size.unit != unit::metre || column.name.empty()) continue;
      return fmt::format("lengths of the file in {}; frame 1 is at time 0", column.name);
    }
    if (kind == Kind::markers) return fmt::format("lengths of the file in {}", length_name);
    return *in_degrees ? "angles of the file in degrees" : "angles of the file in radians";
  }
  return {};
}

void find_missing_markers(const MotionFile& file, LexedDeck& rows) {
  if (file.kind != MotionFile::Kind::markers) return;
  for (Record& row : rows.records) {
    std::vector<Token>& cells = row.tokens;
    while (cells.size() < file.headings.size()) {
      Token empty;
      empty.where = row.end;
      cells.push_back(empty);
    }
    for (std::size_t k = 2; k + 2 < file.headings.size(); k += 3) {
      const auto seen = [](const Token& cell) {
        return !is_empty_cell(cell) && !(cell.kind == TokenKind::number && cell.value == 0);
      };
      if (std::any_of(cells.begin() + static_cast<std::ptrdiff_t>(k),
                      cells.begin() + static_cast<std::ptrdiff_t>(k) + 3, seen))
        continue;
      for (std::size_t i = k; i < k + 3; ++i) {
        cells[i].kind = TokenKind::word;
        cells[i].text.clear();
      }
    }
  }
}

}  // namespace mbs
