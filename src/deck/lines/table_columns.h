// COLUMNS c c ...: the wanted columns of a file, the time first. Each is a number or a heading in
// quotes, optionally with SCALE factor or DEG behind it.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "deck/lines/record_reader.h"
#include "text/time_table.h"

namespace mbs {

inline constexpr int kLastColumn = 10'000;  // largest column number

// One column of a file.
struct TableColumn {
  int number = 0;       // from 1; 0: by the heading
  std::string heading;  // as in the deck
  double scale = 1;
  bool degrees = false;  // DEG
  SourceLocation where;
};

// Reads COLUMNS (or another word) and one column for the time and for each field; empty if the
// next word is another.
std::vector<TableColumn> read_table_columns(RecordReader& in,
                                            std::span<const std::string_view> fields,
                                            std::string_view word = "COLUMNS");

// The cells of the last line before the first row; empty if that line has no letters. Separators
// are tabs if there are any, else semicolons, commas or blanks.
std::vector<std::string> headings_of(std::string_view text);

// "1 'time', 2 'ground_force_vx [N]', ..."; empty without headings.
std::string list_headings(const std::vector<std::string>& headings);

// The column with this heading, from 1; 0: none. Letter case, a unit in brackets and a prefix
// before a colon are ignored if the column is then unique.
int find_heading(const std::vector<std::string>& headings, std::string_view wanted);

// Unwraps angles within one turn. At a step of more than half a turn the rows behind it are moved
// by a whole turn if the steps beside it are smaller (or go back over the cut) and the corrected
// step is like them. Returns a text for the head of the report: what was moved, or suspected and
// not moved; else empty. Rows that are not finite stay.
// factor: of the numbers in the file. A ratio may be part of it (a gear of 0.9 on a measured
// angle): then the rows of the file lie within a turn of radians or degrees, and steps over its cut
// become more like those beside them by a turn of the file than by one of the angles. doubtful: the
// numbers may be no angles; steps are whole turns only where they lead over the ends of the turn in
// which all rows lie.
std::string unwrap_angles(const std::vector<double>& t, std::vector<double>& angles,
                          double factor = 1, bool doubtful = false);

}  // namespace mbs
