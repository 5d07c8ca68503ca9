// What a run has measured, and how it is printed.
#pragma once

#include <string>
#include <vector>

#include "base/diagnostics.h"

namespace mbs {

struct MeasureValue {
  std::string name;
  double value = 0;    // finite; nan with a reason
  double size = 0;     // of the numbers it is made of, for its digits
  std::string reason;  // why it has no value
  bool required = false;
  SourceLocation where;
};

// "MEASURES" and a line for each; digits as RunSettings::digits, 0: those that suit the size.
std::string measure_table(const std::vector<MeasureValue>& values, int digits);
// "name value" lines, each number in the fewest digits that read back.
std::string measure_lines(const std::vector<MeasureValue>& values);
// False, with errors, where one is REQUIRED and has no value.
bool has_required(const std::vector<MeasureValue>& values, Diagnostics& diagnostics);

}  // namespace mbs
