// HINGE: one orientation turns about an axis of another (SPACAR's hinge of space).
#include "elements/batch.h"
#include "elements/joint_axes.h"
#include "elements/types.h"

namespace mbs {

namespace {

// Both orientations carry axes x y z, x along the hinge; those of a and of b are the same at the
// start. With them
//   e1 = atan2(z_a.y_b - y_a.z_b, y_a.y_b + z_a.z_b)   twist of b against a about x [rad]
//   e2 = -z_a.x_b,   e3 = y_a.x_b                       sines of the bending about y and z
// (SPACAR's order). e1 is the twist of a swing and a twist, so that the hinge with e1 held and e2
// and e3 released is a joint of constant velocity. Singular where b is bent by half a turn.
struct Hinge {
  static constexpr int nx = 6;  // w_a (3), w_b (3)
  static constexpr int ne = 3;
  static constexpr int np = 21;  // axes in a (9) and b (9), references
  static constexpr int turning[] = {0, 3};
  static constexpr BodyColumns bodies[] = {{-1, 0}, {-1, 3}};
  static constexpr int counts_turns[] = {0};

  // x0: the two quaternions.
  static std::string prepare(const double* x0, const double* columns, double* p) {
    Axes axes;
    const std::string problem = make_axes(vec3(columns), {}, axes);
    if (!problem.empty()) return problem;
    for (int body = 0; body < 2; ++body) {
      double R[9];
      rotation_matrix(x0 + 4 * body, R);
      carry_axes(R, axes, p + 9 * body);
    }
    for (int r = 0; r < ne; ++r) p[18 + r] = 0;
    return {};
  }

  template <class T>
  static void continuity(BodiesOf<T>& bodies_at, const double* p, T* e) {
    const auto angles = hinge_angles(axes_of(bodies_at.i, p), axes_of(bodies_at.j, p + 9));
    e[0] = angles.twist - p[18];
    e[1] = angles.about_v - p[19];
    e[2] = angles.about_w - p[20];
  }
};

constexpr NodeKind kNodes[] = {NodeKind::orientation, NodeKind::orientation};
constexpr Column kColumns[] = {
    {"ux", "-", "axis of the hinge, along the axes of space at the start"},
    {"uy", "-", "axis of the hinge"},
    {"uz", "-", "axis of the hinge"}};
constexpr DeformationSpec kDeformations[] = {{"turn of b about the axis", unit::radian, "angle"},
                                             {"bending about y", unit::radian},
                                             {"bending about z", unit::radian}};
constexpr Column kStiffness[] = {{"k1", "N m/rad", "stiffness about the axis"},
                                 {"k2", "N m/rad", "stiffness of bending about y"},
                                 {"k3", "N m/rad", "stiffness of bending about z"}};

constexpr ElementType hinge() {
  RecordSpec spec{"HINGE", "hinge between two orientations", kNodes, kColumns, kDeformations};
  spec.stem = "hinge";
  return make_element_type<FrameDerived<Hinge>>(spec, kStiffness, diagonal_stiffness<3>);
}

}  // namespace

const ElementType kHinge = hinge();

}  // namespace mbs
