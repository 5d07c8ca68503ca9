// What a run has measured, and how it is printed.
#pragma once

#include <string>
#include <vector>

#include "base/diagnostics.h"
#include "observe/layout.h"

namespace mbs {

struct MeasureValue {
  std::string name;
  double value = 0;    // finite; nan with a reason
  double size = 0;     // of the numbers it is made of, for its digits
  std::string reason;  // why it has no value
  bool required = false;
  SourceLocation where;
  std::string note = {};  // what it leaves out
};

// Least and largest value of a channel and where they are first.
struct SummaryRow {
  Channel channel;
  double least = 0, least_at = 0, most = 0, most_at = 0;
};

// "SUMMARY" and a line for each channel that changes; digits as below.
std::string summary_table(const std::vector<SummaryRow>& rows, int digits);

// "MEASURES" and a line for each; digits as RunSettings::digits, 0 or less: those that suit the
// size.
std::string measure_table(const std::vector<MeasureValue>& values, int digits);
// "name value" lines, each number in the fewest digits that read back.
std::string measure_lines(const std::vector<MeasureValue>& values);
// Warns of what they leave out.
void warn_of_notes(const std::vector<MeasureValue>& values, Diagnostics& diagnostics);
// False, with errors, where one is REQUIRED and has no value.
bool has_required(const std::vector<MeasureValue>& values, Diagnostics& diagnostics);

}  // namespace mbs
