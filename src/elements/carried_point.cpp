// RBEAM and SLIDER: a point along axes of a body of space, which hold it or guide it on a line.
#include <string>

#include "elements/batch.h"
#include "elements/joint_axes.h"
#include "elements/types.h"
#include "nodes/quaternion.h"

namespace mbs {

namespace {

// e = (u v w).(x_q - x_p) - (its value at the start) [m], along axes u v w of the body (x_p, R)
// that stand along those of space at the start. S is minus the force of the body on q.
template <class K>
struct CarriedPoint {
  static constexpr int nx = 9;  // x_p (3) w_a (3) x_q (3)
  static constexpr int ne = 3, free_count = K::free_count;
  static constexpr int np = 12;  // axes in the body (9), references
  static constexpr int turning[] = {3};
  static constexpr BodyColumns bodies[] = {{0, 3}, {6, -1}};

  // x0: x_p, q0 q1 q2 q3, x_q.
  static std::string prepare(const double* x0, const double* columns, double* p) {
    const Vec3 d = vec3(x0 + 7) - vec3(x0);
    Axes axes;
    const std::string problem = K::make(d, vec3(columns), axes);
    if (!problem.empty()) return problem;
    double R[9];
    rotation_matrix(x0 + 3, R);
    carry_axes(R, axes, p);
    p[9] = dot(axes.u, d), p[10] = dot(axes.v, d), p[11] = dot(axes.w, d);
    return {};
  }

  template <class T>
  static void continuity(BodiesOf<T>& bodies_at, const double* p, T* e) {
    const auto axes = axes_of(bodies_at.i, p);
    const auto d = bodies_at.j.place() - bodies_at.i.place();
    e[0] = dot(d, axes.u) - p[9], e[1] = dot(d, axes.v) - p[10], e[2] = dot(d, axes.w) - p[11];
  }
};

// x from p to q, y given.
struct RigidBeam {
  static constexpr int free_count = 0;
  static std::string make(Vec3 d, Vec3 y, Axes& out) {
    if (!(dot(d, d) > 0)) return "its points coincide, so it has no direction";
    if (!(dot(y, y) > 0)) return "its y direction is 0 0 0";
    return make_axes(d, y, out).empty() ? "" : "its y direction lies along the beam";
  }
};

// u is the line that q slides on.
struct Slider {
  static constexpr int free_count = 1;
  static std::string make(Vec3, Vec3 u, Axes& out) { return make_axes(u, {}, out); }
};

constexpr NodeKind kNodes[] = {NodeKind::space_point, NodeKind::orientation, NodeKind::space_point};
constexpr Column kBeamColumns[] = {{"vx", "-", "y direction, along the axes of space at the start"},
                                   {"vy", "-", "y direction"},
                                   {"vz", "-", "y direction"}};
constexpr Column kSliderColumns[] = {{"ux", "-", "the line, along the axes of space at the start"},
                                     {"uy", "-", "the line"},
                                     {"uz", "-", "the line"}};
constexpr DeformationSpec kAlongBeam[] = {{"displacement along the beam", unit::metre},
                                          {"displacement along y", unit::metre},
                                          {"displacement along z", unit::metre}};
constexpr DeformationSpec kAlongLine[] = {{"travel of q along the line", unit::metre, "travel"},
                                          {"displacement across the line", unit::metre},
                                          {"displacement across the line", unit::metre}};
constexpr Column kStiffness[] = {{"k1", "N/m", "stiffness of deformation 1"},
                                 {"k2", "N/m", "stiffness of deformation 2"},
                                 {"k3", "N/m", "stiffness of deformation 3"}};

constexpr ElementType slider() {
  RecordSpec spec{"SLIDER", "point of space that slides on a line of a body", kNodes,
                  kSliderColumns, kAlongLine};
  spec.free_deformations = Slider::free_count;
  spec.stem = "slider";
  return make_element_type<FrameDerived<CarriedPoint<Slider>>>(spec, kStiffness,
                                                               diagonal_stiffness<3>);
}

}  // namespace

const ElementType kRigidBeam = make_element_type<FrameDerived<CarriedPoint<RigidBeam>>>(
    {"RBEAM", "rigid beam of space", kNodes, kBeamColumns, kAlongBeam}, kStiffness,
    diagonal_stiffness<3>);
const ElementType kSlider = slider();

}  // namespace mbs
