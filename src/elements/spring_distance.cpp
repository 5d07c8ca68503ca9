// PLSDA: distance between a point of body i and a point of body j; the law of its stress is the
// spring, damper or actuator along it.
#include <cmath>

#include "elements/derivative.h"
#include "elements/types.h"

namespace mbs {

namespace {

// e = |P_j - P_i| - l_ref [m], so S is the tension [N]. Singular where the points meet.
// The derivatives come from the adapter: only the continuity function is written here.
struct SpringDistance {
  static constexpr int nx = 6;  // x_i y_i phi_i x_j y_j phi_j
  static constexpr int ne = 1;
  static constexpr int from_start = 0;
  static constexpr int np = 5;  // xi_i eta_i xi_j eta_j, reference length
  static constexpr ElementFigure figures[] = {{FigureKind::spring, {0, 1, 0}, {2, 3, 2}}};

  static std::string prepare(const double* x0, const double* columns, double* p) {
    for (int k = 0; k < 4; ++k) p[k] = columns[k];
    const double ci = std::cos(x0[2]), si = std::sin(x0[2]);
    const double cj = std::cos(x0[5]), sj = std::sin(x0[5]);
    const double dx = (x0[3] + cj * p[2] - sj * p[3]) - (x0[0] + ci * p[0] - si * p[1]);
    const double dy = (x0[4] + sj * p[2] + cj * p[3]) - (x0[1] + si * p[0] + ci * p[1]);
    p[4] = std::hypot(dx, dy);
    if (!(p[4] > 0)) return "its two points coincide, so their distance has no direction";
    return {};
  }

  template <class T>
  static void continuity(const T* x, const T* c, const T* s, const double* p, T* e) {
    const T dx = (x[3] + c[5] * p[2] - s[5] * p[3]) - (x[0] + c[2] * p[0] - s[2] * p[1]);
    const T dy = (x[4] + s[5] * p[2] + c[5] * p[3]) - (x[1] + s[2] * p[0] + c[2] * p[1]);
    e[0] = sqrt(dx * dx + dy * dy) - p[4];
  }
};

constexpr NodeKind kNodes[] = {NodeKind::point, NodeKind::angle, NodeKind::point, NodeKind::angle};
constexpr Column kColumns[] = {{"xi_i", "m", "end in the frame of body i"},
                               {"eta_i", "m", "end in the frame of body i"},
                               {"xi_j", "m", "end in the frame of body j"},
                               {"eta_j", "m", "end in the frame of body j"}};
constexpr DeformationSpec kDeformations[] = {{"elongation", unit::metre}};
constexpr Column kStiffness[] = {{"k", "N/m", "stiffness of the spring"}};

}  // namespace

const ElementType kSpringDistance = make_element_type<Derived<SpringDistance>>(
    {"PLSDA", "distance of two body points", kNodes, kColumns, kDeformations}, kStiffness,
    diagonal_stiffness<1>);

}  // namespace mbs
