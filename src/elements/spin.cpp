// SPIN: the angular velocity of one orientation against another, which exists only as a rate.
#include <cmath>

#include "base/space_vector.h"
#include "elements/batch.h"
#include "elements/types.h"

namespace mbs {

namespace {

// With the angular velocities w along the axes of the bodies, R = R_a^T R_b and W = R w_b
//   e'1..3 = R w_b - w_a        of b against a along the axes of a [rad/s]
//   e'4..6 = w_b - R^T w_a      the same along the axes of b
// R' = R sk(w_b) - sk(w_a) R, so that D2e(v, v) is -w_a x W, and along the axes of b R^T (W x w_a).
// A turn that is no turn about one fixed axis has no angle, hence e = 0. S is minus the moment on
// b.
struct Spin {
  static constexpr int nx = 6;  // w_a (3), w_b (3)
  static constexpr int ne = 6;
  static constexpr int np = 6;  // references 0
  static constexpr int turning[] = {0, 3};

  static std::string prepare(const double*, const double*, double* p) {
    for (int r = 0; r < np; ++r) p[r] = 0;
    return {};
  }

  template <bool kAcceleration>
  static void deform(const Local<nx>& q, const double* p, LocalOut& out) {
    for (int r = 0; r < ne; ++r) {
      out.e[r] = -p[r];
      out.size[r] = 1 + std::fabs(p[r]);
    }
    for (int k = 0; k < 3; ++k) {
      const Vec3 of_b = to_body(q.R[0], to_space(q.R[1], unit_axis(k))),
                 of_a = to_body(q.R[1], to_space(q.R[0], unit_axis(k)));
      for (int r = 0; r < 3; ++r) {
        out.De[k * ne + r] = r == k ? -1 : 0;
        out.De[(3 + k) * ne + r] = of_b[r];
        out.De[k * ne + 3 + r] = -of_a[r];
        out.De[(3 + k) * ne + 3 + r] = r == k ? 1 : 0;
      }
    }
    if constexpr (kAcceleration) {
      const Vec3 w_a = vec3(q.v), W = to_body(q.R[0], to_space(q.R[1], vec3(q.v + 3)));
      const Vec3 second = cross(W, w_a), along_b = to_body(q.R[1], to_space(q.R[0], second));
      for (int r = 0; r < 3; ++r) {
        out.D2e_vv[r] = second[r];
        out.D2e_vv[3 + r] = along_b[r];
      }
    }
  }
};

constexpr NodeKind kNodes[] = {NodeKind::orientation, NodeKind::orientation};
constexpr DeformationSpec kDeformations[] = {{"turning of b against a about x of a", unit::radian},
                                             {"turning of b against a about y of a", unit::radian},
                                             {"turning of b against a about z of a", unit::radian},
                                             {"turning of b against a about x of b", unit::radian},
                                             {"turning of b against a about y of b", unit::radian},
                                             {"turning of b against a about z of b", unit::radian}};
constexpr Column kStiffness[] = {
    {"c1", "N m/rad", "EDAMP alone, in N m s/rad: damping about x of a"},
    {"c2", "N m/rad", "EDAMP: damping about y of a"},
    {"c3", "N m/rad", "EDAMP alone, in N m s/rad: damping about z of a"},
    {"c4", "N m/rad", "EDAMP: damping about x of b"},
    {"c5", "N m/rad", "EDAMP alone, in N m s/rad: damping about y of b"},
    {"c6", "N m/rad", "EDAMP: damping about z of b"}};

constexpr ElementType spin() {
  RecordSpec spec{
      "SPIN", "angular velocity of an orientation against another", kNodes, {}, kDeformations};
  spec.first_rate = 0;
  spec.free_deformations = Spin::ne;
  return make_element_type<Spin>(spec, kStiffness, diagonal_stiffness<6>);
}

}  // namespace

const ElementType kSpin = spin();

}  // namespace mbs
