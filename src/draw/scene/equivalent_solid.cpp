#include <algorithm>
#include <cmath>

#include "base/index.h"
#include "draw/scene/space_solids.h"
#include "linalg/eigen.h"

namespace mbs {

namespace {

// Moments that differ by less than this part of the largest are drawn as equal.
constexpr double kEqual = 1e-3;

// Adds the inertia of a point mass at d.
void add_point(double mass, Vec3 d, double* J) {
  const double square = dot(d, d);
  const double parts[6] = {square - d.x * d.x, -d.x * d.y, -d.x * d.z,
                           square - d.y * d.y, -d.y * d.z, square - d.z * d.z};
  for (int k = 0; k < 6; ++k) J[k] += mass * parts[k];
}

}  // namespace

MassPart total(const std::vector<MassPart>& parts) {
  MassPart out;
  for (const MassPart& part : parts) {
    out.mass += part.mass;
    out.centre = out.centre + part.mass * part.centre;
  }
  if (out.mass > 0) out.centre = 1 / out.mass * out.centre;
  for (const MassPart& part : parts) {
    for (int k = 0; k < 6; ++k) out.inertia[k] += part.inertia[k];
    if (part.mass > 0) add_point(part.mass, part.centre - out.centre, out.inertia);
  }
  return out;
}

Solid equivalent_solid(const MassPart& body, double least) {
  const double* const J = body.inertia;
  const SymmetricEigen principal = symmetric_eigen(
      3, {J[0], J[1], J[2], J[1], J[3], J[4], J[2], J[4], J[5]}, {1, 0, 0, 0, 1, 0, 0, 0, 1});
  Solid out;
  if (!principal.ok) return out;
  double moment[3];
  Vec3 axis[3];
  for (int k = 0; k < 3; ++k) {
    moment[k] = principal.values[at(k)];
    axis[k] = vec3(principal.vectors.data() + 3 * k);
  }
  const auto same = [&](int a, int b) {
    return std::fabs(moment[a] - moment[b]) <= kEqual * moment[2];
  };
  const auto half = [&](double square) {
    return std::max(std::sqrt(std::max(square, 0.0)), least);
  };
  if (same(0, 2)) {
    out.kind = Solid::Kind::egg;
    for (int k = 0; k < 3; ++k) out.axes[at(k)] = half(2.5 * moment[2] / body.mass) * axis[k];
  } else if (same(0, 1) || same(1, 2)) {
    const int a = same(0, 1) ? 2 : 0, b = (a + 1) % 3, c = (a + 2) % 3;
    const double square = 2 * moment[a] / body.mass;  // of the radius
    out.kind = Solid::Kind::drum;
    out.axes = {half(3 * moment[b] / body.mass - 0.75 * square) * axis[a], half(square) * axis[b],
                half(square) * axis[c]};
  } else {
    for (int k = 0; k < 3; ++k)
      out.axes[at(k)] =
          half(1.5 * (moment[(k + 1) % 3] + moment[(k + 2) % 3] - moment[k]) / body.mass) * axis[k];
  }
  return out;
}

}  // namespace mbs
