// PLSCREW: a screw moves its nut along a line while it turns.
#include <cmath>

#include "elements/body_points.h"
#include "elements/derivative.h"
#include "elements/types.h"
#include "text/number.h"

namespace mbs {

namespace {

// The screw is body a, P = (xi, eta) a point of its nut, body b, and t = (tx, ty) the direction of
// its axis in the frame of body c.
//   e = t.(P - origin of c) - lead (phi_a - phi_c)/(2 pi) - reference  [m]
// A lead > 0 moves the nut along t while the screw turns counter-clockwise against c. S [N] is the
// force of the thread on the nut, against t; its moment on the screw is S lead/(2 pi). Nothing
// holds the nut on the line. Never singular.
struct Screw {
  // The nut as a pin in a slot along the axis.
  static constexpr ElementFigure figures[] = {{FigureKind::slot, {1, 2, 0}, {3, 4}, 2}};
  static constexpr int nx = 7;  // phi_a x_p y_p phi_b x_q y_q phi_c
  static constexpr int ne = 1;
  static constexpr int from_start = 0;
  static constexpr int np = 6;  // xi eta tx ty, travel per radian, reference

  static std::string prepare(const double* x0, const double* columns, double* p) {
    for (int k = 0; k < 4; ++k) p[k] = columns[k];
    p[4] = columns[4] / (2 * kPi);
    p[5] = 0;
    if (p[4] == 0) return "its lead is 0";
    const double length = std::hypot(p[2], p[3]);
    if (!(length > 0)) return "the direction of its axis is 0 0";
    p[2] /= length;
    p[3] /= length;
    double c[nx], s[nx], e = 0;
    for (int k = 0; k < nx; ++k) c[k] = std::cos(x0[k]), s[k] = std::sin(x0[k]);
    continuity<double>(x0, c, s, p, &e);
    p[5] = e;
    return {};
  }

  template <class T>
  static void continuity(const T* x, const T* c, const T* s, const double* p, T* e) {
    T d[2];
    from_b_to_a(x + 1, c + 1, s + 1, p[0], p[1], 0, 0, d);
    const T tx = c[6] * p[2] - s[6] * p[3], ty = s[6] * p[2] + c[6] * p[3];
    e[0] = tx * d[0] + ty * d[1] - (x[0] - x[6]) * p[4] - p[5];
  }
};

constexpr NodeKind kNodes[] = {NodeKind::angle, NodeKind::point, NodeKind::angle, NodeKind::point,
                               NodeKind::angle};
constexpr Column kColumns[] = {
    {"xi", "m", "a point of the nut, in the frame of body b"},
    {"eta", "m", "a point of the nut, in the frame of body b"},
    {"tx", "-", "direction of the axis, in the frame of body c"},
    {"ty", "-", "direction of the axis, in the frame of body c"},
    {"lead", "m", "travel of the nut along the axis in one turn; negative: against it"}};
constexpr DeformationSpec kDeformations[] = {{"slip along the thread", unit::metre}};
constexpr Column kStiffness[] = {{"k", "N/m", "stiffness of the thread along the axis"}};

}  // namespace

const ElementType kScrew =
    make_element_type<Derived<Screw>>({"PLSCREW", "screw and nut", kNodes, kColumns, kDeformations},
                                      kStiffness, diagonal_stiffness<1>);

}  // namespace mbs
