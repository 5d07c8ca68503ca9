// Empty cells of measured tables: TABLE ... GAPS 0|FILL. A cell is empty where nothing stands
// between two separators, or where it contains the word NaN or NA; in rows of the deck itself it is
// written as NaN.
#pragma once

#include <string>

#include "deck/lines/record_reader.h"
#include "deck/tables/rows.h"

namespace mbs {

inline constexpr std::string_view kGapsForm =
    "expected a number; GAPS 0 or GAPS FILL behind TABLE says what stands for empty cells";

// GAPS 0 or GAPS FILL, if it comes next. `in` has an error if something else follows GAPS.
Gaps read_gaps(RecordReader& in);

// True if the token is an empty cell.
bool is_empty_cell(const Token& token);

// A value of a table, or NaN for an empty cell where `gaps` stands for one.
double table_value(RecordReader& in, Gaps gaps, std::string_view field,
                   std::string_view expected = kGapsForm);

// Gives the cells that are NaN their values: 0, or the natural cubic spline through the other
// values of the column, the first or last of them before and behind these. Says which they were in
// table.empty_rows. Empty, or what is wrong: a column without any value.
std::string close_gaps(TimeTable& table, Gaps gaps);

// " GAPS FILL", or nothing.
std::string write_gaps(const TimeTable& table);
// The value of a row as deck text with a blank before it: NaN where its cell was empty.
std::string write_cell(const TimeTable& table, std::size_t column, std::size_t row);

// The rows of a column whose cells GAPS FILL did not fill: what was measured.
struct KnownRows {
  std::vector<double> t, y;
};
KnownRows known_rows(const TimeTable& table, int column);

// "12 of 400 cells empty, taken as 0"; with FILL the longest gap in time, too. left_out: curves
// that smooth leave such rows out, and an empty end shortens what is known of a column. Empty
// without any.
std::string describe_gaps(const TimeTable& table, bool left_out);

}  // namespace mbs
