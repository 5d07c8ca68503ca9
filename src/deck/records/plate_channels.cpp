#include "deck/records/plate_channels.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "deck/records/force_plate.h"
#include "deck/records/measured.h"
#include "text/names.h"

namespace mbs {

namespace {

constexpr std::string_view kSixChannels[] = {"fx", "fy", "fz", "mx", "my", "mz"};
constexpr std::string_view kPlateSign = "', plate ";  // in the head of the report
constexpr std::string_view kAxesForm = "expected AXES and two axes of the file, such as +y +z";

FileAxis read_axis(RecordReader& in) {
  const SourceLocation where = in.here();
  std::string word = in.word("axis", std::string(kAxesForm));
  FileAxis out;
  if (!in.ok()) return out;
  if (word.size() == 2 && (word[0] == '+' || word[0] == '-')) {
    out.sign = word[0] == '-' ? -1 : 1;
    word.erase(0, 1);
  }
  if (word.size() == 1 && word[0] >= 'X' && word[0] <= 'Z')
    out.axis = word[0] - 'X';
  else
    in.fail(where, fmt::format("'{}' is no axis", printable(word)), std::string(kAxesForm));
  return out;
}

// "'walk.c3d', plate 1 of type 2"; empty if the table is from no plate.
std::string plate_of_table(const MeasuredForceRow& row) {
  if (!row.motions[0].table) return {};
  for (const std::string& line : row.motions[0].table->said)
    if (line.find(kPlateSign) != line.npos) return line.substr(0, line.find(';'));
  return {};
}

// Whether two forces are the same at all times, at the same places.
bool has_same_rows(const MeasuredForceRow& a, const MeasuredForceRow& b) {
  return std::equal(a.motions.begin(), a.motions.end(), b.motions.begin(),
                    [](const MotionRow& one, const MotionRow& other) {
                      return one.table && other.table && one.table->t == other.table->t &&
                             one.table->columns[one.column] == other.table->columns[other.column];
                    });
}

// Columns of PLATE n: those that C3D files have for it.
TableColumns columns_of_plate(RecordReader& in, Gaps gaps) {
  in.skip();
  const SourceLocation where = in.here();
  const auto number = in.integer("number of the plate", 1, 1000, "the number of a plate");
  const std::array<FileAxis, 2> axes = in.ok() ? read_axes(in) : std::array<FileAxis, 2>{};
  TableColumns out{1, 4, gaps};
  TableColumn time;
  time.heading = "Time";
  time.where = where;
  out.chosen.push_back(time);
  for (const char kind : {'f', 'p'})
    for (const FileAxis& axis : axes) {
      TableColumn column = time;
      column.heading = fmt::format("plate{}.{}{}", number, kind, axis.letter());
      column.scale = axis.sign;
      out.chosen.push_back(column);
    }
  out.units = {unit::newton, unit::newton, unit::metre, unit::metre};
  out.exact = true;
  return out;
}

// Where a plate with six channels is.
struct PlatePlace {
  std::array<FileAxis, 2> axes;
  double depth = 0, x = 0, y = 0;
};

PlatePlace read_place(RecordReader& in) {
  PlatePlace out;
  const SourceLocation where = in.here();
  out.axes = read_axes(in);
  if (in.ok() && out.axes[1].axis != 2)
    in.fail(where, "the upright axis of a plate is its third one",
            "expected +z or -z as the second");
  if (in.ok() && in.peek_word() != "DEPTH")
    in.fail(in.here(), "the depth of the sensors is missing",
            "expected DEPTH d: of the point about which the moments are, below the surface; 0 if "
            "they are about the surface");
  if (!in.ok()) return out;
  in.skip();
  const SourceLocation depth_at = in.here();
  out.depth = in.number("depth", unit::metre);
  if (in.ok() && out.depth < 0)
    in.fail(depth_at, "the depth is negative",
            "expected how far the point of the moments is below the surface");
  if (in.ok() && in.peek_word() == "AT") {
    in.skip();
    out.x = in.number("x");
    out.y = in.number("y");
  }
  return out;
}

// fx fy x y of a plate. The moment of a force at (x, y, surface): mx = y fz - surface fy, my =
// surface fx - x fz.
std::shared_ptr<TimeTable> table_of_channels(const TimeTable& six, const PlatePlace& place,
                                             std::string said) {
  auto out = std::make_shared<TimeTable>();
  out->t = six.t;
  out->columns.assign(4, {});
  out->said = six.said;
  const auto& c = six.columns;
  const auto [ahead, up] = place.axes;
  const double surface = up.sign * place.depth;
  double all = 0;
  for (std::size_t k = 0; k < six.t.size(); ++k) {
    const double fx = c[0][k], fy = c[1][k], fz = c[2][k], mx = c[3][k], my = c[4][k];
    const std::array<double, 3> force = {fx, fy, fz};
    std::array<double, 3> at{};
    if (fz != 0) at = {(surface * fx - my) / fz, (mx + surface * fy) / fz, 0};
    out->columns[0].push_back(ahead.sign * force[static_cast<std::size_t>(ahead.axis)]);
    out->columns[1].push_back(up.sign * fz);
    out->columns[2].push_back(place.x + ahead.sign * at[static_cast<std::size_t>(ahead.axis)]);
    out->columns[3].push_back(place.y);
    all += up.sign * fz;
  }
  // Nobody hangs on a plate: the channels hold the force on it, not that on the foot.
  if (all < 0) {
    for (const std::size_t k : {0, 1})
      for (double& value : out->columns[k]) value = -value;
    said += "; its channels are the force on the plate, that on the foot is opposite";
  }
  out->said.push_back(std::move(said));
  return out;
}

}  // namespace

std::array<FileAxis, 2> read_axes(RecordReader& in) {
  std::array<FileAxis, 2> out;
  if (in.peek_word() != "AXES") {
    in.fail(in.here(), "the axes are missing", std::string(kAxesForm));
    return out;
  }
  in.skip();
  const SourceLocation where = in.here();
  for (FileAxis& axis : out)
    if (in.ok()) axis = read_axis(in);
  if (in.ok() && out[0].axis == out[1].axis)
    in.fail(where, "both axes are the same", std::string(kAxesForm));
  return out;
}

std::array<FileAxis, 3> read_axes_of_space(RecordReader& in) {
  static constexpr std::string_view kForm =
      "expected AXES and three axes of the file, such as +x +z -y where its z points up and y of "
      "the deck";
  std::array<FileAxis, 3> out;
  if (in.peek_word() != "AXES")
    return in.fail(in.here(), "the axes are missing", std::string(kForm)), out;
  in.skip();
  const SourceLocation where = in.here();
  for (FileAxis& axis : out) {
    if (in.ok() && in.at_end()) in.fail(in.here(), "an axis is missing", std::string(kForm));
    if (in.ok()) axis = read_axis(in);
  }
  if (!in.ok()) return out;
  const auto& [x, y, z] = out;
  if (x.axis == y.axis || y.axis == z.axis || x.axis == z.axis)
    in.fail(where, "two axes are the same", std::string(kForm));
  else if (x.sign * y.sign * z.sign * ((y.axis - x.axis + 3) % 3 == 1 ? 1 : -1) < 0)
    in.fail(where, "these axes are left-handed, and the motion would be that of a mirror image",
            "expected the sign of one of them, or of all, the other way round");
  return out;
}

bool is_plate_next(const RecordReader& in) {
  return in.peek_word() == "PLATE" || in.peek_word() == "CHANNELS";
}

std::shared_ptr<const TimeTable> read_plate_table(RecordReader& in, const LexedDeck& deck,
                                                  const Token& file, Gaps gaps,
                                                  Diagnostics& diagnostics,
                                                  const std::string& label) {
  if (in.peek_word() == "PLATE") {
    const TableColumns columns = columns_of_plate(in, gaps);
    return in.ok() ? rows_of_file(in, deck, file, columns, diagnostics, label) : nullptr;
  }
  in.set_layout(
      "expected: CHANNELS and seven columns, t fx fy fz mx my mz, then AXES, DEPTH d and "
      "perhaps AT x y");
  TableColumns columns{1, 6, gaps};
  columns.chosen = read_table_columns(in, kSixChannels, "CHANNELS");
  const Unit moment = unit::newton * unit::metre;
  columns.units = {unit::newton, unit::newton, unit::newton, moment, moment, moment};
  columns.exact = true;
  if (!in.ok()) return nullptr;
  const PlatePlace place = read_place(in);
  if (!in.ok()) return nullptr;
  const auto six = rows_of_file(in, deck, file, columns, diagnostics, label);
  if (!six || !in.ok()) return nullptr;
  std::string said = fmt::format("'{}{}of", file.text, kPlateSign);
  for (const TableColumn& one : columns.chosen)
    said += " " + (one.heading.empty() ? fmt::format("{}", one.number) : one.heading);
  return table_of_channels(*six, place, std::move(said));
}

bool is_of_plate(const MeasuredForceRow& row) {
  return row.motions[0].table &&
         (!plate_of_table(row).empty() || has_unloaded(*row.motions[0].table));
}

void refuse_shared_plate(RecordReader& in, const MeasuredForceRow& row,
                         std::span<const MeasuredForceRow> others) {
  if (!in.ok()) return;
  constexpr std::string_view kExpected =
      "expected a plate for each force: what two bodies do on one plate cannot be told apart";
  const std::string plate = plate_of_table(row);
  for (const MeasuredForceRow& other : others) {
    if (!plate.empty() && plate_of_table(other) == plate)
      return in.fail(row.where, fmt::format("{} has this plate already: {}", other.label, plate),
                     std::string(kExpected));
    if (has_same_rows(row, other))
      return in.fail(row.where, fmt::format("{} has these rows already", other.label),
                     std::string(kExpected));
  }
}

}  // namespace mbs
