// The values of measures and of SUMMARY, and how they are printed.
#pragma once

#include <string>
#include <vector>

#include "base/diagnostics.h"
#include "observe/layout.h"

namespace mbs {

struct MeasureValue {
  std::string name;
  double value = 0;    // finite; nan with a reason
  double size = 0;     // size of the numbers it is computed from, for its digits
  std::string reason;  // why it has no value
  bool required = false;
  SourceLocation where;
  std::string note = {};           // names the impulses that it leaves out
  std::vector<double> times = {};  // at which its condition came true, up to the n-th time
};

// Least and largest value of a channel and the first times of both.
struct SummaryRow {
  Channel channel;
  double least = 0, least_at = 0, most = 0, most_at = 0;
};

// "SUMMARY" and a line for each channel that changes; digits as below.
std::string summary_table(const std::vector<SummaryRow>& rows, int digits);

// "MEASURES" and a line for each value. digits as RunSettings::digits; 0 or less: digits that suit
// the size.
std::string measure_table(const std::vector<MeasureValue>& values, int digits);
// "name value" lines, each number in the fewest digits that read back.
std::string measure_lines(const std::vector<MeasureValue>& values);
// Warns of the values with a note.
void warn_of_notes(const std::vector<MeasureValue>& values, Diagnostics& diagnostics);
// Reports errors and returns false if a REQUIRED measure has no value.
bool has_required(const std::vector<MeasureValue>& values, Diagnostics& diagnostics);

}  // namespace mbs
