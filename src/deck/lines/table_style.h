// What stands between TABLE and its rows or its file: the curves through the columns, and what
// empty cells mean.
//
//   [curve [FOR field ...]]... [GAPS 0|FILL] [THRESHOLD f]     in any order
//   curve: LINEAR, MONOTONE, NATURAL, SMOOTH [CUBIC], SMOOTH QUINTIC, SMOOTH CUTOFF f, SMOOTH SD s
//
// A curve without FOR is that of all columns that no other one names. A THRESHOLD is for measured
// forces: a smaller one is none (deck/records/force_plate.h).
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "deck/lines/record_reader.h"
#include "deck/tables/rows.h"

namespace mbs {

struct TableStyle {
  std::vector<CurveChoice> curves;  // of each field
  Gaps gaps = Gaps::refuse;
  double threshold = 0;
};

// `otherwise`: the curve of fields that have none.
TableStyle read_table_style(RecordReader& in, CurveChoice otherwise,
                            std::span<const std::string_view> fields);
inline constexpr std::string_view kTableStyle = "[LINEAR|MONOTONE|NATURAL|SMOOTH] [GAPS 0|FILL]";

// A cut-off that the rows are too far apart for is an error.
void check_table_style(RecordReader& in, const TableStyle& style, const TimeTable& table,
                       SourceLocation where);

// " TABLE SMOOTH GAPS FILL": what stands before the rows of a table.
std::string write_table_style(const CurveChoice& curve, const TimeTable& table);
// The same of the columns of one table, in the order of the fields.
std::string write_table_style(std::span<const MotionRow> motions,
                              std::span<const std::string_view> fields);

}  // namespace mbs
