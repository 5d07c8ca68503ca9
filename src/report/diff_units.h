// The units of two reports that are compared, from their heads; the tables give the unit of each
// number.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>

#include "text/units.h"

namespace mbs {

// The units in the head of a report, as written there; SI units if the head gives none.
std::string_view units_text(std::string_view report);

class DiffUnits {
 public:
  // Reads the units from the heads of two reports. Empty if mbsim does not write such units.
  static std::optional<DiffUnits> read(std::string_view report_a, std::string_view report_b);

  // The factor from a number of b to the units of a; empty if the report does not give the unit of
  // the channel. `channel`: as ReportTables::name() has it.
  std::optional<double> factor(std::string_view channel) const;
  double time_factor() const;

 private:
  std::optional<Unit> unit_of(std::string_view channel) const;

  UnitSystem a_, b_;
  std::map<std::string, Unit, std::less<>> own_;  // "X 2 1": coordinates that are no lengths
};

}  // namespace mbs
