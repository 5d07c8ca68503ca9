#include "deck/lines/c3d_table.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>

#include "base/index.h"
#include "deck/lines/c3d_plates.h"
#include "text/names.h"

namespace mbs {

namespace {

constexpr int kC3dTime = 2;  // number of the column
constexpr std::string_view kC3dPlateFields[] = {"fx", "fy", "fz", "px", "py", "pz", "tz"};

// A column by its number.
struct C3dColumn {
  enum class Kind { frame, time, point, channel, plate };
  Kind kind = Kind::frame;
  int owner = 0, part = 0;  // marker and axis, channel, plate and field, from 0

  C3dRows rows() const { return kind == Kind::point ? C3dRows::frames : C3dRows::samples; }
};

C3dColumn c3d_column_of(const C3dFile& file, int number) {
  int k = number - 1;
  if (k < 2) return {k == 0 ? C3dColumn::Kind::frame : C3dColumn::Kind::time};
  k -= 2;
  if (k < 3 * file.points()) return {C3dColumn::Kind::point, k / 3, k % 3};
  k -= 3 * file.points();
  if (k < file.channels()) return {C3dColumn::Kind::channel, k};
  k -= file.channels();
  return {C3dColumn::Kind::plate, k / C3dPlate::kColumns, k % C3dPlate::kColumns};
}

class C3dTableMaker {
 public:
  C3dTableMaker(const C3dFile& file, const TableColumns& columns, const std::vector<int>& numbers,
                const std::vector<double>& factors, const Token& name, Diagnostics& diagnostics,
                const std::string& record)
      : file_(file),
        columns_(columns),
        numbers_(numbers),
        factors_(factors),
        name_(name),
        diagnostics_(diagnostics),
        record_(record) {}

  std::shared_ptr<TimeTable> make() {
    if (!check_rows()) return nullptr;
    auto out = std::make_shared<TimeTable>();
    const int rows = file_.rows(rows_);
    for (int k = 0; k < rows; ++k)
      out->t.push_back(file_.time(rows_, k) * factors_[0] * columns_.chosen[0].scale);
    for (std::size_t k = 1; k < numbers_.size(); ++k) {
      std::vector<double> values;
      if (!read(numbers_[k], values, *out)) return nullptr;
      for (double& value : values) value *= factors_[k] * columns_.chosen[k].scale;
      if (!check_gaps(values, k)) return nullptr;
      out->columns.push_back(std::move(values));
    }
    if (file_.frames_behind() > 0)
      diagnostics_.warning(
          name_.where, record_,
          fmt::format("table file '{}' says that it has {} frames, and {} more "
                      "follow",
                      printable(name_.text), file_.frames(), file_.frames_behind()),
          "is the count in its head right?");
    return out;
  }

 private:
  bool refuse(SourceLocation where, std::string problem, std::string expected) {
    diagnostics_.error(where, record_, std::move(problem), std::move(expected));
    return false;
  }

  // The first column has to be the time, and all others must have the same rows.
  bool check_rows() {
    const std::vector<std::string> headings = c3d_headings(file_);
    if (numbers_[0] != kC3dTime)
      return refuse(columns_.chosen[0].where,
                    fmt::format("column '{}' is no time", printable(headings[at(numbers_[0] - 1)])),
                    "expected \"Time\" as the first column");
    std::optional<int> first;
    for (std::size_t k = 1; k < numbers_.size(); ++k) {
      if (numbers_[k] > count_of(headings))
        return refuse(
            columns_.chosen[k].where,
            fmt::format("table file '{}' has {} columns", printable(name_.text), headings.size()),
            fmt::format("expected one of them; column {} was asked for", numbers_[k]));
      const C3dColumn column = c3d_column_of(file_, numbers_[k]);
      if (column.kind < C3dColumn::Kind::point) continue;
      if (column.kind == C3dColumn::Kind::point && !file_.point_unit())
        return refuse(name_.where,
                      fmt::format("table file '{}' does not say the unit of its places "
                                  "(POINT:UNITS is '{}')",
                                  printable(name_.text), printable(file_.point_unit_name())),
                      "expected mm, cm or m there");
      if (first && column.rows() != rows_ && file_.samples() != 1)
        return refuse(columns_.chosen[k].where,
                      fmt::format("'{}' and '{}' are measured at different rates: {:.6g} and "
                                  "{:.6g} Hz",
                                  printable(headings[at(*first - 1)]),
                                  printable(headings[at(numbers_[k] - 1)]), rate_of(rows_),
                                  rate_of(column.rows())),
                      "expected columns of one rate in a table");
      if (first) continue;
      first = numbers_[k];
      rows_ = column.rows();
    }
    return true;
  }

  double rate_of(C3dRows of) const {
    return file_.rate() * (of == C3dRows::frames ? 1 : file_.samples());
  }

  bool read(int number, std::vector<double>& values, TimeTable& table) {
    const C3dColumn column = c3d_column_of(file_, number);
    std::string problem;
    switch (column.kind) {
      case C3dColumn::Kind::frame:
      case C3dColumn::Kind::time:
        for (int k = 0; k < file_.rows(rows_); ++k)
          values.push_back(column.kind == C3dColumn::Kind::time
                               ? file_.time(rows_, k)
                               : file_.first_frame() +
                                     (rows_ == C3dRows::frames ? k : k / file_.samples()));
        return true;
      case C3dColumn::Kind::point:
        values = file_.point(column.owner, column.part);
        return true;
      case C3dColumn::Kind::channel:
        problem = file_.channel(column.owner, values);
        break;
      case C3dColumn::Kind::plate: {
        auto [place, added] = plates_.try_emplace(column.owner);
        if (added) problem = read_plate(file_, column.owner, place->second);
        if (added && problem.empty())
          for (const std::string& said : place->second.said)
            table.said.push_back(fmt::format("'{}', {}", name_.text, said));
        values = place->second.columns[at(column.part)];
        break;
      }
    }
    return problem.empty() ||
           refuse(name_.where, fmt::format("table file '{}' {}", printable(name_.text), problem),
                  "");
  }

  bool check_gaps(const std::vector<double>& values, std::size_t k) {
    if (columns_.gaps != Gaps::refuse) return true;
    const auto missing = [](double v) { return !std::isfinite(v); };
    const auto first = std::find_if(values.begin(), values.end(), missing);
    if (first == values.end()) return true;
    return refuse(
        columns_.chosen[k].where,
        fmt::format("'{}' is missing in {} of {} rows, the first at t = {:.9g}",
                    printable(c3d_headings(file_)[at(numbers_[k] - 1)]),
                    std::count_if(values.begin(), values.end(), missing), values.size(),
                    file_.time(rows_, static_cast<int>(first - values.begin()))),
        "expected GAPS 0 or GAPS FILL behind TABLE, which say what stands for missing values");
  }

  const C3dFile& file_;
  const TableColumns& columns_;
  const std::vector<int>& numbers_;
  const std::vector<double>& factors_;
  const Token& name_;
  Diagnostics& diagnostics_;
  const std::string& record_;
  C3dRows rows_ = C3dRows::frames;
  std::map<int, C3dPlate> plates_;
};

}  // namespace

std::vector<std::string> c3d_headings(const C3dFile& file) {
  std::vector<std::string> out = {"Frame#", "Time"};
  for (const std::string& label : file.point_labels())
    for (const char axis : {'x', 'y', 'z'}) out.push_back(fmt::format("{}.{}", label, axis));
  out.insert(out.end(), file.channel_labels().begin(), file.channel_labels().end());
  for (int k = 1; k <= count_plates(file); ++k)
    for (const std::string_view field : kC3dPlateFields)
      out.push_back(fmt::format("plate{}.{}", k, field));
  return out;
}

C3dColumnUnit c3d_column_unit(const C3dFile& file, int number) {
  const int last =
      2 + 3 * file.points() + file.channels() + C3dPlate::kColumns * count_plates(file);
  if (number > last) return {};
  const C3dColumn column = c3d_column_of(file, number);
  switch (column.kind) {
    case C3dColumn::Kind::frame:
      return {};
    case C3dColumn::Kind::time:
      return {{unit::second, {}}, "s"};
    case C3dColumn::Kind::point:
      if (!file.point_unit()) return {};
      return {*file.point_unit(), file.point_unit_name()};
    case C3dColumn::Kind::channel: {
      const auto size = file.channel_unit(column.owner);
      if (!size) return {};
      return {*size, file.channel_unit_name(column.owner)};
    }
    default: {
      // Places of plates are converted already: no name, so that the head says nothing.
      const bool place = column.part >= C3dPlate::px && column.part <= C3dPlate::pz;
      if (place) return {{unit::metre, {}}, ""};
      const bool moment = column.part == C3dPlate::tz;
      return {{moment ? unit::newton * unit::metre : unit::newton, {}}, moment ? "Nm" : "N"};
    }
  }
}

std::shared_ptr<TimeTable> table_of_c3d(const C3dFile& file, const TableColumns& columns,
                                        const std::vector<int>& numbers,
                                        const std::vector<double>& factors, const Token& name,
                                        Diagnostics& diagnostics, const std::string& record) {
  return C3dTableMaker(file, columns, numbers, factors, name, diagnostics, record).make();
}

}  // namespace mbs
