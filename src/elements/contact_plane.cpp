// SPLANE: a point of a body of space, or a ball about it, against a plane that is fixed in space or
// carried by another body. With P = x_p + R_a s, X the point of the plane and n its normal
//   e = n.(P - X) - r           gap [m]; S = minus the force of the plane on the body along n
//   De: n along u_p, R_a^T (R_a s x n) along w; of the plane's body -n, R_b^T (n x (P - x_q))
//   D2e(v, v) = n.(w x (w x R_a s)) + 2 (W x n).(u_p + w x R_a s - u_q)
//             + (W x (W x n)).(P - x_q), W the angular velocity of the plane's body
// CONTACT gives it its law; it has no friction.
#include <algorithm>
#include <array>
#include <cmath>
#include <string>

#include "elements/batch.h"
#include "elements/joint_axes.h"
#include "elements/point_on_plane.h"
#include "elements/types.h"
#include "nodes/quaternion.h"

namespace mbs {

namespace {

// Columns and parameters: s, r, n (a unit vector), X; then the reference value.
constexpr int kBall = 3, kNormalTo = 4, kPointOf = 7, kPlaneNumbers = 10;

template <bool kOnBody>
struct PlaneContact {
  static constexpr int nx = kOnBody ? 12 : 6;  // x_p (3) w_a (3) [x_q (3) w_b (3)]
  static constexpr int ne = 1, np = kPlaneNumbers + ne;
  static constexpr auto turning = [] {
    std::array<int, kOnBody ? 2 : 1> out{3};
    if constexpr (kOnBody) out[1] = 9;
    return out;
  }();

  static std::string prepare(const double*, const double* columns, double* p) {
    std::copy_n(columns, kPlaneNumbers, p);
    if (!(p[kBall] >= 0)) return "its radius is negative";
    Axes axes;
    if (!make_axes(vec3(columns + kNormalTo), {}, axes).empty())
      return "the normal of its plane is 0 0 0";
    for (int k = 0; k < 3; ++k) p[kNormalTo + k] = axes.u[k];
    p[kPlaneNumbers] = 0;
    return {};
  }

  template <bool kAcceleration>
  static void deform(const Local<nx>& q, const double* p, LocalOut& out) {
    static constexpr double kFixed[9] = {1, 0, 0, 0, 1, 0, 0, 0, 1};
    const double *const R = q.R[0], *R_b = kFixed;
    Vec3 origin;
    if constexpr (kOnBody) {
      R_b = q.R[1];
      origin = vec3(q.x + 6);
    }
    const Vec3 arm = to_space(R, vec3(p)), n = to_space(R_b, vec3(p + kNormalTo)),
               from_b = vec3(q.x) + arm - origin;
    const auto write = [&out](int column, Vec3 a) {
      for (int k = 0; k < 3; ++k) out.De[column + k] = a[k];
    };
    write(0, n);
    write(3, to_body(R, cross(arm, n)));
    if constexpr (kOnBody) {
      write(6, -1 * n);
      write(9, to_body(R_b, cross(n, from_b)));
    }
    const double away = dot(vec3(p + kNormalTo), vec3(p + kPointOf)) + p[kBall];
    out.e[0] = dot(n, from_b) - away - p[kPlaneNumbers];
    out.size[0] = std::fabs(away) + std::fabs(p[kPlaneNumbers]);
    for (int k = 0; k < 3; ++k)
      out.size[0] += std::fabs(q.x[k]) + std::fabs(arm[k]) + std::fabs(origin[k]);
    if constexpr (kAcceleration) {
      const Vec3 w = to_space(R, vec3(q.v + 3));
      out.D2e_vv[0] = dot(n, cross(w, cross(w, arm)));
      if constexpr (kOnBody) {
        const Vec3 w_b = to_space(R_b, vec3(q.v + 9)), turning_n = cross(w_b, n);
        const Vec3 rate = vec3(q.v) + cross(w, arm) - vec3(q.v + 6);
        out.D2e_vv[0] += 2 * dot(turning_n, rate) + dot(cross(w_b, turning_n), from_b);
      }
    }
  }
};

constexpr NodeKind kNodes[] = {NodeKind::space_point, NodeKind::orientation, NodeKind::space_point,
                               NodeKind::orientation};
constexpr DeformationSpec kDeformations[] = {{"gap", unit::metre}};
constexpr Column kStiffness[] = {{"k", "N/m", "stiffness of the gap"}};

template <bool kOnBody>
ElementType contact_type(std::string_view title) {
  RecordSpec spec{"SPLANE", title, std::span<const NodeKind>(kNodes).first(kOnBody ? 4 : 2),
                  kPointOnPlaneColumns, kDeformations};
  spec.is_gap = true;
  ElementType type =
      make_element_type<PlaneContact<kOnBody>>(spec, kStiffness, diagonal_stiffness<1>);
  type.sees_rigid_motion = !kOnBody;
  type.approach = [](const ElementBatch& batch, int k) {
    const double* const p = batch.parameters.data() + k * PlaneContact<kOnBody>::np;
    Approach out;
    out.size = std::hypot(p[0], p[1], p[2]);
    return out;
  };
  return type;
}

}  // namespace

const ElementType kPlaneContact =
    contact_type<false>("point of a body of space against a plane of space");
const ElementType kPlaneContactOnBody =
    contact_type<true>("point of a body of space against a plane of a body");

}  // namespace mbs
