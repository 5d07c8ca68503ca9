#include "deck/lines/c3d_plates.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>

#include "base/index.h"
#include "text/names.h"

namespace mbs {

namespace {

constexpr std::string_view kPlateGroup = "FORCE_PLATFORM";
constexpr std::size_t kMostPlateChannels = 8;

using PlateVector = std::array<double, 3>;

PlateVector corner_difference(const PlateVector& a, const PlateVector& b) {
  return {a[0] - b[0], a[1] - b[1], a[2] - b[2]};
}

PlateVector cross_product_of(const PlateVector& a, const PlateVector& b) {
  return {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
}

// Length 1; empty for a vector of length 0.
std::optional<PlateVector> plate_direction(const PlateVector& v) {
  const double length = std::hypot(v[0], v[1], v[2]);
  if (!(length > 0) || !std::isfinite(length)) return {};
  return PlateVector{v[0] / length, v[1] / length, v[2] / length};
}

// The load on the plate in its own frame; the moment is about the middle of the surface.
struct PlateLoad {
  PlateVector force, moment;
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
    std::array<PlateVector, 4> c{};
    for (std::size_t k = 0; k < 4; ++k)
      for (std::size_t i = 0; i < 3; ++i) {
        c[k][i] = corners[3 * k + i] * length_;
        middle_[i] += c[k][i] / 4;
      }
    const auto x = plate_direction(corner_difference(c[0], c[1]));
    const auto z = plate_direction(
        cross_product_of(corner_difference(c[0], c[1]), corner_difference(c[0], c[3])));
    if (!x || !z) return without("corners that span a plane");
    axes_ = {*x, cross_product_of(*z, *x), *z};
    // From the sensors to the middle of the surface: against the third axis, which points down.
    turned_origin_ = origin[2] > 0;
    if (turned_origin_ && type_ != 3)
      for (double& one : origin) one = -one;
    if (turned_origin_ && type_ == 3) origin[2] = -origin[2];
    for (std::size_t i = 0; i < 3; ++i) origin_[i] = origin[i] * length_;
    if (!std::isfinite(origin_[0] + origin_[1] + origin_[2])) return without("an ORIGIN");
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
      const double a = origin_[0], b = origin_[1];
      out.force = {v(0) + v(1), v(2) + v(3), v(4) + v(5) + v(6) + v(7)};
      out.moment = {b * (v(4) + v(5) - v(6) - v(7)), a * (v(5) + v(6) - v(4) - v(7)),
                    b * (v(1) - v(0)) + a * (v(2) - v(3))};
      return moved(out, {0, 0, origin_[2]});
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
  static PlateLoad moved(PlateLoad load, const PlateVector& by) {
    const PlateVector more = cross_product_of(load.force, by);
    for (std::size_t i = 0; i < 3; ++i) load.moment[i] += more[i];
    return load;
  }

  PlateVector to_laboratory(const PlateVector& v) const {
    PlateVector out{};
    for (std::size_t i = 0; i < 3; ++i)
      for (std::size_t k = 0; k < 3; ++k) out[i] += axes_[k][i] * v[k];
    return out;
  }

  void fill(C3dPlate& out) const {
    const std::size_t rows = values_[0].size();
    for (std::vector<double>& column : out.columns) column.resize(rows);
    // The axis of the laboratory that is nearest to the normal of the surface points up.
    std::size_t up = 0;
    for (std::size_t i = 1; i < 3; ++i)
      if (std::fabs(axes_[2][i]) > std::fabs(axes_[2][up])) up = i;
    double all = 0;
    for (std::size_t k = 0; k < rows; ++k) {
      const PlateLoad l = load(k);
      const PlateVector force = to_laboratory(l.force);
      PlateVector place{};
      if (l.force[2] != 0) place = {-l.moment[1] / l.force[2], l.moment[0] / l.force[2], 0};
      const double free = l.moment[2] - (place[0] * l.force[1] - place[1] * l.force[0]);
      const PlateVector from_middle = to_laboratory(place);
      for (std::size_t i = 0; i < 3; ++i) {
        out.columns[C3dPlate::fx + i][k] = force[i];
        out.columns[C3dPlate::px + i][k] = middle_[i] + from_middle[i];
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
  PlateVector middle_{}, origin_{};
  std::array<PlateVector, 3> axes_{};  // of the plate, in the laboratory
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
