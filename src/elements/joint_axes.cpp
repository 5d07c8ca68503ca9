#include "elements/joint_axes.h"

#include <cmath>

#include "base/tolerances.h"

namespace mbs {

std::string make_axes(Vec3 along, Vec3 beside, Axes& out) {
  if (!(dot(along, along) > 0)) return "its axis is 0 0 0";
  out.u = unit_vector(along);
  if (dot(beside, beside) == 0) {
    const Vec3 u = {std::fabs(out.u.x), std::fabs(out.u.y), std::fabs(out.u.z)};
    beside = unit_axis(u.x <= u.y && u.x <= u.z ? 0 : u.y <= u.z ? 1 : 2);
  }
  const Vec3 across = beside - dot(beside, out.u) * out.u;
  // Vectors that are typed parallel differ from that by rounding alone.
  if (!(dot(across, across) > tolerance::typed * tolerance::typed * dot(beside, beside)))
    return "its second axis is along the first";
  out.v = unit_vector(across);
  out.w = cross(out.u, out.v);
  return {};
}

}  // namespace mbs
