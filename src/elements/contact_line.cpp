// PLCLINE: a point or a wheel of one body against a line of another.
#include <cmath>

#include "elements/body_points.h"
#include "elements/derivative.h"
#include "elements/types.h"

namespace mbs {

namespace {

// P = (xi, eta) of body a is the centre of a wheel of radius r (0: a point). Q = (xi_0, eta_0) and
// the direction t = (tx, ty) of body b make a line whose free side is to the left. n is t turned
// +90 degrees.
//   e1 = n.(P - Q) - r   gap [m], negative where they overlap
//   e2 = t.(P - Q) + r (phi_a - phi_b) - reference   slip [m]
// The rate of e2 is the velocity, along t, of the wheel's lowest point against the material of b at
// the same place.
struct ContactLine {
  static constexpr int nx = 6;  // x_p y_p phi_a x_q y_q phi_b
  static constexpr int ne = 2;
  static constexpr int from_start = 1;
  static constexpr int np = 9;  // xi eta r xi_0 eta_0 tx ty, references of gap (0) and slip
  static constexpr ElementFigure figures[] = {{FigureKind::surface, {0, 1, 0}, {2, 3, 3}, 5},
                                              {FigureKind::circle, {0, 1, 0}, {2, 3, 3}, 2}};

  static std::string prepare(const double* x0, const double* columns, double* p) {
    for (int k = 0; k < 7; ++k) p[k] = columns[k];
    p[7] = p[8] = 0;
    const double length = std::hypot(p[5], p[6]);
    if (!(length > 0)) return "the direction of its line is 0 0";
    if (!(p[2] >= 0)) return "its radius is negative";
    p[5] /= length;
    p[6] /= length;
    const InitialAngles at(x0);
    double e[2];
    continuity<double>(x0, at.c, at.s, p, e);
    p[8] = e[1];
    return {};
  }

  template <class T>
  static void continuity(const T* x, const T* c, const T* s, const double* p, T* e) {
    T d[2];
    from_b_to_a(x, c, s, p[0], p[1], p[3], p[4], d);
    const T tx = c[5] * p[5] - s[5] * p[6], ty = s[5] * p[5] + c[5] * p[6];
    e[0] = tx * d[1] - ty * d[0] - (p[2] + p[7]);
    e[1] = tx * d[0] + ty * d[1] + (x[2] - x[5]) * p[2] - p[8];
  }
};

constexpr NodeKind kNodes[] = {NodeKind::point, NodeKind::angle, NodeKind::point, NodeKind::angle};
constexpr Column kColumns[] = {{"xi", "m", "the point, in the frame of body a"},
                               {"eta", "m", "the point, in the frame of body a"},
                               {"r", "m", "radius of a wheel about the point; 0: the point itself"},
                               {"xi_0", "m", "a point of the line, in the frame of body b"},
                               {"eta_0", "m", "a point of the line, in the frame of body b"},
                               {"tx", "-", "direction of the line, in the frame of body b"},
                               {"ty", "-", "direction of the line, in the frame of body b"}};
constexpr DeformationSpec kDeformations[] = {{"gap", unit::metre}, {"slip", unit::metre}};
constexpr Column kStiffness[] = {{"k_n", "N/m", "stiffness across the line"},
                                 {"k_t", "N/m", "stiffness along the line"}};

// The gap is a smooth function of the coordinates everywhere.
Approach approach_line(const ElementBatch& batch, int k) {
  const double* const p = batch.parameters.data() + k * ContactLine::np;
  return {GapForm::smooth, {}, p[0], p[1]};
}

}  // namespace

const ElementType kContactLine = [] {
  ElementType type = make_element_type<Derived<ContactLine>>(
      {"PLCLINE", "contact with a line", kNodes, kColumns, kDeformations, {}, {}, false, true},
      kStiffness, diagonal_stiffness<2>);
  type.approach = approach_line;
  return type;
}();

}  // namespace mbs
