// What a deck asks to be observed beside the tables of its dialect: measures.
#pragma once

#include <cstdint>
#include <string>

#include "base/source_location.h"

namespace mbs {

enum class Passing : std::uint8_t { rising, falling, both };

enum class Reduction : std::uint8_t {
  minimum,
  maximum,
  peak_to_peak,
  average,
  rms,
  integral,
  first,
  last,
  value_when,  // of an expression, at the instant of a condition
  time_when,   // that instant
  formula      // of parameters and earlier measures
};

// MEASURE name = MIN|MAX|PP|AVG|RMS|INTEG|FIRST|LAST [ABS] expression [FROM a] [TO b]
// MEASURE name = expression WHEN condition [RISING|FALLING] [NTH n]
// MEASURE name = TIME WHEN condition ...
// MEASURE name = expression of parameters and earlier measures
// each with REQUIRED where the run must have it.
struct MeasureRow {
  std::string name;
  Reduction reduction = Reduction::formula;
  bool absolute = false;
  std::string text;  // of the expression, as written; empty: TIME
  SourceLocation text_at;
  std::string condition, function;  // as in EventRow: text and function
  bool comparison = false;
  SourceLocation condition_at;
  Passing passing = Passing::both;
  bool passing_given = false;
  long long nth = 1;
  bool has_from = false, has_to = false;
  double from = 0, to = 0;  // [s]
  bool required = false;
  std::string label;  // "MEASURE stroke"
  SourceLocation where;
};

constexpr bool has_condition(const MeasureRow& row) {
  return row.reduction == Reduction::value_when || row.reduction == Reduction::time_when;
}

}  // namespace mbs
