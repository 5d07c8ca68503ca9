// Head lines about joints of space whose two bodies have axes that differ in the position of the X
// lines.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "base/space_vector.h"
#include "base/tolerances.h"
#include "deck/tables/tables.h"
#include "nodes/quaternion.h"
#include "program/report_head.h"

namespace mbs {

namespace {

constexpr std::size_t kFirstOfI = 6, kSecondOfI = 9, kFirstOfJ = 12, kSecondOfJ = 15;
constexpr double kDegrees = 57.29577951308232;

Vec3 column(const ElementRow& row, std::size_t k) {
  return {row.columns[k], row.columns[k + 1], row.columns[k + 2]};
}

// An axis of a body along the axes of space.
Vec3 carried(const Tables& tables, const ElementRow& row, std::size_t node, Vec3 axis) {
  const NodeRow& of = tables.nodes[row.nodes[node]];
  double R[9];
  rotation_matrix(of.x.data(), R);
  return unit_vector(to_space(R, axis));
}

std::string differ(const ElementRow& row, std::string_view what, Vec3 i, Vec3 j) {
  const Vec3 across = cross(i, j);
  const double angle = std::atan2(std::sqrt(dot(across, across)), dot(i, j));
  if (!(angle > tolerance::typed)) return {};
  return fmt::format(
      "{}: with the X lines its {} axis is ({:.6g}, {:.6g}, {:.6g}) in body i and ({:.6g}, {:.6g}, "
      "{:.6g}) in body j, {:.4g} degrees apart; the start closes them\n",
      row.label, what, i.x, i.y, i.z, j.x, j.y, j.z, angle * kDegrees);
}

}  // namespace

std::string describe_joint_axes(const Tables& tables) {
  static constexpr std::array<std::string_view, 6> kOneAxis = {"REVOLUTE", "CYLINDRICAL", "SCREW",
                                                               "PLANAR",   "PRISMATIC",   "WELD"};
  std::string out;
  for (const ElementRow& row : tables.elements) {
    const std::string_view word = row.spec->keyword;
    if (std::find(kOneAxis.begin(), kOneAxis.end(), word) == kOneAxis.end()) continue;
    if (row.columns.size() < kSecondOfJ + 3 ||
        dot(column(row, kFirstOfJ), column(row, kFirstOfJ)) == 0)
      continue;
    const auto axis = [&](std::size_t k, std::size_t node) {
      return carried(tables, row, node, column(row, k));
    };
    out += differ(row, "first", axis(kFirstOfI, 1), axis(kFirstOfJ, 3));
    const Vec3 v_i = column(row, kSecondOfI), v_j = column(row, kSecondOfJ);
    if ((word == "PRISMATIC" || word == "WELD") && dot(v_i, v_i) > 0 && dot(v_j, v_j) > 0)
      out += differ(row, "second", axis(kSecondOfI, 1), axis(kSecondOfJ, 3));
  }
  return out;
}

}  // namespace mbs
