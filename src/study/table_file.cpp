#include "study/table_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>

#include "deck/lines/motion_file.h"
#include "study/run_table.h"
#include "text/characters.h"
#include "text/storage_name.h"

namespace mbs {

namespace {

// A row of a storage file with commas between its numbers. Where it has tabs these separate, so
// that an empty cell stays one.
void add_row(std::string_view line, std::string& csv) {
  const bool by_tabs = line.find('\t') != std::string_view::npos;
  const auto ends = [&](char c) { return by_tabs ? c == '\t' : is_padding(c); };
  while (!line.empty() && is_padding(line.front()) && line.front() != '\t') line.remove_prefix(1);
  while (!line.empty() && is_padding(line.back()) && line.back() != '\t') line.remove_suffix(1);
  if (line.empty()) return;
  bool separated = false;
  for (const char c : line) {
    if (!ends(c)) csv += c;
    if (ends(c) && (by_tabs || !separated)) csv += ',';
    separated = ends(c);
  }
  csv += '\n';
}

}  // namespace

TableFile table_file(std::string text, const std::string& name) {
  TableFile out;
  MotionFile file;
  std::string rows = text;
  if (const auto found = read_motion_head(rows, file)) {
    out.problem = fmt::format("line {}: {}; {}", found->line, found->text, found->expected);
    return out;
  }
  if (file.kind == MotionFile::Kind::markers) {
    out.problem = "it is a file of markers; expected a CSV, .sto or .mot file";
  } else if (file.kind == MotionFile::Kind::storage) {
    out.in_degrees = file.in_degrees.value_or(false);
    for (std::size_t k = 0; k < file.headings.size(); ++k)
      out.csv += (k > 0 ? "," : "") + (file.headings[k].find(',') == std::string::npos
                                           ? file.headings[k]
                                           : csv_quoted(file.headings[k]));
    out.csv += '\n';
    for (std::size_t from = 0; from < rows.size();) {
      const std::size_t to = std::min(rows.find('\n', from), rows.size());
      add_row(std::string_view(rows).substr(from, to - from), out.csv);
      from = to + 1;
    }
  } else if (is_storage_name(name)) {
    out.problem = "it has no line 'endheader'; expected the head of a .sto or .mot file";
  } else {
    out.csv = std::move(text);
  }
  return out;
}

}  // namespace mbs
