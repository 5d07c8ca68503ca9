// SDA: distance between a point of each of two bodies of space; the law of its stress is the
// spring, damper or actuator along it.
#include <cmath>

#include "elements/batch.h"
#include "elements/frame_derivative.h"
#include "elements/types.h"
#include "nodes/quaternion.h"

namespace mbs {

namespace {

// e = |P_j - P_i| - l_ref [m], so S is the tension [N]. Singular where the points meet.
struct SpaceDistance {
  static constexpr int nx = 12;  // x_p (3) w_a (3) x_q (3) w_b (3)
  static constexpr int ne = 1;
  static constexpr int np = 7;  // s_i, s_j, reference length
  static constexpr int from_start = 0;
  static constexpr int turning[] = {3, 9};
  static constexpr BodyColumns bodies[] = {{0, 3}, {6, 9}};

  static std::string prepare(const double* x0, const double* columns, double* p) {
    for (int k = 0; k < 6; ++k) p[k] = columns[k];
    Vec3 place[2];
    for (int body = 0; body < 2; ++body) {
      double R[9];
      rotation_matrix(x0 + 7 * body + 3, R);
      place[body] = vec3(x0 + 7 * body) + to_space(R, vec3(p + 3 * body));
    }
    const Vec3 d = place[1] - place[0];
    p[6] = std::sqrt(dot(d, d));
    if (!(p[6] > 0))
      return "its two points coincide, so their distance has no direction (AT takes both: AT x y z "
             "x y z)";
    return {};
  }

  template <class T>
  static void continuity(BodiesOf<T>& bodies_at, const double* p, T* e) {
    const auto d = bodies_at.j.point(vec3(p + 3)) - bodies_at.i.point(vec3(p));
    e[0] = sqrt(dot(d, d)) - p[6];
  }
};

constexpr NodeKind kNodes[] = {NodeKind::space_point, NodeKind::orientation, NodeKind::space_point,
                               NodeKind::orientation};
constexpr Column kColumns[] = {
    {"xi_i", "m", "end in the frame of body i"},   {"eta_i", "m", "end in the frame of body i"},
    {"zeta_i", "m", "end in the frame of body i"}, {"xi_j", "m", "end in the frame of body j"},
    {"eta_j", "m", "end in the frame of body j"},  {"zeta_j", "m", "end in the frame of body j"}};
constexpr DeformationSpec kDeformations[] = {{"elongation", unit::metre}};
constexpr Column kStiffness[] = {{"k", "N/m", "stiffness of the spring"}};

}  // namespace

const ElementType kSpaceDistance = make_element_type<FrameDerived<SpaceDistance>>(
    {"SDA", "distance of points of two bodies of space", kNodes, kColumns, kDeformations},
    kStiffness, diagonal_stiffness<1>);

}  // namespace mbs
