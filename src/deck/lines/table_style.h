// The words between TABLE and its rows or its file: the curves of the columns and the meaning of
// empty cells.
//
//   [curve [FOR field ...]]... [GAPS 0|FILL] [THRESHOLD f] [SHIFT s]     in any order
//   curve: LINEAR, MONOTONE, NATURAL, SMOOTH [CUBIC], SMOOTH QUINTIC, SMOOTH CUTOFF f, SMOOTH SD s
//
// A curve without FOR is for all columns that no FOR names. THRESHOLD is for measured forces: a
// smaller force counts as none (deck/records/force_plate.h). So is SHIFT: the clock of the file
// begins s after that of the run.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "deck/lines/record_reader.h"
#include "text/curve_choice.h"
#include "text/time_table.h"

namespace mbs {

struct MotionRow;

struct TableStyle {
  std::vector<CurveChoice> curves;  // one per field
  Gaps gaps = Gaps::refuse;
  double threshold = 0;
  double shift = 0;  // [s]
};

// `otherwise`: the curve of fields without one. opener: the word before them.
TableStyle read_table_style(RecordReader& in, CurveChoice otherwise,
                            std::span<const std::string_view> fields,
                            std::string_view opener = "TABLE");
inline constexpr std::string_view kTableStyle = "[LINEAR|MONOTONE|NATURAL|SMOOTH] [GAPS 0|FILL]";

// A cut-off frequency that is too high for the spacing of the rows is an error.
void check_table_style(RecordReader& in, const TableStyle& style, const TimeTable& table,
                       SourceLocation where);

// The words before the rows of a table: " TABLE SMOOTH GAPS FILL".
std::string write_table_style(const CurveChoice& curve, const TimeTable& table);
// The same for the columns of one table, in the order of the fields.
std::string write_table_style(std::span<const MotionRow> motions,
                              std::span<const std::string_view> fields);

}  // namespace mbs
