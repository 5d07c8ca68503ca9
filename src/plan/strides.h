// MARK: instants of a motion, such as heel strikes. STRIDE: the pieces of the motion between two
// marks. Unlike an EVENT, a mark changes nothing in the run.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/source_location.h"
#include "plan/observations.h"

namespace mbs {

// MARK name WHEN condition [RISING|FALLING] [APART s]: each time at which the condition comes true.
// MARK name AT t, t, ...: given times.
// MARK name HEEL "marker" PELVIS "marker" IN "file" ALONG axis [APART s], or TOE: times that are
// read from a file of markers.
struct MarkRow {
  std::string name;
  MeasureRow when;            // TIME WHEN condition; without a condition: `times`
  std::vector<double> times;  // [s], ascending
  double apart = 0;           // a mark less than this behind the one before it does not count [s]
  bool has_condition() const { return !when.condition.empty(); }
  std::string label;  // "MARK rhs"
  SourceLocation where;
};

// STRIDE name FROM mark TO mark [OFF mark] [FOOT expression] [OTHER mark [FOOT expression]]
// [COLUMNS channel ...]
struct StrideRow {
  static constexpr int kPoints = 101;  // 0 to 100 per cent

  std::string name;
  std::string from, to;          // names of marks
  std::string off, other;        // toe-off, contact of the other foot; empty: not given
  std::string foot, other_foot;  // places along the walk; empty: not given
  SourceLocation foot_at, other_foot_at;
  ReportRow columns;  // of the table of the 101 points; none: no table
  std::string label;  // "STRIDE right"
  SourceLocation where;
};

struct Plan;

// Null if there is none of that name.
const MarkRow* find_mark(const Plan& plan, std::string_view name);

// A name in an expression that MARK and STRIDE lines make: rhs.2 is the second time of the mark
// rhs, right.stance a value of the strides right.
struct StrideName {
  const MarkRow* mark;      // null: of a stride
  const StrideRow* stride;  // null: of a mark
  long long number;         // of a mark, from 1 on; 0: its part is no number
  std::string_view part;    // behind the point
};
std::optional<StrideName> stride_name(std::string_view name, const Plan& plan);
// All such names in an expression.
std::vector<std::string_view> stride_names_in(std::string_view text, const Plan& plan);
// Whether an OUT line of the plan reads times of marks, itself or by OUT lines above it.
bool reads_marks(const Plan& plan, const OutRow& row);

// The values of strides that expressions may name; each but the first one also has a standard
// deviation, right.time.sd.
std::span<const std::string_view> stride_values();

}  // namespace mbs
