#include "nodes/rigid_body.h"

#include <algorithm>
#include <iterator>

#include "base/space_vector.h"
#include "base/tolerances.h"
#include "nodes/quaternion.h"

namespace mbs {

namespace {

// Whether a symmetric matrix xx xy xz yy yz zz has no negative value, to rounding of `size`.
bool is_semidefinite(const double* J, double size, double tolerance) {
  const double xx = J[0], xy = J[1], xz = J[2], yy = J[3], yz = J[4], zz = J[5];
  const double minors[] = {xx * yy - xy * xy, xx * zz - xz * xz, yy * zz - yz * yz};
  const double determinant = xx * minors[2] - xy * (xy * zz - xz * yz) + xz * (xy * yz - xz * yy);
  return std::min({xx, yy, zz}) >= -tolerance * size &&
         *std::min_element(std::begin(minors), std::end(minors)) >= -tolerance * size * size &&
         determinant >= -tolerance * size * size * size;
}

// The place of each entry of a 3 x 3 matrix in xx xy xz yy yz zz.
constexpr int kEntry[9] = {0, 1, 2, 1, 3, 4, 2, 4, 5};

// y = J a.
Vec3 times(const double* J, Vec3 a) {
  double y[3];
  for (int i = 0; i < 3; ++i)
    y[i] = J[kEntry[i]] * a.x + J[kEntry[3 + i]] * a.y + J[kEntry[6 + i]] * a.z;
  return vec3(y);
}

const NodeRemark kOfNoBody = {"one moment of inertia is larger than the sum of the other two",
                              "no rigid body has such an inertia", false};

void no_rigid_motion(RigidMotion, const double*, double* v) { std::fill_n(v, 6, 0.0); }

// With the centre of mass c and J_o = J + m ((c.c) 1 - c c^T), along the axes of the body:
//   M = ( m 1   -m R sk(c) ;  m sk(c) R^T   J_o ),  h = ( m R (w x (w x c)),  w x J_o w ).
void inertia_of_bodies(const NodeBatch& nodes, const double* x, const double* v,
                       const double* numbers, double* M, double* h) {
  for (int k = 0; k < nodes.count(); ++k, M += 36, h += 6, numbers += 10) {
    const int* const place = nodes.place.data() + 7 * k;
    const double q[4] = {x[place[3]], x[place[4]], x[place[5]], x[place[6]]};
    double R[9];
    rotation_matrix(q, R);
    const double m = numbers[0];
    const Vec3 c = vec3(numbers + 1);
    const int* const gather = nodes.gather.data() + 6 * k;
    const Vec3 w = {v[gather[3]], v[gather[4]], v[gather[5]]};
    std::fill_n(M, 36, 0.0);
    for (int j = 0; j < 3; ++j) {
      M[6 * j + j] = m;
      const Vec3 e = unit_axis(j);
      const Vec3 turned = m * to_space(R, cross(e, c));  // of the centre of mass by a turn about e
      const Vec3 inertia = times(numbers + 4, e) + m * (dot(c, c) * e - c[j] * c);
      for (int i = 0; i < 3; ++i) {
        M[6 * (3 + j) + i] = M[6 * i + 3 + j] = turned[i];
        M[6 * (3 + j) + 3 + i] = inertia[i];
      }
    }
    const Vec3 centre = m * to_space(R, cross(w, cross(w, c)));
    const Vec3 spin = times(numbers + 4, w) + m * (dot(c, c) * w - dot(c, w) * c);
    const Vec3 moment = cross(w, spin);
    for (int i = 0; i < 3; ++i) h[i] = centre[i], h[3 + i] = moment[i];
  }
}

}  // namespace

NodeRemark check_inertia(const double* J) {
  const double size = J[0] + J[3] + J[5];
  // Minors down to -kDefinite times a power of the trace count as 0.
  constexpr double kDefinite = 1e-12;
  if (!is_semidefinite(J, size, kDefinite))
    return {"the moment of inertia about some axis is negative",
            "expected Ixx Ixy Ixz Iyy Iyz Izz of a matrix that is positive definite; "
            "Ixy = -(sum of m x y)"};
  // A deck may share J among several records, so this is only a warning.
  if (2 * std::max({J[0], J[3], J[5]}) > size * (1 + tolerance::typed)) return kOfNoBody;
  return {};
}

NodeRemark check_body_mass(const double* numbers) {
  if (!(numbers[0] >= 0)) return {"its mass is negative", "expected a mass that is not negative"};
  const double* const J = numbers + 4;
  NodeRemark remark = check_inertia(J);
  // No principal moment of a rigid body is larger than the sum of the other two: trace/2 1 - J, the
  // second moments of its mass, has no negative value.
  const double size = J[0] + J[3] + J[5], half = size / 2;
  const double second[] = {half - J[0], -J[1], -J[2], half - J[3], -J[4], half - J[5]};
  if (remark.problem.empty() && !is_semidefinite(second, size, tolerance::typed))
    remark = kOfNoBody;
  remark.is_error = true;  // about the centre of mass there is no excuse
  return remark;
}

const NodeType kRigidBody = {
    .text = "a rigid body",
    .layout = "",
    .count_text = "",
    .load_layout = "",
    .nq = 7,
    .nv = 6,
    .components = {},
    .role = NodeRole::other,
    .is_spatial = true,
    .letter = 'b',
    .rigid_motion = no_rigid_motion,
    .mass_columns = {},
    .inertia = inertia_of_bodies,
};

}  // namespace mbs
