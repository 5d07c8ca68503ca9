// TRUSS: a bar between two points of space.
#include <cmath>

#include "base/space_vector.h"
#include "elements/bar.h"
#include "elements/types.h"

namespace mbs {

namespace {

// e = |q - p| - l_ref [m], so S is the tension [N].
// De = t with the unit vector t along p -> q; D2e(v, v) = |velocity across t|^2 / |q - p|.
// Singular where the nodes meet.
// Coordinates x_p y_p z_p x_q y_q z_q.
struct SpaceTruss : Bar<3> {
  static std::string prepare(const double* x0, const double*, double* p) {
    p[0] = std::hypot(x0[3] - x0[0], x0[4] - x0[1], x0[5] - x0[2]);
    if (!(p[0] > 0)) return "its two nodes coincide, so it has no length";
    return {};
  }

  template <bool kAcceleration>
  static void deform(const Local<nx>& q, const double* p, LocalOut& out) {
    const Vec3 d = vec3(q.x + 3) - vec3(q.x);
    const double length = std::sqrt(dot(d, d));
    const Vec3 t = (1 / length) * d;
    out.e[0] = length - p[0];
    out.size[0] = std::fabs(p[0]);
    for (int k = 0; k < nx; ++k) out.size[0] += std::fabs(q.x[k]);
    for (int k = 0; k < 3; ++k) {
      out.De[k] = -t[k];
      out.De[3 + k] = t[k];
    }
    if constexpr (kAcceleration) {
      const Vec3 across = cross(t, vec3(q.v + 3) - vec3(q.v));
      out.D2e_vv[0] = dot(across, across) / length;
    }
  }
};

constexpr NodeKind kNodes[] = {NodeKind::space_point, NodeKind::space_point};

}  // namespace

const ElementType kSpaceTruss = make_element_type<SpaceTruss>(
    {"TRUSS", "bar between points of space", kNodes, {}, kBarDeformations, {}, {}, true},
    kBarStiffness, SpaceTruss::stiffness, kBarMass);

}  // namespace mbs
