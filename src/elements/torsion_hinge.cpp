// PLTOR: planar hinge, the relative angle of two angle nodes (van Soest 1992 Fig. 1(d)). It has no
// position of its own; bodies are kept together by sharing a point node.
#include <cmath>

#include "elements/batch.h"
#include "elements/types.h"

namespace mbs {

namespace {

// e = phi_b - phi_a - (initial difference) [rad]; S > 0 pulls b back and a forward [N m]. Linear.
struct TorsionHinge {
  static constexpr int nx = 2;  // phi_a phi_b
  static constexpr int ne = 1;
  static constexpr int from_start = 0;
  static constexpr int np = 1;  // reference angle
  static constexpr ElementFigure figures[] = {{FigureKind::twist, {-1, 0}, {-1, 1}}};

  static std::string prepare(const double* x0, const double*, double* p) {
    p[0] = x0[1] - x0[0];
    return {};
  }

  template <bool kAcceleration>
  static void deform(const Local<nx>& q, const double* p, LocalOut& out) {
    out.e[0] = q.x[1] - q.x[0] - p[0];
    out.size[0] = std::fabs(q.x[0]) + std::fabs(q.x[1]) + std::fabs(p[0]);
    out.De[0] = -1;
    out.De[1] = 1;
    if constexpr (kAcceleration) out.D2e_vv[0] = 0;
  }
};

constexpr NodeKind kNodes[] = {NodeKind::angle, NodeKind::angle};
constexpr DeformationSpec kDeformations[] = {{"relative angle", unit::radian}};
constexpr Column kStiffness[] = {{"k", "N m/rad", "torsional stiffness"}};

}  // namespace

const ElementType kTorsionHinge = make_element_type<TorsionHinge>(
    {"PLTOR", "planar hinge", kNodes, {}, kDeformations}, kStiffness, diagonal_stiffness<1>);

}  // namespace mbs
