#include "deck/lines/c3d_plates.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>

#include "base/index.h"
#include "base/space_vector.h"
#include "text/names.h"

namespace mbs {

namespace {

constexpr std::string_view kPlateGroup = "FORCE_PLATFORM";
constexpr std::size_t kMostPlateChannels = 8;

// Length 1; empty for a vector of length 0.
std::optional<Vec3> plate_direction(Vec3 v) {
  const double square = dot(v, v);
  if (!(square > 0) || !std::isfinite(square)) return {};
  return unit_vector(v);
}

// The load on the plate in its own frame; the moment is about the middle of the surface.
struct PlateLoad {
  Vec3 force, moment;
};

class PlateReader {
 public:
  PlateReader(const C3dFile& file, int number) : file_(file), number_(number) {}

  std::string read(C3dPlate& out) {
    if (std::string problem = read_type(); !problem.empty()) return problem;
    if (std::string problem = read_frame(); !problem.empty()) return problem;
    if (std::string problem = read_channels(); !problem.empty()) return problem;
    out.said.push_back(fmt::format("plate {} of type {}", number_ + 1, type_));
    if (turned_origin_) out.said.back() += "; its ORIGIN has the wrong sign and was turned";
    fill(out);
    return {};
  }

 private:
  std::string without(std::string_view what) const {
    return fmt::format("has a plate {} without {}", number_ + 1, what);
  }
  // Elements of this plate, `count` of them, from a parameter with all plates.
  std::vector<double> of_plate(std::string_view name, std::size_t count) const {
    const C3dParameter* one = file_.parameters().find(kPlateGroup, name);
    const std::vector<double> all = file_.parameters().numbers(kPlateGroup, name);
    // Channels of plates with fewer channels than others are filled up.
    const std::size_t each =
        name == "CHANNEL" && one && one->size.size() == 2 ? at(one->size[0]) : count;
    const std::size_t from = at(number_) * each;
    if (each < count || all.size() < from + count) return {};
    const auto first = all.begin() + static_cast<std::ptrdiff_t>(from);
    return {first, first + static_cast<std::ptrdiff_t>(count)};
  }

  std::string read_type() {
    const std::vector<double> type = of_plate("TYPE", 1);
    if (type.empty()) return without("a TYPE");
    type_ = static_cast<int>(type[0]);
    if (type_ < 1 || type_ > 4)
      return fmt::format("has a plate {} of type {}; expected 1, 2, 3 or 4", number_ + 1, type_);
    return {};
  }

  std::string read_frame() {
    if (!file_.point_unit())
      return fmt::format("does not say the unit of its places (POINT:UNITS is '{}')",
                         printable(file_.point_unit_name()));
    length_ = file_.point_unit()->size.value();
    const std::vector<double> corners = of_plate("CORNERS", 12);
    std::vector<double> origin = of_plate("ORIGIN", 3);
    if (corners.empty()) return without("its four CORNERS");
    if (origin.empty()) return without("an ORIGIN");
    std::array<Vec3, 4> c;
    for (std::size_t k = 0; k < 4; ++k) {
      c[k] = length_ * vec3(corners.data() + 3 * k);
      middle_ = middle_ + 0.25 * c[k];
    }
    const auto x = plate_direction(c[0] - c[1]);
    const auto z = plate_direction(cross(c[0] - c[1], c[0] - c[3]));
    if (!x || !z) return without("corners that span a plane");
    axes_ = {*x, cross(*z, *x), *z};
    // From the sensors to the middle of the surface: against the third axis, which points down.
    turned_origin_ = origin[2] > 0;
    if (turned_origin_ && type_ != 3)
      for (double& one : origin) one = -one;
    if (turned_origin_ && type_ == 3) origin[2] = -origin[2];
    origin_ = length_ * vec3(origin.data());
    if (!std::isfinite(origin_.x + origin_.y + origin_.z)) return without("an ORIGIN");
    if (type_ == 4) {
      matrix_ = of_plate("CAL_MATRIX", 36);
      if (matrix_.empty()) return without("its CAL_MATRIX, which type 4 needs");
    }
    return {};
  }

  std::string read_channels() {
    const std::size_t count = type_ == 3 ? kMostPlateChannels : 6;
    const std::vector<double> numbers = of_plate("CHANNEL", count);
    if (numbers.empty()) return without(fmt::format("its {} CHANNELs", count));
    for (std::size_t k = 0; k < count; ++k) {
      if (!(numbers[k] >= 1 && numbers[k] <= file_.channels()))
        return fmt::format("has {} channels, and its plate {} has channel {}", file_.channels(),
                           number_ + 1, numbers[k]);
      const int channel = static_cast<int>(numbers[k]) - 1;
      std::string problem = file_.channel(channel, values_[k]);
      if (!problem.empty()) return problem;
      if (type_ == 4) continue;
      // Places in type 1, forces, then moments.
      const bool place = type_ == 1 && (k == 3 || k == 4), force = !place && (k < 3 || type_ == 3);
      const Unit wanted = place ? unit::metre : force ? unit::newton : unit::newton * unit::metre;
      const auto size = file_.channel_unit(channel);
      const std::string name = file_.channel_unit_name(channel);
      if (!name.empty() && (!size || size->unit != wanted))
        return fmt::format("has channel '{}' of plate {} in '{}'; expected {}",
                           printable(file_.channel_labels()[at(channel)]), number_ + 1,
                           printable(name),
                           place   ? "mm"
                           : force ? "N"
                                   : "Nmm or Nm");
      const double factor = size ? size->size.value() : force ? 1 : length_;
      for (double& value : values_[k]) value *= factor;
    }
    return {};
  }

  // Row k of the channels as a load.
  PlateLoad load(std::size_t k) const {
    const auto v = [&](std::size_t i) { return values_[i][k]; };
    PlateLoad out{};
    if (type_ == 1) {
      out.force = {v(0), v(1), v(2)};
      out.moment = {v(4) * v(2), -v(3) * v(2), v(5) + v(3) * v(1) - v(4) * v(0)};
      return out;
    }
    if (type_ == 3) {
      const double a = origin_.x, b = origin_.y;
      out.force = {v(0) + v(1), v(2) + v(3), v(4) + v(5) + v(6) + v(7)};
      out.moment = {b * (v(4) + v(5) - v(6) - v(7)), a * (v(5) + v(6) - v(4) - v(7)),
                    b * (v(1) - v(0)) + a * (v(2) - v(3))};
      return moved(out, {0, 0, origin_.z});
    }
    std::array<double, 6> six{};
    for (std::size_t i = 0; i < 6; ++i)
      for (std::size_t j = 0; j < 6; ++j)
        six[i] +=
            type_ == 4 ? matrix_[6 * j + i] * v(j) * (i < 3 ? 1 : length_) : (i == j ? v(j) : 0);
    out.force = {six[0], six[1], six[2]};
    out.moment = {six[3], six[4], six[5]};
    return moved(out, origin_);
  }

  // The moment about a point that lies `by` from where it was.
  static PlateLoad moved(PlateLoad load, Vec3 by) {
    load.moment = load.moment + cross(load.force, by);
    return load;
  }

  Vec3 to_laboratory(Vec3 v) const { return v.x * axes_[0] + v.y * axes_[1] + v.z * axes_[2]; }

  void fill(C3dPlate& out) const {
    const std::size_t rows = values_[0].size();
    for (std::vector<double>& column : out.columns) column.resize(rows);
    // The axis of the laboratory that is nearest to the normal of the surface points up.
    int up = 0;
    for (int i = 1; i < 3; ++i)
      if (std::fabs(axes_[2][i]) > std::fabs(axes_[2][up])) up = i;
    double all = 0;
    for (std::size_t k = 0; k < rows; ++k) {
      const PlateLoad l = load(k);
      const Vec3 force = to_laboratory(l.force);
      Vec3 place;
      if (l.force.z != 0) place = {-l.moment.y / l.force.z, l.moment.x / l.force.z, 0};
      const double free = l.moment.z - (place.x * l.force.y - place.y * l.force.x);
      const Vec3 at_place = middle_ + to_laboratory(place);
      for (int i = 0; i < 3; ++i) {
        out.columns[at(C3dPlate::fx + i)][k] = force[i];
        out.columns[at(C3dPlate::px + i)][k] = at_place[i];
      }
      out.columns[C3dPlate::tz][k] = free * axes_[2][up];
      if (std::isfinite(force[up])) all += force[up];
    }
    if (!(all < 0)) return;
    // Nobody hangs on a plate: the channels hold the force on it, not that on the foot.
    for (const C3dPlate::Column c : {C3dPlate::fx, C3dPlate::fy, C3dPlate::fz, C3dPlate::tz})
      for (double& value : out.columns[c]) value = -value;
    out.said.back() += "; its channels are the force on the plate, that on the foot is opposite";
  }

  const C3dFile& file_;
  int number_;
  int type_ = 0;
  double length_ = 1;  // unit of places in the file [m]
  Vec3 middle_, origin_;
  std::array<Vec3, 3> axes_;  // of the plate, in the laboratory
  bool turned_origin_ = false;
  std::vector<double> matrix_;  // of type 4, column by column
  std::array<std::vector<double>, kMostPlateChannels> values_;
};

}  // namespace

int count_plates(const C3dFile& file) {
  const std::vector<double> used = file.parameters().numbers(kPlateGroup, "USED");
  if (used.empty() || !(used[0] >= 1)) return 0;
  // No more than have a type.
  const std::vector<double> types = file.parameters().numbers(kPlateGroup, "TYPE");
  return std::min(static_cast<int>(std::min(used[0], 1e4)), count_of(types));
}

std::string read_plate(const C3dFile& file, int number, C3dPlate& out) {
  return PlateReader(file, number).read(out);
}

}  // namespace mbs
