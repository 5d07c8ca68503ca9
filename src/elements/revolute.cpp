// PLREV: planar revolute joint between bodies i and j (Flores 2010 eq. (2), Nikravesh 1988 4.2.1).
#include <cmath>

#include "elements/batch.h"
#include "elements/types.h"

namespace mbs {

namespace {

// e = P_i - P_j [m], so the stress S is the force of body i on body j [N].
// P = r + A(phi) s with the body-fixed s = (xi, eta). Never singular.
// D2e(v, v) = -s_i phid_i^2 + s_j phid_j^2, s turned into the global frame.
struct Revolute {
  static constexpr int nx = 6;  // x_i y_i phi_i x_j y_j phi_j
  static constexpr int ne = 2;
  static constexpr int np = 6;  // xi_i eta_i xi_j eta_j, reference values 0 0
  static constexpr ElementFigure figures[] = {{FigureKind::pin, {0, 1, 0}, {2, 3, 2}}};
  static constexpr auto zeros = entry_set<ne * nx>({1, 2, 7, 8});
  static constexpr auto constants = entry_set<ne * nx>({0, 3, 6, 9});

  static std::string prepare(const double*, const double* columns, double* p) {
    for (int k = 0; k < 4; ++k) p[k] = columns[k];
    p[4] = p[5] = 0;
    return {};
  }

  template <bool kAcceleration>
  static void deform(const Local<nx>& q, const double* p, LocalOut& out) {
    const double six = q.c[2] * p[0] - q.s[2] * p[1], siy = q.s[2] * p[0] + q.c[2] * p[1];
    const double sjx = q.c[5] * p[2] - q.s[5] * p[3], sjy = q.s[5] * p[2] + q.c[5] * p[3];
    out.e[0] = (q.x[0] + six) - (q.x[3] + sjx) - p[4];
    out.e[1] = (q.x[1] + siy) - (q.x[4] + sjy) - p[5];
    const double arms = (std::fabs(p[0]) + std::fabs(p[1])) * (1 + std::fabs(q.x[2])) +
                        (std::fabs(p[2]) + std::fabs(p[3])) * (1 + std::fabs(q.x[5]));
    out.size[0] = out.size[1] =
        std::fabs(q.x[0]) + std::fabs(q.x[1]) + std::fabs(q.x[3]) + std::fabs(q.x[4]) + arms;
    const double De[ne * nx] = {1, 0, 0, 1, -siy, six, -1, 0, 0, -1, sjy, -sjx};
    for (int k = 0; k < ne * nx; ++k) out.De[k] = De[k];
    if constexpr (kAcceleration) {
      const double wi = q.v[2] * q.v[2], wj = q.v[5] * q.v[5];
      out.D2e_vv[0] = sjx * wj - six * wi;
      out.D2e_vv[1] = sjy * wj - siy * wi;
    }
  }
};

constexpr NodeKind kNodes[] = {NodeKind::point, NodeKind::angle, NodeKind::point, NodeKind::angle};
constexpr Column kColumns[] = {{"xi_i", "m", "joint in the frame of body i"},
                               {"eta_i", "m", "joint in the frame of body i"},
                               {"xi_j", "m", "joint in the frame of body j"},
                               {"eta_j", "m", "joint in the frame of body j"}};
constexpr DeformationSpec kDeformations[] = {{"x of P_i - P_j", unit::metre},
                                             {"y of P_i - P_j", unit::metre}};
constexpr Column kStiffness[] = {{"kx", "N/m", "stiffness along x"},
                                 {"ky", "N/m", "stiffness along y"}};

}  // namespace

const ElementType kRevolute =
    make_element_type<Revolute>({"PLREV", "planar revolute joint", kNodes, kColumns, kDeformations},
                                kStiffness, diagonal_stiffness<2>);

}  // namespace mbs
