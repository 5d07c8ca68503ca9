#include "deck/records/force_plate.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <string>
#include <string_view>

#include "base/tolerances.h"

namespace mbs {

namespace {

constexpr std::string_view kUnloaded = " rows unloaded";  // in the head of the report

// Per row the loaded row that gives its place; a loaded row itself; empty where no row is loaded:
// each row keeps its own place.
std::vector<std::optional<std::size_t>> rows_of_places(const std::vector<bool>& loaded) {
  std::vector<std::optional<std::size_t>> out(loaded.size());
  std::optional<std::size_t> last;
  for (std::size_t k = 0; k < loaded.size(); ++k) {
    if (loaded[k]) last = k;
    const bool comes_down = k + 1 < loaded.size() && loaded[k + 1];
    const bool just_left = last && *last + 1 == k;
    out[k] = comes_down && !loaded[k] && !just_left ? k + 1 : last;
  }
  // Rows before the first contact get the place of the first loaded row.
  const auto first = std::find(loaded.begin(), loaded.end(), true);
  for (std::size_t k = 0; k < loaded.size(); ++k)
    if (!out[k] && first != loaded.end()) out[k] = static_cast<std::size_t>(first - loaded.begin());
  return out;
}

// The size of the force in a row: its first columns.
double force_in(const TimeTable& table, std::size_t row, std::size_t forces) {
  double out = 0;
  for (std::size_t c = 0; c < forces; ++c) out = std::hypot(out, table.columns[c][row]);
  return out;
}

}  // namespace

std::shared_ptr<const TimeTable> without_unloaded(std::shared_ptr<const TimeTable> table,
                                                  double threshold, std::size_t forces) {
  if (!table || table->columns.size() < forces) return table;
  const std::size_t rows = table->t.size();
  std::vector<bool> loaded(rows);
  for (std::size_t k = 0; k < rows; ++k) {
    const double force = force_in(*table, k, forces);
    loaded[k] = force > 0 && force >= threshold;
  }
  const auto places = rows_of_places(loaded);
  auto out = std::make_shared<TimeTable>(*table);
  bool changed = false;
  for (std::size_t k = 0; k < rows; ++k) {
    if (loaded[k]) continue;
    const std::size_t place = places[k].value_or(k);
    for (std::size_t c = 0; c < table->columns.size(); ++c) {
      const double value = c < forces ? 0 : table->columns[c][place];
      changed = changed || out->columns[c][k] != value;
      out->columns[c][k] = value;
    }
  }
  if (!changed) return table;
  out->said.push_back(fmt::format("{} of {}{}{}: force 0, place held",
                                  std::count(loaded.begin(), loaded.end(), false), rows, kUnloaded,
                                  threshold > 0 ? fmt::format(", below {:.6g}", threshold) : ""));
  return out;
}

bool has_unloaded(const TimeTable& table) {
  return std::any_of(table.said.begin(), table.said.end(),
                     [](const std::string& line) { return line.find(kUnloaded) != line.npos; });
}

std::shared_ptr<const TimeTable> shifted(std::shared_ptr<const TimeTable> table, double shift) {
  if (!table || shift == 0) return table;
  auto out = std::make_shared<TimeTable>(*table);
  for (double& t : out->t) t += shift;
  out->said.push_back(fmt::format("times of its clock + {:.6g}", shift));
  return out;
}

std::shared_ptr<const TimeTable> without_end(std::shared_ptr<const TimeTable> table, double start,
                                             double end, std::size_t forces, int most_rows) {
  if (!table || table->columns.size() < forces || table->t.empty()) return table;
  const auto unloaded = [&](std::size_t row) { return force_in(*table, row, forces) == 0; };
  const double spacing = (table->t.back() - table->t.front()) /
                         static_cast<double>(std::max<std::size_t>(table->t.size() - 1, 1));
  const double slack = tolerance::reaches * spacing;
  const bool before = table->t.front() > start + slack && unloaded(0);
  const bool behind = table->t.back() < end - slack && unloaded(table->t.size() - 1);
  if (!before && !behind) return table;
  auto out = std::make_shared<TimeTable>(*table);
  out->said.push_back(fmt::format("no force {}{}{}, where it has no rows",
                                  before ? fmt::format("before {:.6g}", table->t.front()) : "",
                                  before && behind ? " and " : "",
                                  behind ? fmt::format("behind {:.6g}", table->t.back()) : ""));
  const auto times = [&](double from, double to) {
    std::vector<double> rows;
    const double step = std::copysign(spacing, to - from);
    for (int k = 1; k <= most_rows && std::fabs(k * step) < std::fabs(to - from) - slack; ++k)
      rows.push_back(from + k * step);
    rows.push_back(to);
    return rows;
  };
  if (behind)
    for (const double t : times(table->t.back(), end)) {
      out->t.push_back(t);
      for (std::vector<double>& column : out->columns) column.push_back(column.back());
    }
  if (before) {
    std::vector<double> rows = times(table->t.front(), start);
    std::reverse(rows.begin(), rows.end());
    out->t.insert(out->t.begin(), rows.begin(), rows.end());
    for (std::vector<double>& column : out->columns)
      column.insert(column.begin(), rows.size(), column.front());
    for (std::vector<std::size_t>& empty : out->empty_rows)
      for (std::size_t& row : empty) row += rows.size();
  }
  return out;
}

}  // namespace mbs
