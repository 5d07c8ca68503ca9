#include "study/number_table.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstring>
#include <limits>

#include "base/diagnostics.h"
#include "base/index.h"
#include "report/report_reader.h"
#include "study/run_table.h"
#include "text/characters.h"
#include "text/names.h"
#include "text/parameters.h"

namespace mbs {

namespace {

std::string_view without_mark(std::string_view text) {
  if (text.starts_with("\xEF\xBB\xBF")) text.remove_prefix(3);
  return text;
}

// The head line; `rest` becomes the text behind it.
std::string_view head_line(std::string_view text, std::string_view& rest) {
  text = without_mark(text);
  ReportLines lines(text);
  const ReportLine head = next_csv_line(lines);
  const std::size_t end = head.text.data() + head.text.size() - text.data();
  rest = head.end ? std::string_view() : text.substr(std::min(text.size(), end));
  return head.text;
}

// A number, or NaN for an empty field and for words.
double number_at(const char* from, const char* to) {
  while (from < to && is_padding(*from)) ++from;
  while (to > from && is_padding(to[-1])) --to;
  if (from < to && *from == '+') ++from;
  double value = 0;
  const auto [end, error] = std::from_chars(from, to, value);
  if (error != std::errc() || end != to || !std::isfinite(value))
    return std::numeric_limits<double>::quiet_NaN();
  return value;
}

int index_of(const std::string& wanted, const std::vector<std::string>& names) {
  const auto exact = std::find(names.begin(), names.end(), wanted);  // a file may have both T and t
  if (exact != names.end()) return static_cast<int>(exact - names.begin());
  const std::string name = lower_case(wanted);
  for (std::size_t k = 0; k < names.size(); ++k)
    if (lower_case(names[k]) == name) return static_cast<int>(k);
  int number = 0;
  const auto [end, error] = std::from_chars(name.data(), name.data() + name.size(), number);
  const bool whole = error == std::errc() && end == name.data() + name.size();
  return whole && number >= 1 && number <= count_of(names) ? number - 1 : -1;
}

}  // namespace

std::vector<std::string> table_names(std::string_view text) {
  std::string_view rest;
  const std::string_view head = head_line(text, rest);
  return head.empty() ? std::vector<std::string>() : csv_fields(head);
}

std::vector<std::string> read_text_column(std::string_view text, const std::string& name) {
  std::string_view rest;
  const std::vector<std::string> names = csv_fields(head_line(text, rest));
  const int index = index_of(name, names);
  std::vector<std::string> out;
  ReportLines lines(rest);
  for (ReportLine line = next_csv_line(lines); !line.end; line = next_csv_line(lines)) {
    std::vector<std::string> fields = csv_fields(line.text);
    const std::size_t k = index;
    out.push_back(k < fields.size() ? std::move(fields[k]) : std::string());
  }
  return out;
}

NumberTable read_number_table(std::string_view text, const std::vector<std::string>& wanted) {
  NumberTable out;
  std::string_view rest;
  const std::string_view head = head_line(text, rest);
  if (head.empty()) {
    out.problem = "it is empty; expected a first line with the names of its columns";
    return out;
  }
  out.names = csv_fields(head);
  for (std::size_t k = 0; wanted.empty() && k < out.names.size(); ++k)
    out.chosen.push_back(static_cast<int>(k));
  for (const std::string& name : wanted) {
    const int index = index_of(name, out.names);
    if (index < 0) {
      const std::vector<std::string_view> known(out.names.begin(), out.names.end());
      const std::string_view near = nearest_word(name, known);
      out.problem = fmt::format("it has no column '{}'{}", name,
                                near.empty() ? "; its first line names them all"
                                             : fmt::format("; did you mean '{}'?", near));
      return out;
    }
    out.chosen.push_back(index);
  }
  // fills[c]: the chosen columns that column c of the file fills.
  std::vector<std::vector<std::size_t>> fills(out.names.size());
  for (std::size_t k = 0; k < out.chosen.size(); ++k) fills[out.chosen[k]].push_back(k);
  out.columns.resize(out.chosen.size());
  const char *at = rest.data(), *const end = at + rest.size();
  while (at < end) {
    const auto* line_end =
        static_cast<const char*>(std::memchr(at, '\n', static_cast<std::size_t>(end - at)));
    if (!line_end) line_end = end;
    while (at < line_end && is_padding(*at)) ++at;
    if (at < line_end && *at != '#') {
      const std::size_t rows = out.columns.empty() ? 0 : out.columns[0].size();
      const char* field = at;
      for (std::size_t column = 0; column < fills.size() && field <= line_end; ++column) {
        const char* field_end = field;
        bool quoted = false;
        while (field_end < line_end && (quoted || *field_end != ',')) {
          if (*field_end == '"') quoted = !quoted;
          ++field_end;
        }
        if (!fills[column].empty()) {
          const double value = number_at(field, field_end);
          for (const std::size_t k : fills[column]) out.columns[k].push_back(value);
        }
        field = field_end + 1;
      }
      for (std::vector<double>& column : out.columns)  // a row that is too short
        if (column.size() == rows) column.push_back(std::numeric_limits<double>::quiet_NaN());
    }
    at = line_end + 1;
  }
  if (!out.columns.empty() && out.columns[0].empty()) out.problem = "it has no rows";
  return out;
}

}  // namespace mbs
