#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/index.h"
#include "deck/lines/c3d_plates.h"
#include "deck/lines/record_units.h"
#include "deck/lines/table_file.h"
#include "text/characters.h"
#include "text/names.h"
#include "text/number.h"

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

// The unit in the brackets that end a heading, "x [mm]" or "phi (deg)".
std::optional<UnitSize> unit_of_heading(std::string_view heading) {
  const std::string_view text = trimmed(heading);
  if (text.empty() || (text.back() != ']' && text.back() != ')')) return {};
  const std::size_t open = text.rfind(text.back() == ']' ? '[' : '(');
  if (open == npos) return {};
  return parse_unit(trimmed(text.substr(open + 1, text.size() - open - 2)));
}

// "RKNE" of "RKNE.x" in a file of markers; else empty.
std::string marker_of(const MotionFile& head, std::string_view heading) {
  const std::size_t dot = heading.rfind('.');
  const bool is_axis =
      dot != npos && dot + 2 == heading.size() && heading.back() >= 'x' && heading.back() <= 'z';
  return head.counts_frames() && is_axis ? std::string(heading.substr(0, dot)) : std::string();
}

// Whether OpenSim gives this heading to a length, a force or a moment, so that it is no angle.
bool is_no_angle(std::string_view heading) {
  static constexpr std::string_view kEndings[] = {"_tx", "_ty", "_tz", "_vx", "_vy", "_vz", "_px",
                                                  "_py", "_pz", "_x",  "_y",  "_z",  "time"};
  static constexpr std::string_view kParts[] = {"force", "torque", "moment", "activation"};
  const std::string text = lower_case(heading);
  return std::any_of(std::begin(kEndings), std::end(kEndings),
                     [&](std::string_view one) { return text.ends_with(one); }) ||
         std::any_of(std::begin(kParts), std::end(kParts),
                     [&](std::string_view one) { return text.find(one) != npos; });
}

// For a column plate3.fx that a file does not have: what it has. Empty for another name.
std::string missing_plate(const MotionFile& head, std::string_view heading, std::string& expected) {
  constexpr std::string_view kPlate = "plate";
  const std::size_t dot = heading.find('.');
  if (!is_same_name(heading.substr(0, kPlate.size()), kPlate) || dot == npos ||
      dot == kPlate.size() ||
      !std::all_of(heading.begin() + kPlate.size(),
                   heading.begin() + static_cast<std::ptrdiff_t>(dot), is_digit))
    return {};
  if (!head.c3d) {
    expected =
        "expected COLUMNS or CHANNELS and the headings of its columns; PLATE is for C3D files" +
        named_columns(head.headings);
    return "is no C3D file";
  }
  const int plates = count_plates(*head.c3d);
  expected = plates == 0   ? "expected CHANNELS and the labels of six channels"
             : plates == 1 ? "expected plate 1"
                           : fmt::format("expected a plate from 1 to {}", plates);
  return plates == 0 ? "has no force plates"
                     : fmt::format("has {} force plate{}", plates, plates == 1 ? "" : "s");
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

std::vector<int> chosen_numbers(const TableColumns& columns, const MotionFile& head,
                                const Token& name, Diagnostics& diagnostics,
                                const std::string& record) {
  const std::vector<std::string>& headings = head.headings;
  std::vector<int> out;
  for (const TableColumn& column : columns.chosen) {
    const int number = column.number > 0 ? column.number : find_heading(headings, column.heading);
    std::string expected;
    if (number == 0)
      if (const std::string why = missing_plate(head, column.heading, expected); !why.empty()) {
        diagnostics.error(column.where, record,
                          fmt::format("table file '{}' {}", printable(name.text), why), expected);
        return {};
      }
    if (number == 0) {
      std::vector<std::string_view> names;  // without the subject before them
      for (const std::string_view heading : headings)
        names.push_back(heading.substr(heading.rfind(':') + 1));
      const std::string_view near = nearest_word(column.heading, names);
      const std::string marker = marker_of(head, column.heading);
      if (!marker.empty() && !near.empty() && !is_same_name(near, column.heading)) {
        const std::string_view other = near.substr(0, near.rfind('.'));
        diagnostics.error(column.where, record,
                          fmt::format("file '{}' has no marker '{}', or more than one",
                                      printable(name.text), printable(marker)),
                          fmt::format("did you mean '{}'?", other));
        return {};
      }
      diagnostics.error(column.where, record,
                        fmt::format("table file '{}' has no column, or more than one, with the "
                                    "heading '{}'",
                                    printable(name.text), printable(column.heading)),
                        headings.empty() ? "it has no headings; expected the number of the column"
                        : near.empty() || is_same_name(near, column.heading)
                            ? "expected one of " + list_headings(headings)
                            : fmt::format("did you mean '{}'?", near));
      return {};
    }
    out.push_back(number);
  }
  return out;
}

bool agrees(const MotionFile& head, const TableColumns& columns, const std::vector<int>& numbers,
            const Token& name, Diagnostics& diagnostics, const std::string& record) {
  const auto refuse = [&](SourceLocation where, std::string problem, std::string expected) {
    diagnostics.error(where, record, std::move(problem), std::move(expected));
    return false;
  };
  if (head.c3d && columns.chosen.empty() && !columns.units.empty() &&
      columns.units.front() == unit::newton) {
    const int plates = count_plates(*head.c3d);
    return refuse(name.where,
                  fmt::format("table file '{}' is a C3D file with {} force plate{}",
                              printable(name.text), plates, plates == 1 ? "" : "s"),
                  fmt::format("expected PLATE {} and AXES behind the file, such as PLATE 1 AXES +y "
                              "+z, or COLUMNS",
                              plates > 1 ? fmt::format("1 to {}", plates) : "1"));
  }
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

bool converts_degrees(std::string_view expression) {
  const std::string text = lower_case(expression);
  return text.find("deg") != npos || text.find("180") != npos;
}

void warn_of_degrees(const MotionFile& head, int number, const Token& name,
                     Diagnostics& diagnostics, const std::string& record) {
  if (head.in_degrees != true || number > count_of(head.headings)) return;
  const std::string& heading = head.headings[at(number - 1)];
  if (is_no_angle(heading)) return;
  diagnostics.warning(
      name.where, record,
      fmt::format("table file '{}' says inDegrees=yes, and a function takes its numbers as they "
                  "stand: '{}' is in degrees",
                  printable(name.text), printable(heading)),
      "expected the function times deg if this is an angle, such as spline(\"f.mot\", t)*deg");
}

void warn_of_headings(const MotionFile& head, const TableColumns& columns,
                      const std::vector<int>& numbers, const Token& name, Diagnostics& diagnostics,
                      const std::string& record) {
  const bool in_expression = !columns.expression.empty();
  if (head.kind != MotionFile::Kind::other || (columns.units.empty() && !in_expression)) return;
  if (in_expression && columns.expression.find_first_of("*/") != npos) return;
  const std::vector<double> factors = factors_of(head, columns, numbers);
  const UnitSystem coherent = columns.record ? columns.record->of_deck : columns.coherent;
  for (std::size_t k = 0; k < factors.size(); ++k) {
    const int number = k < numbers.size() ? numbers[k]
                       : k == 0           ? 1
                                          : columns.first + static_cast<int>(k);
    const auto said = number <= count_of(head.headings)
                          ? unit_of_heading(head.headings[at(number - 1)])
                          : std::nullopt;
    if (!said) continue;
    const Unit wanted = in_expression ? said->unit : unit_of_value(columns, k);
    if (!wanted.known || wanted == unit::number) continue;
    const double scale = k < columns.chosen.size() ? std::fabs(columns.chosen[k].scale) : 1;
    const bool degrees = k < columns.chosen.size() && columns.chosen[k].degrees;
    if (scale != 1 && !degrees) continue;  // the deck says what the numbers are
    const double size = in_units(said->size.value(), said->unit, coherent);
    const bool alike = are_alike(said->unit, wanted);
    if (alike && std::fabs(factors[k] * scale / size - 1) < kSameScale) continue;
    diagnostics.warning(
        name.where, record,
        fmt::format("column {} of table file '{}' is headed '{}', and its numbers are read in {}",
                    number, printable(name.text), printable(head.headings[at(number - 1)]),
                    (columns.record ? columns.record->of_file : columns.coherent).name(wanted)),
        !alike          ? "expected another column"
        : in_expression ? fmt::format("expected the function times {:.6g}", size)
        : said->unit == unit::radian
            ? "expected COLUMNS behind the file, and DEG behind this column"
            : fmt::format("expected COLUMNS behind the file, and SCALE {:.6g} behind this column",
                          size / factors[k]));
  }
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
