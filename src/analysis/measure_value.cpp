// How measures are printed.
#include "analysis/measure_value.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "deck/number.h"
#include "report/number_format.h"

namespace mbs {

std::string measure_table(const std::vector<MeasureValue>& values, int digits) {
  if (values.empty()) return {};
  std::size_t width = 12;
  for (const MeasureValue& v : values) width = std::max(width, v.name.size());
  const std::size_t field = static_cast<std::size_t>(std::max(18, digits + 10));
  std::string out = fmt::format("\n MEASURES\n {:<{}}{:>{}}\n", "NAME", width, "VALUE", field);
  for (const MeasureValue& v : values) {
    std::string number = "nan";
    if (v.reason.empty()) {
      fmt::memory_buffer buffer;
      if (digits > 0) NumberFormat(digits).append(buffer, v.value);
      number = digits > 0 ? fmt::to_string(buffer) : suited_number(v.value, v.size);
    }
    out += fmt::format(" {:<{}}{:>{}}{}\n", v.name, width, number, field,
                       v.reason.empty() ? "" : fmt::format("  ({})", v.reason));
  }
  return out;
}

std::string measure_lines(const std::vector<MeasureValue>& values) {
  std::string out;
  for (const MeasureValue& v : values)
    out += fmt::format("{} {}\n", v.name, v.reason.empty() ? format_number(v.value + 0.0) : "nan");
  return out;
}

bool has_required(const std::vector<MeasureValue>& values, Diagnostics& diagnostics) {
  bool all = true;
  for (const MeasureValue& v : values) {
    if (!v.required || v.reason.empty()) continue;
    diagnostics.error(v.where, "MEASURE " + v.name, "it is REQUIRED and has no value: " + v.reason);
    all = false;
  }
  return all;
}

}  // namespace mbs
