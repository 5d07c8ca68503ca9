// The comparison of two texts so far, channel by channel. Private to report/diff*.cpp.
#pragma once

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "report/diff.h"
#include "report/report_reader.h"
#include "text/units.h"

namespace mbs {

// The units of two reports that are compared, from their heads; the tables give the unit of each
// number.

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

inline constexpr double kCsvRelative = 1e-9;  // the default of mbsim diff for a CSV
// Reading and subtracting round too. If any difference is allowed, kRounding times the largest
// number of the channel is added to it (4.280 - 4.279 > 0.001 in binary).
inline constexpr double kRounding = 16 * std::numeric_limits<double>::epsilon();

// A channel is constant if it varies by less than kConstantChannel times its size.
inline constexpr double kConstantChannel = 1e-12;

struct Place {
  std::string_view a, b;  // the numbers as printed
  long line_a = 0, line_b = 0;
  double time = std::numeric_limits<double>::quiet_NaN();
};

struct ChannelDifference {
  double min = HUGE_VAL, max = -HUGE_VAL;  // none yet
  Resolution resolution;
  bool finite = true;
  double worst = 0;   // largest |a - b|, at `place`; not finite: `place` is the first
  double factor = 1;  // number of b -> unit of a; nan: not known, the channel is not compared
  Place place;

  bool empty() const { return finite && max < min; }
  double magnitude() const { return max < min ? 0 : std::max(std::abs(min), std::abs(max)); }
  double scale() const {
    const double range = std::min(max - min, std::numeric_limits<double>::max());
    return range > kConstantChannel * magnitude() ? range : magnitude();
  }
};

// The first place where the two texts stop having the same layout; nothing is read after it.
struct Parting {
  std::string what;
  ReportLine a, b;
};

struct Comparison {
  std::string_view name_a, name_b;
  DiffOptions options;
  FileKind kind = FileKind::neither;
  ReportTables tables;                      // of a report, in a
  std::vector<std::string_view> names;      // of a CSV file
  std::vector<ChannelDifference> channels;  // numbered as in `tables` or `names`
  long times = 0;
  double time = std::numeric_limits<double>::quiet_NaN(), largest_time = 0;  // read so far
  std::optional<Parting> parting;
  std::optional<DiffUnits> units;                         // of reports with different units
  std::string_view units_a, units_b;                      // as in their heads
  std::optional<std::pair<ReportLine, ReportLine>> echo;  // first echo lines that differ

  void part(std::string what, const ReportLine& a, const ReportLine& b) {
    if (!parting) parting = Parting{std::move(what), a, b};
  }
};

// The result of the comparison as text for the user.
DiffResult verdict(const Comparison& out);

}  // namespace mbs
