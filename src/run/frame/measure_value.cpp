// How measures are printed.
#include "run/frame/measure_value.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>

#include "base/tolerances.h"
#include "report/number_format.h"
#include "report/plain_number.h"
#include "run/frame/certificate.h"
#include "text/number.h"

namespace mbs {

std::string summary_table(const std::vector<SummaryRow>& rows, int digits) {
  auto size_of = [](const SummaryRow& row) {
    return std::max(std::fabs(row.least), std::fabs(row.most));
  };
  std::map<std::string, double> kinds;
  double last = 0;
  for (const SummaryRow& row : rows) {
    double& size = kinds[channel_kind(row.channel)];
    size = std::max(size, size_of(row));
    last = std::max({last, std::fabs(row.least_at), std::fabs(row.most_at)});
  }
  std::vector<std::array<std::string, 5>> cells = {{"CHANNEL", "LEAST", "AT", "LARGEST", "AT"}};
  const auto text = [digits](double value, double size) {
    return plain_number(value, size, digits);
  };
  for (const SummaryRow& row : rows) {
    const double size = size_of(row);
    if (!(row.most - row.least > tolerance::shown_of_quantity * kinds[channel_kind(row.channel)]))
      continue;
    cells.push_back({row.channel.name, text(row.least, size), text(row.least_at, last),
                     text(row.most, size), text(row.most_at, last)});
  }
  if (rows.empty()) return {};
  std::array<std::size_t, 5> widths{};
  for (const auto& line : cells)
    for (std::size_t c = 0; c < line.size(); ++c) widths[c] = std::max(widths[c], line[c].size());
  std::string out = "\n SUMMARY\n";
  for (const auto& line : cells) {
    out += fmt::format(" {:<{}}", line[0], widths[0]);
    for (std::size_t c = 1; c < line.size(); ++c)
      out += fmt::format("  {:>{}}", line[c], widths[c]);
    out += "\n";
  }
  return out;
}

std::string measure_table(const std::vector<MeasureValue>& values, int digits) {
  if (values.empty()) return {};
  std::size_t width = 12;
  for (const MeasureValue& v : values) width = std::max(width, v.name.size());
  const std::size_t field = std::max(18, digits + 10);
  std::string out = fmt::format("\n MEASURES\n {:<{}}{:>{}}\n", "NAME", width, "VALUE", field);
  for (const MeasureValue& v : values) {
    std::string number = "nan";
    if (v.reason.empty()) {
      fmt::memory_buffer buffer;
      if (digits > 0) NumberFormat(digits).append(buffer, v.value);
      number = digits > 0 ? fmt::to_string(buffer) : suited_number(v.value, v.size);
    }
    const std::string& remark = v.reason.empty() ? v.note : v.reason;
    out += fmt::format(" {:<{}}{:>{}}{}\n", v.name, width, number, field,
                       remark.empty() ? "" : fmt::format("  ({})", remark));
  }
  return out;
}

std::string measure_lines(const std::vector<MeasureValue>& values) {
  std::string out;
  for (const MeasureValue& v : values)
    out += fmt::format("{} {}\n", v.name, v.reason.empty() ? format_number(v.value + 0.0) : "nan");
  return out;
}

void warn_of_notes(const std::vector<MeasureValue>& values, Diagnostics& diagnostics) {
  for (const MeasureValue& v : values)
    if (!v.note.empty())
      diagnostics.warning(v.where, "MEASURE " + v.name, "its value is " + v.note,
                          "the force of an impact has an integral, INTEG or AVG, and no size");
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
