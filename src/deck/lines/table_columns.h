// Which columns of a file are wanted: COLUMNS c c ..., the time first, each a number or a heading
// in quotes, perhaps with SCALE factor or DEG behind it.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "deck/lines/record_reader.h"
#include "text/time_table.h"

namespace mbs {

inline constexpr int kLastColumn = 10'000;  // that a record may ask for

// One column of a file.
struct TableColumn {
  int number = 0;       // from 1; 0: that with the heading
  std::string heading;  // as the deck has it
  double scale = 1;
  bool degrees = false;  // DEG
  SourceLocation where;
};

// COLUMNS and one column for the time and for each field, if the word comes next; else none.
std::vector<TableColumn> read_table_columns(RecordReader& in,
                                            std::span<const std::string_view> fields);

// The cells of the last line before the first row; none where no letters stand there. Tabs separate
// them where there are tabs, else semicolons, commas or blanks.
std::vector<std::string> headings_of(std::string_view text);

// "1 'time', 2 'ground_force_vx [N]', ...", or nothing without headings.
std::string list_headings(const std::vector<std::string>& headings);

// The column with this heading, from 1, letter case and a unit in brackets ignored where that is
// unique, or else what stands before a colon; 0: none.
int find_heading(const std::vector<std::string>& headings, std::string_view wanted);

// Angles that were taken to lie within one turn: where one step exceeds half a turn, the steps
// beside it do not or go back over the cut, and a whole turn less makes it like those beside them,
// the rows from there on are moved by whole turns. What was done, or seen and left alone, for the
// head of a report; else empty.
std::string unwrap_angles(const std::vector<double>& t, std::vector<double>& angles);

}  // namespace mbs
