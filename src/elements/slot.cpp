// PLSLOT: a pin in a straight slot.
#include <cmath>

#include "elements/body_points.h"
#include "elements/derivative.h"
#include "elements/types.h"

namespace mbs {

namespace {

// The pin P = (xi, eta) of body a slides in a slot of body b through Q = (xi_0, eta_0) along
// t = (tx, ty); n is t turned +90 degrees.
//   e = n.(P - Q)  [m], the distance of the pin from the middle of the slot, positive to its left
// S [N] is the force of body a on body b along n (a contact's force has the other sign: PLCLINE).
// Never singular.
struct Slot {
  static constexpr ElementFigure figures[] = {{FigureKind::slot, {0, 1, 0}, {2, 3, 2}, 4}};
  static constexpr int nx = 6;  // x_p y_p phi_a x_q y_q phi_b
  static constexpr int ne = 1;
  static constexpr int np = 7;  // xi eta xi_0 eta_0 tx ty, reference distance (0)

  static std::string prepare(const double*, const double* columns, double* p) {
    for (int k = 0; k < 6; ++k) p[k] = columns[k];
    p[6] = 0;
    const double length = std::hypot(p[4], p[5]);
    if (!(length > 0)) return "the direction of the slot is 0 0";
    p[4] /= length;
    p[5] /= length;
    return {};
  }

  template <class T>
  static void continuity(const T* x, const T* c, const T* s, const double* p, T* e) {
    T d[2];
    from_b_to_a(x, c, s, p[0], p[1], p[2], p[3], d);
    const T tx = c[5] * p[4] - s[5] * p[5], ty = s[5] * p[4] + c[5] * p[5];
    e[0] = tx * d[1] - ty * d[0] - p[6];
  }
};

constexpr NodeKind kNodes[] = {NodeKind::point, NodeKind::angle, NodeKind::point, NodeKind::angle};
constexpr Column kColumns[] = {{"xi", "m", "the pin, in the frame of body a"},
                               {"eta", "m", "the pin, in the frame of body a"},
                               {"xi_0", "m", "a point of the slot, in the frame of body b"},
                               {"eta_0", "m", "a point of the slot, in the frame of body b"},
                               {"tx", "-", "direction of the slot, in the frame of body b"},
                               {"ty", "-", "direction of the slot, in the frame of body b"}};
constexpr DeformationSpec kDeformations[] = {{"distance across the slot", unit::metre}};
constexpr Column kStiffness[] = {{"k", "N/m", "stiffness across the slot"}};

}  // namespace

const ElementType kSlot =
    make_element_type<Derived<Slot>>({"PLSLOT", "pin in a slot", kNodes, kColumns, kDeformations},
                                     kStiffness, diagonal_stiffness<1>);

}  // namespace mbs
