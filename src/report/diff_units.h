// The units of two reports that are compared: what their heads say, and what the tables tell of the
// unit of each number.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>

#include "text/units.h"

namespace mbs {

// What the head of a report says of its units, as it stands there; without a word, those that are
// coherent in any case.
std::string_view units_text(std::string_view report);

class DiffUnits {
 public:
  // Of two reports whose heads say these units. Empty if one of them is none that mbsim says.
  static std::optional<DiffUnits> read(std::string_view report_a, std::string_view report_b);

  // What a number of b has to be multiplied by to be one of a; empty where the report does not tell
  // its unit. `channel`: as ReportTables::name() has it.
  std::optional<double> factor(std::string_view channel) const;
  double time_factor() const;

 private:
  std::optional<Unit> unit_of(std::string_view channel) const;

  UnitSystem a_, b_;
  std::map<std::string, Unit, std::less<>> own_;  // "X 2 1": coordinates that are no lengths
};

}  // namespace mbs
