// Observations that the deck asks for besides the tables of its dialect: names, own channels,
// measures.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/source_location.h"

namespace mbs {

enum class Passing : std::uint8_t { rising, falling, both };
// What a condition is where its function is 0: with < and >, with <= and >=, with both joined by &&
// or ||.
enum class AtBound : std::uint8_t { is_false, is_true, is_open };

enum class Reduction : std::uint8_t {
  minimum,
  maximum,
  peak_to_peak,
  average,
  rms,
  integral,
  first,
  last,
  value_when,  // value of an expression at the instant of a condition
  time_when,   // instant of a condition
  formula      // of parameters and earlier measures
};

// MEASURE name = MIN|MAX|PP|AVG|RMS|INTEG|FIRST|LAST [ABS] expression [FROM a] [TO b] MEASURE name
// = expression WHEN condition [RISING|FALLING] [NTH n] MEASURE name = TIME WHEN condition ...
// MEASURE name = expression of parameters and earlier measures Each may end with REQUIRED: the run
// must have a value of it.
struct MeasureRow {
  std::string name;
  Reduction reduction = Reduction::formula;
  bool absolute = false;
  std::string text;  // of the expression, as written; empty: TIME
  SourceLocation text_at;
  std::string condition, function;  // as in EventRow: text and function
  bool comparison = false;
  AtBound at_bound = AtBound::is_false;
  SourceLocation condition_at;
  Passing passing = Passing::both;
  bool passing_given = false;
  long long nth = 1;
  bool has_from = false, has_to = false;
  double from = 0, to = 0;  // [s]
  // Ends of the window that name times of marks (MARK); empty: from, to.
  std::string from_text, to_text;
  SourceLocation from_at, to_at;
  // Why it has no value: it reads the time of a mark that did not come about. Mostly empty.
  std::string missing;
  bool required = false;
  bool of_subject = false;  // made from SUBJECT lines, which are written back in its place
  std::string label;        // "MEASURE stroke"
  SourceLocation where;
};

// NAME: see deck/records/name_records.h.
struct NameRow {
  std::string kind;      // "BODY", "REVOLUTE", "NODE"
  std::string channels;  // start of its channel names before the number; empty: none
  int number = 0;        // of its owner; the point node of a native pair
  int angle = 0;         // angle node of a native pair, else 0
  std::string name;
  std::string label;        // "NAME rocker"
  bool of_dialect = false;  // a name that the dialect gives, and no line of the deck
  SourceLocation where;
};

// OUT name = expression: a channel of its own.
struct OutRow {
  std::string name;
  std::string text;  // as written; reads channels, t, parameters and earlier OUT
  SourceLocation text_at;
  std::string meaning;  // of a channel that SUBJECT lines make; empty: of an OUT line
  std::string label;    // "OUT mu"
  SourceLocation where;
};

// A rotation that an expression of the deck or a column asks for by its name: "rot2.zxy_1" of node
// 2, "rot2_5.vector_3" of node 5 as node 2 sees it, "rotd2.zxy_1" of the rates of the angles.
struct RotationRow {
  int node = 0, in_node = -1;  // indices into Tables::nodes; -1: as seen in space
  std::string form;            // "zxy", "vector", "angle", "matrix", "velocity"
};

// REPORT t rocker.phi[deg] mu ... [EVERY n] or REPORT NONE: tables in place of those of the
// dialect.
struct ReportRow {
  struct Column {
    std::string name;  // of a channel, or t
    bool degrees = false;
    SourceLocation where;
  };
  std::vector<Column> columns;  // none: NONE
  long long every = 1;
  std::string label = "REPORT";
  SourceLocation where;
};

// SWEEP name FROM a TO b BY s or SWEEP name = a, b, c: the values of a parameter in the runs of
// `mbsim sweep`.
struct SweepRow {
  std::string parameter;
  // from, to, by: from + k by for k = 0, 1, ... up to `to`; else the values.
  bool is_range = false;
  std::vector<double> values;
  std::vector<std::string> texts;  // of a text, in the place of values
  std::string label;               // "SWEEP a"
  SourceLocation where;
};

constexpr bool has_condition(const MeasureRow& row) {
  return row.reduction == Reduction::value_when || row.reduction == Reduction::time_when;
}

}  // namespace mbs
