#include <algorithm>
#include <cmath>
#include <limits>

#include "base/index.h"
#include "deck/records/markers.h"
#include "text/names.h"

namespace mbs {

namespace {

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
      need(lines_.made[at(line)].a, line, from);
      need(lines_.made[at(line)].b, line, from);
      return;
    }
    const auto same = [&](const Token& one) { return are_same_name(one.text, name); };
    if (std::any_of(needed_.begin(), needed_.end(), same)) return;
    needed_.push_back(from);
    needed_.back().text = name;
  }

  TableColumns columns() const {
    TableColumns out{1, 2 * count_of(needed_), Gaps::fill};
    TableColumn column;
    column.heading = "Time";
    column.where = needed_.front().where;
    out.chosen.push_back(column);
    for (const Token& one : needed_)
      for (const FileAxis& axis : lines_.axes) {
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
    auto [x, y] = places_of(name, count_of(lines_.made));
    out_.x.push_back(std::move(x));
    out_.y.push_back(std::move(y));
  }

 private:
  using Curve = std::pair<std::vector<double>, std::vector<double>>;

  Curve places_of(const std::string& name, int lines_above) const {
    const int line = line_that_makes(lines_, name, lines_above);
    if (line < 0) {
      std::size_t k = 0;
      while (!are_same_name(needed_[k].text, name)) ++k;
      return {table_.columns[2 * k], table_.columns[2 * k + 1]};
    }
    const MarkerLines::Made& made = lines_.made[at(line)];
    Curve a = places_of(made.a, line);
    const Curve b = places_of(made.b, line);
    for (std::size_t k = 0; k < a.first.size(); ++k) {
      const double dx = b.first[k] - a.first[k], dy = b.second[k] - a.second[k];
      const double length = std::hypot(dx, dy);
      const double along = made.middle ? 0.5 : made.xi / length;
      const double left = made.middle ? 0 : made.eta / length;
      a.first[k] += along * dx - left * dy;
      a.second[k] += along * dy + left * dx;
    }
    return a;
  }

  const MarkerLines& lines_;
  MarkerPlaces& out_;
  std::vector<Token> needed_;  // markers of the file
  TimeTable table_;
};

}  // namespace

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
