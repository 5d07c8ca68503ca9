// SPHERICAL: two bodies of space share a point.
#include <cmath>

#include "base/space_vector.h"
#include "elements/batch.h"
#include "elements/types.h"

namespace mbs {

namespace {

// P = (xi, eta, zeta) of body i = (x_p, R_a) and Q of body j = (x_q, R_b) are one place:
//   e = x_p + R_a s_i - x_q - R_b s_j [m] along the axes of space,
// so that S is the force of body i on body j there [N], as for PLREV. With w along the axes of the
// bodies  d(R s)/dt = R (w x s)  and  D2e(v, v) = R_a (w_a x (w_a x s_i)) - R_b (w_b x (w_b x
// s_j)).
struct Spherical {
  static constexpr int nx = 12;  // x_p (3) w_a (3) x_q (3) w_b (3)
  static constexpr int ne = 3;
  static constexpr int np = 9;  // s_i, s_j, references 0 0 0
  static constexpr int turning[] = {3, 9};

  static std::string prepare(const double*, const double* columns, double* p) {
    for (int k = 0; k < 6; ++k) p[k] = columns[k];
    for (int k = 6; k < np; ++k) p[k] = 0;
    return {};
  }

  template <bool kAcceleration>
  static void deform(const Local<nx>& q, const double* p, LocalOut& out) {
    for (int r = 0; r < ne; ++r) {
      out.e[r] = -p[6 + r];
      out.size[r] = std::fabs(p[6 + r]);
    }
    if constexpr (kAcceleration)
      for (int r = 0; r < ne; ++r) out.D2e_vv[r] = 0;
    for (int body = 0; body < 2; ++body) {
      const double sign = body == 0 ? 1 : -1;
      const Vec3 s = vec3(p + 3 * body);
      const double* const R = q.R[body];
      const Vec3 arm = to_space(R, s);
      double* const De = out.De + 6 * body * ne;
      for (int r = 0; r < ne; ++r) {
        const double x = q.x[6 * body + r];
        out.e[r] += sign * (x + arm[r]);
        out.size[r] += std::fabs(x) + std::fabs(arm[r]);
      }
      for (int k = 0; k < 3; ++k) {
        const Vec3 turn = to_space(R, cross(unit_axis(k), s));
        for (int r = 0; r < ne; ++r) {
          De[k * ne + r] = r == k ? sign : 0;
          De[(3 + k) * ne + r] = sign * turn[r];
        }
      }
      if constexpr (kAcceleration) {
        const Vec3 w = vec3(q.v + 6 * body + 3);
        const Vec3 second = to_space(R, cross(w, cross(w, s)));
        for (int r = 0; r < ne; ++r) out.D2e_vv[r] += sign * second[r];
      }
    }
  }
};

constexpr NodeKind kNodes[] = {NodeKind::space_point, NodeKind::orientation, NodeKind::space_point,
                               NodeKind::orientation};
constexpr Column kColumns[] = {{"xi_i", "m", "the place in the frame of body i"},
                               {"eta_i", "m", "the place in the frame of body i"},
                               {"zeta_i", "m", "the place in the frame of body i"},
                               {"xi_j", "m", "the place in the frame of body j"},
                               {"eta_j", "m", "the place in the frame of body j"},
                               {"zeta_j", "m", "the place in the frame of body j"}};
constexpr DeformationSpec kDeformations[] = {{"P_i - P_j along x", unit::metre},
                                             {"P_i - P_j along y", unit::metre},
                                             {"P_i - P_j along z", unit::metre}};
constexpr Column kStiffness[] = {{"kx", "N/m", "stiffness along x"},
                                 {"ky", "N/m", "stiffness along y"},
                                 {"kz", "N/m", "stiffness along z"}};

constexpr ElementType spherical() {
  RecordSpec spec{"SPHERICAL", "spherical joint of two bodies of space", kNodes, kColumns,
                  kDeformations};
  spec.stem = "sph";
  return make_element_type<Spherical>(spec, kStiffness, diagonal_stiffness<3>);
}

}  // namespace

const ElementType kSpherical = spherical();

}  // namespace mbs
