// PLRACK: a pinion on a rack.
#include <cmath>

#include "elements/body_points.h"
#include "elements/derivative.h"
#include "elements/types.h"

namespace mbs {

namespace {

// P = (xi, eta) of body a is the centre of the pinion, t = (tx, ty) of body b the direction of the
// rack, whose pitch line runs at r to the right of the centre (r < 0: to the left).
//   e = t.(P - origin of b) + r (phi_a - phi_b) - reference  [m], the slip on the pitch line
// S [N] is the force of the teeth; its moment on the pinion is -S r. Nothing holds the pinion at
// its distance from the rack. Never singular.
struct Rack {
  static constexpr ElementFigure figures[] = {{FigureKind::rack, {0, 1, 0}, {2, 3}, 3}};
  static constexpr int nx = 6;  // x_p y_p phi_a x_q y_q phi_b
  static constexpr int ne = 1;
  static constexpr int from_start = 0;
  static constexpr int np = 6;  // xi eta r tx ty, reference slip

  static std::string prepare(const double* x0, const double* columns, double* p) {
    for (int k = 0; k < 5; ++k) p[k] = columns[k];
    p[5] = 0;
    if (p[2] == 0) return "its radius is 0";
    const double length = std::hypot(p[3], p[4]);
    if (!(length > 0)) return "the direction of the rack is 0 0";
    p[3] /= length;
    p[4] /= length;
    const InitialAngles at(x0);
    double e = 0;
    continuity<double>(x0, at.c, at.s, p, &e);
    p[5] = e;
    return {};
  }

  template <class T>
  static void continuity(const T* x, const T* c, const T* s, const double* p, T* e) {
    T d[2];
    from_b_to_a(x, c, s, p[0], p[1], 0, 0, d);
    const T tx = c[5] * p[3] - s[5] * p[4], ty = s[5] * p[3] + c[5] * p[4];
    e[0] = tx * d[0] + ty * d[1] + (x[2] - x[5]) * p[2] - p[5];
  }
};

constexpr NodeKind kNodes[] = {NodeKind::point, NodeKind::angle, NodeKind::point, NodeKind::angle};
constexpr Column kColumns[] = {
    {"xi", "m", "centre of the pinion, in the frame of body a"},
    {"eta", "m", "centre of the pinion, in the frame of body a"},
    {"r", "m", "pitch radius; negative: the rack is to the left of the centre along its direction"},
    {"tx", "-", "direction of the rack, in the frame of body b"},
    {"ty", "-", "direction of the rack, in the frame of body b"}};
constexpr DeformationSpec kDeformations[] = {{"slip on the pitch line", unit::metre}};
constexpr Column kStiffness[] = {{"k", "N/m", "stiffness of the teeth along the rack"}};

}  // namespace

const ElementType kRack =
    make_element_type<Derived<Rack>>({"PLRACK", "rack and pinion", kNodes, kColumns, kDeformations},
                                     kStiffness, diagonal_stiffness<1>);

}  // namespace mbs
