// Empty cells of measured tables: TABLE ... GAPS 0|FILL. A cell is empty if there is nothing
// between two separators, or the word NaN or NA. Rows in the deck itself write it as NaN.
#pragma once

#include <string>

#include "deck/lines/record_reader.h"
#include "text/time_table.h"

namespace mbs {

inline constexpr std::string_view kGapsForm =
    "expected a number; GAPS 0 or GAPS FILL behind TABLE says what stands for empty cells";

// GAPS 0 or GAPS FILL, if it comes next. `in` has an error if something else follows GAPS.
Gaps read_gaps(RecordReader& in);

// True if the token is an empty cell.
bool is_empty_cell(const Token& token);

// A value of a table, or NaN for an empty cell if `gaps` allows it.
double table_value(RecordReader& in, Gaps gaps, std::string_view field,
                   std::string_view expected = kGapsForm);

// Fills cells that are NaN: with 0, or by the natural cubic spline through the other values of the
// column (before the first and behind the last of them constant). Lists the cells in
// table.empty_rows. Returns an error text if a column has no value, else an empty string.
std::string close_gaps(TimeTable& table, Gaps gaps);

// " GAPS FILL" or similar; empty without gaps.
std::string write_gaps(const TimeTable& table);
// A value as deck text with a blank before it; NaN if its cell was empty.
std::string write_cell(const TimeTable& table, std::size_t column, std::size_t row);

// The measured rows of a column: all rows that GAPS FILL did not fill.
struct KnownRows {
  std::vector<double> t, y;
};
KnownRows known_rows(const TimeTable& table, int column);

// "12 of 400 cells empty, taken as 0"; with FILL also the longest gap in time. left_out: a
// smoothing curve ignores such rows, and empty cells at an end shorten the column. Empty without
// empty cells.
std::string describe_gaps(const TimeTable& table, bool left_out);

}  // namespace mbs
