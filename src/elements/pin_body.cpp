// PINBODY: a body of space carries a point.
#include <cmath>

#include "base/space_vector.h"
#include "elements/batch.h"
#include "elements/types.h"
#include "nodes/quaternion.h"

namespace mbs {

namespace {

// e = R^T (x_q - x_p) - r0 [m]: the place of point q in the body (x_p, R) minus its place at the
// start. S is minus the force of the body on q, along the axes of the body [N]. With u = R^T (x_q -
// x_p) and w along the axes of the body:
//   ed  = R^T (v_q - v_p) + u x w
//   D2e(v, v) = 2 R^T (v_q - v_p) x w + (u x w) x w
struct PinBody {
  static constexpr int nx = 9;  // x_p y_p z_p w1 w2 w3 x_q y_q z_q
  static constexpr int ne = 3;
  static constexpr int np = 3;  // r0
  static constexpr int turning[] = {3};

  // x0: x_p (3), q0 q1 q2 q3, x_q (3).
  static std::string prepare(const double* x0, const double*, double* p) {
    double R[9];
    rotation_matrix(x0 + 3, R);
    const Vec3 r0 = to_body(R, vec3(x0 + 7) - vec3(x0));
    for (int k = 0; k < 3; ++k) p[k] = r0[k];
    return {};
  }

  template <bool kAcceleration>
  static void deform(const Local<nx>& q, const double* p, LocalOut& out) {
    const double* const R = q.R[0];
    const Vec3 u = to_body(R, vec3(q.x + 6) - vec3(q.x));
    double terms = 0;
    for (int k = 0; k < 3; ++k) terms += std::fabs(q.x[k]) + std::fabs(q.x[6 + k]);
    for (int r = 0; r < ne; ++r) {
      out.e[r] = u[r] - p[r];
      out.size[r] = terms + std::fabs(p[r]);
      for (int k = 0; k < 3; ++k) {
        const double along = axis(R, r)[k];
        out.De[k * ne + r] = -along;
        out.De[(6 + k) * ne + r] = along;
      }
    }
    for (int k = 0; k < 3; ++k) {
      const Vec3 turn = cross(u, unit_axis(k));
      for (int r = 0; r < ne; ++r) out.De[(3 + k) * ne + r] = turn[r];
    }
    if constexpr (kAcceleration) {
      const Vec3 w = vec3(q.v + 3), d = to_body(R, vec3(q.v + 6) - vec3(q.v));
      const Vec3 second = 2 * cross(d, w) + cross(cross(u, w), w);
      for (int r = 0; r < ne; ++r) out.D2e_vv[r] = second[r];
    }
  }
};

constexpr NodeKind kNodes[] = {NodeKind::space_point, NodeKind::orientation, NodeKind::space_point};
constexpr DeformationSpec kDeformations[] = {{"displacement along body axis 1", unit::metre},
                                             {"displacement along body axis 2", unit::metre},
                                             {"displacement along body axis 3", unit::metre}};
constexpr Column kStiffness[] = {{"k1", "N/m", "stiffness along body axis 1"},
                                 {"k2", "N/m", "stiffness along body axis 2"},
                                 {"k3", "N/m", "stiffness along body axis 3"}};

}  // namespace

const ElementType kPinBody = make_element_type<PinBody>(
    {"PINBODY", "point carried by a body of space", kNodes, {}, kDeformations}, kStiffness,
    diagonal_stiffness<3>);

}  // namespace mbs
