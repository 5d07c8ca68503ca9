// PLWELD: two bodies held together.
#include "elements/body_points.h"
#include "elements/derivative.h"
#include "elements/types.h"

namespace mbs {

namespace {

// P = (xi_i, eta_i) of body i and Q = (xi_j, eta_j) of body j are one place, and the bodies keep
// the angle that they have at the start.
//   e1, e2 = P - Q along xi and eta of body i  [m], S1, S2 the force of body i on body j there [N]
//   e3 = phi_i - phi_j - (initial difference)  [rad], S3 the moment of i on j, taken at P  [N m]
// Never singular.
struct Weld {
  static constexpr ElementFigure figures[] = {{FigureKind::weld, {0, 1, 0}, {2, 3, 2}}};
  static constexpr int nx = 6;  // x_i y_i phi_i x_j y_j phi_j
  static constexpr int ne = 3;
  static constexpr int from_start = 2;
  static constexpr int np = 7;  // xi_i eta_i xi_j eta_j, references 0 0 phi

  static std::string prepare(const double* x0, const double* columns, double* p) {
    for (int k = 0; k < 4; ++k) p[k] = columns[k];
    p[4] = p[5] = 0;
    p[6] = x0[2] - x0[5];
    return {};
  }

  template <class T>
  static void continuity(const T* x, const T* c, const T* s, const double* p, T* e) {
    T d[2];
    from_b_to_a(x, c, s, p[0], p[1], p[2], p[3], d);
    e[0] = c[2] * d[0] + s[2] * d[1] - p[4];
    e[1] = c[2] * d[1] - s[2] * d[0] - p[5];
    e[2] = x[2] - x[5] - p[6];
  }
};

constexpr NodeKind kNodes[] = {NodeKind::point, NodeKind::angle, NodeKind::point, NodeKind::angle};
constexpr Column kColumns[] = {{"xi_i", "m", "the place in the frame of body i"},
                               {"eta_i", "m", "the place in the frame of body i"},
                               {"xi_j", "m", "the place in the frame of body j"},
                               {"eta_j", "m", "the place in the frame of body j"}};
constexpr DeformationSpec kDeformations[] = {{"P_i - P_j along xi of body i", unit::metre},
                                             {"P_i - P_j along eta of body i", unit::metre},
                                             {"relative angle", unit::radian}};
constexpr Column kStiffness[] = {{"kx", "N/m", "stiffness along xi of body i"},
                                 {"ky", "N/m", "stiffness along eta of body i"},
                                 {"kphi", "N m/rad", "stiffness of the relative angle"}};

}  // namespace

const ElementType kWeld = make_element_type<Derived<Weld>>(
    {"PLWELD", "two bodies held together", kNodes, kColumns, kDeformations}, kStiffness,
    diagonal_stiffness<3>);

}  // namespace mbs
