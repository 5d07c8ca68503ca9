// PLTRAN: planar translational joint between bodies i and j (Nikravesh 1988 section 4.2.1).
#include <cmath>

#include "elements/batch.h"
#include "elements/types.h"

namespace mbs {

namespace {

// The line of sliding is P_i Q_i on body i; n = unit(P_i -> Q_i) turned +90 degrees.
// e1 = n.(P_i - P_j) [m], S1 = normal force of i on j along n [N].
// e2 = phi_i - phi_j - (initial difference) [rad], S2 = moment of i on j, taken at P_j [N m].
// Singular only in its data: P_i and Q_i must differ.
struct Translational {
  static constexpr int nx = 6;  // x_i y_i phi_i x_j y_j phi_j
  static constexpr int ne = 2;
  static constexpr int np = 7;  // n in the frame of i (2), n.s_i, s_j (2), reference values: 0, phi
  static constexpr ElementFigure figures[] = {{FigureKind::slide, {0, 1, 0}, {2, 3, 4}, 2}};
  static constexpr auto zeros = entry_set<ne * nx>({1, 3, 7, 9});

  static std::string prepare(const double* x0, const double* columns, double* p) {
    const double dx = columns[2] - columns[0], dy = columns[3] - columns[1];
    const double length = std::hypot(dx, dy);
    if (!(length > 0)) return "points P and Q on body i coincide, so the joint has no direction";
    p[0] = -dy / length;
    p[1] = dx / length;
    p[2] = p[0] * columns[0] + p[1] * columns[1];
    p[3] = columns[4];
    p[4] = columns[5];
    p[5] = 0;
    p[6] = x0[2] - x0[5];
    return {};
  }

  template <bool kAcceleration>
  static void deform(const Local<nx>& q, const double* p, LocalOut& out) {
    const double nx_ = q.c[2] * p[0] - q.s[2] * p[1], ny = q.s[2] * p[0] + q.c[2] * p[1];
    const double sx = q.c[5] * p[3] - q.s[5] * p[4], sy = q.s[5] * p[3] + q.c[5] * p[4];
    // w runs from P_j to the origin of body i; n.(A_i s_i) is constant.
    const double wx = q.x[0] - q.x[3] - sx, wy = q.x[1] - q.x[4] - sy;
    out.e[0] = nx_ * wx + ny * wy + p[2] - p[5];
    out.e[1] = q.x[2] - q.x[5] - p[6];
    out.size[0] = (std::fabs(q.x[0]) + std::fabs(q.x[1]) + std::fabs(q.x[3]) + std::fabs(q.x[4]) +
                   std::fabs(p[3]) + std::fabs(p[4])) *
                      (1 + std::fabs(q.x[2])) +
                  std::fabs(p[2]);
    out.size[1] = std::fabs(q.x[2]) + std::fabs(q.x[5]) + std::fabs(p[6]);
    const double across = nx_ * wy - ny * wx;  // derivative of n.w by phi_i
    const double De[ne * nx] = {nx_, 0, ny, 0, across, 1, -nx_, 0, -ny, 0, nx_ * sy - ny * sx, -1};
    for (int k = 0; k < ne * nx; ++k) out.De[k] = De[k];
    if constexpr (kAcceleration) {
      const double wi = q.v[2], wj = q.v[5];
      const double ux = q.v[0] - q.v[3] + sy * wj, uy = q.v[1] - q.v[4] - sx * wj;
      out.D2e_vv[0] = -(nx_ * wx + ny * wy) * wi * wi + 2 * wi * (nx_ * uy - ny * ux) +
                      (nx_ * sx + ny * sy) * wj * wj;
      out.D2e_vv[1] = 0;
    }
  }
};

constexpr NodeKind kNodes[] = {NodeKind::point, NodeKind::angle, NodeKind::point, NodeKind::angle};
constexpr Column kColumns[] = {{"xi_P_i", "m", "P on the line of sliding, frame of body i"},
                               {"eta_P_i", "m", "P on the line of sliding, frame of body i"},
                               {"xi_Q_i", "m", "Q on the line of sliding, frame of body i"},
                               {"eta_Q_i", "m", "Q on the line of sliding, frame of body i"},
                               {"xi_P_j", "m", "P of body j, frame of body j"},
                               {"eta_P_j", "m", "P of body j, frame of body j"}};
constexpr DeformationSpec kDeformations[] = {{"distance across the line", unit::metre},
                                             {"relative angle", unit::radian}};
constexpr Column kStiffness[] = {{"k", "N/m", "stiffness across the line"},
                                 {"kphi", "N m/rad", "stiffness of the relative angle"}};

}  // namespace

const ElementType kTranslational = make_element_type<Translational>(
    {"PLTRAN", "planar translational joint", kNodes, kColumns, kDeformations}, kStiffness,
    diagonal_stiffness<2>);

}  // namespace mbs
