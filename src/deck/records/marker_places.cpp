#include <algorithm>
#include <cmath>
#include <limits>

#include "base/index.h"
#include "deck/records/markers.h"
#include "text/names.h"

namespace mbs {

namespace {

// Three places lie on one line if one of them is no farther off than this part of their distance.
constexpr double kOnOneLine = 1e-6;

// The line that makes a marker of this name, among the first `count`; -1: the file has it.
int line_that_makes(const MarkerLines& lines, const std::string& name, int count) {
  for (int k = count - 1; k >= 0; --k)
    if (are_same_name(lines.made[at(k)].name, name)) return k;
  return -1;
}

class PlaceMaker {
 public:
  PlaceMaker(const MarkerLines& lines, MarkerPlaces& out) : lines_(lines), out_(out) {}

  // Adds the markers of the file that `name` needs.
  void need(const std::string& name, int lines_above, const Token& from) {
    const int line = line_that_makes(lines_, name, lines_above);
    if (line >= 0) {
      const MarkerLines::Made& made = lines_.made[at(line)];
      need(made.a, line, from);
      need(made.b, line, from);
      if (!made.c.empty()) need(made.c, line, from);
      return;
    }
    const auto same = [&](const Token& one) { return are_same_name(one.text, name); };
    if (std::any_of(needed_.begin(), needed_.end(), same)) return;
    needed_.push_back(from);
    needed_.back().text = name;
  }

  TableColumns columns() const {
    TableColumns out{1, count_of(needed_) * static_cast<int>(axes()), Gaps::fill};
    TableColumn column;
    column.heading = "Time";
    column.where = needed_.front().where;
    out.chosen.push_back(column);
    for (const Token& one : needed_)
      for (std::size_t c = 0; c < axes(); ++c) {
        const FileAxis& axis = lines_.axes[c];
        column.heading = one.text + "." + axis.letter();
        column.scale = axis.sign;
        column.where = one.where;
        out.chosen.push_back(column);
        out.units.push_back(unit::metre);
      }
    out.exact = true;
    return out;
  }

  void take(const TimeTable& table) {
    table_ = table;
    for (std::size_t c = 0; c < table_.empty_rows.size(); ++c)
      for (const std::size_t row : table_.empty_rows[c])
        table_.columns[c][row] = std::numeric_limits<double>::quiet_NaN();
    out_.t = table.t;
  }

  void add(const std::string& name) {
    Curve places = places_of(name, count_of(lines_.made));
    out_.x.push_back(std::move(places[0]));
    out_.y.push_back(std::move(places[1]));
    out_.z.push_back(std::move(places[2]));
  }

 private:
  using Curve = std::array<std::vector<double>, 3>;  // without z in the plane

  std::size_t axes() const { return lines_.in_space ? 3 : 2; }

  static Vec3 place(const Curve& curve, std::size_t row) {
    return {curve[0][row], curve[1][row], curve[2].empty() ? 0 : curve[2][row]};
  }

  Curve places_of(const std::string& name, int lines_above) const {
    const int line = line_that_makes(lines_, name, lines_above);
    Curve out;
    if (line < 0) {
      std::size_t k = 0;
      while (!are_same_name(needed_[k].text, name)) ++k;
      for (std::size_t c = 0; c < axes(); ++c) out[c] = table_.columns[axes() * k + c];
      return out;
    }
    const MarkerLines::Made& made = lines_.made[at(line)];
    const Curve a = places_of(made.a, line), b = places_of(made.b, line);
    const Curve third = made.c.empty() ? Curve{} : places_of(made.c, line);
    for (std::size_t k = 0; k < a[0].size(); ++k) {
      const Vec3 from = place(a, k), to = place(b, k);
      const Vec3 here = made.way == MarkerLines::Way::frame
                            ? in_frame(made, from, to, place(third, k))
                            : on_line(made, from, to);
      for (std::size_t c = 0; c < axes(); ++c) out[c].push_back(here[static_cast<int>(c)]);
    }
    return out;
  }

  static Vec3 on_line(const MarkerLines::Made& made, Vec3 from, Vec3 to) {
    const Vec3 way = to - from;
    if (made.way == MarkerLines::Way::middle) return from + 0.5 * way;
    const double length = std::sqrt(dot(way, way));
    return from + made.xi / length * way + made.eta / length * Vec3{-way.y, way.x, 0};
  }

  static Vec3 in_frame(const MarkerLines::Made& made, Vec3 a, Vec3 b, Vec3 c) {
    constexpr double kNone = std::numeric_limits<double>::quiet_NaN();
    const auto axes = frame_of_three(a, b, c);
    if (!axes) return {kNone, kNone, kNone};
    return a + made.xi * (*axes)[0] + made.eta * (*axes)[1] + made.zeta * (*axes)[2];
  }

  const MarkerLines& lines_;
  MarkerPlaces& out_;
  std::vector<Token> needed_;  // markers of the file
  TimeTable table_;
};

}  // namespace

std::optional<std::array<Vec3, 3>> frame_of_three(Vec3 a, Vec3 b, Vec3 c) {
  const Vec3 along = b - a, across = cross(along, c - a);
  const double length = std::sqrt(dot(along, along)), area = std::sqrt(dot(across, across));
  // On one line but for rounding.
  if (!(area > kOnOneLine * length * std::sqrt(dot(c - a, c - a)))) return {};
  const Vec3 x = 1 / length * along, z = 1 / area * across;
  return std::array{x, cross(z, x), z};
}

std::optional<MarkerPlaces> read_marker_places(RecordReader& in, const LexedDeck& deck,
                                               const MarkerLines& lines, const Token& file,
                                               const std::vector<Token>& names,
                                               Diagnostics& diagnostics, const std::string& label) {
  MarkerPlaces out;
  PlaceMaker maker(lines, out);
  for (const Token& name : names) maker.need(name.text, count_of(lines.made), name);
  const auto table = rows_of_file(in, deck, file, maker.columns(), diagnostics, label);
  if (!table || !in.ok()) return {};
  out.said = table->said;
  maker.take(*table);
  for (const Token& name : names) maker.add(name.text);
  return out;
}

}  // namespace mbs
