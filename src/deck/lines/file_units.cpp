#include "deck/lines/file_units.h"

#include <fmt/format.h>

#include <cmath>

#include "base/index.h"
#include "text/names.h"

namespace mbs {

namespace {

// A factor of the deck equals the factor of the file if they differ by less than this part.
constexpr double kSameScale = 1e-9;

// Whether numbers of one unit may stand for the other; angles count as numbers.
bool are_alike(Unit one, Unit other) {
  one.rad = other.rad = 0;
  return !one.known || !other.known || one == other;
}

// The unit of column k (0: time) from the record; unit::number if it gives none.
Unit unit_of_value(const TableColumns& columns, std::size_t k) {
  if (k == 0) return unit::second;
  return k <= columns.units.size() ? columns.units[k - 1] : unit::number;
}

}  // namespace

std::string named_columns(const std::vector<std::string>& headings) {
  return headings.empty() ? "" : fmt::format("; the columns are {}", list_headings(headings));
}

std::vector<double> factors_of(const MotionFile& head, const TableColumns& columns,
                               const std::vector<int>& numbers) {
  std::vector<double> out = columns.factors();
  for (std::size_t k = 0; k < out.size(); ++k) {
    const int number = k < numbers.size() ? numbers[k]
                       : k == 0           ? 1
                                          : columns.first + static_cast<int>(k);
    const Unit unit = unit_of_value(columns, k);
    const std::optional<Ratio> size = head.size_of(number, unit);
    if (!size || (k < columns.chosen.size() && columns.chosen[k].degrees)) continue;
    const Unit of_file = head.unit_of(number);
    Unit length = of_file.known && k > 0 ? of_file : unit;
    length.rad = 0;
    out[k] = size->value();
    if (columns.record) out[k] *= conversion(length, UnitSystem{}, columns.record->of_deck).value();
  }
  return out;
}

bool agrees(const MotionFile& head, const TableColumns& columns, const std::vector<int>& numbers,
            const Token& name, Diagnostics& diagnostics, const std::string& record) {
  const auto refuse = [&](SourceLocation where, std::string problem, std::string expected) {
    diagnostics.error(where, record, std::move(problem), std::move(expected));
    return false;
  };
  if (head.counts_frames() && columns.chosen.empty())
    return refuse(name.where,
                  fmt::format("table file '{}' has places of markers, and counts frames before the "
                              "time",
                              printable(name.text)),
                  "expected COLUMNS \"Time\" and columns" + named_columns(head.headings));
  for (std::size_t k = 0; k < columns.chosen.size(); ++k) {
    const TableColumn& column = columns.chosen[k];
    const Unit of_file = head.unit_of(numbers[k]), wanted = unit_of_value(columns, k);
    if (k > 0 && !are_alike(of_file, wanted))
      return refuse(column.where,
                    fmt::format("column {} of the file is in {} where {} is wanted", numbers[k],
                                unit_text(of_file), unit_text(wanted)),
                    "expected another column" + named_columns(head.headings));
    if (column.degrees && head.in_degrees == false)
      return refuse(column.where, "the file says inDegrees=no", "expected the column without DEG");
    const auto size = head.size_of(numbers[k], unit_of_value(columns, k));
    if (size && size->value() != 1 && !column.degrees &&
        std::fabs(column.scale / size->value() - 1) < kSameScale)
      return refuse(
          column.where,
          fmt::format("the file says its unit, and is multiplied by {:.6g} already", size->value()),
          "expected the column without SCALE");
  }
  return true;
}

void check_row_count(const MotionFile& head, const TimeTable& table, const Token& name,
                     Diagnostics& diagnostics, const std::string& record) {
  if (head.rows < 0 || head.rows == count_of(table.t)) return;
  diagnostics.warning(name.where, record,
                      fmt::format("table file '{}' says that it has {} rows, and has {}",
                                  printable(name.text), head.rows, table.t.size()),
                      "is all of it there?");
}

}  // namespace mbs
