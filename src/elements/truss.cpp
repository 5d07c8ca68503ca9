// PLTRUSS: planar truss, a bar that carries tension and compression only (van Soest 1992 appendix).
#include <cmath>

#include "elements/bar.h"
#include "elements/types.h"

namespace mbs {

namespace {

// e = |q - p| - l_ref [m], so S is the tension [N].
// De = t with the unit vector t along p -> q; D2e(v, v) = (velocity across t)^2 / |q - p|.
// Singular where the nodes meet.
// Coordinates x_p y_p x_q y_q.
struct Truss : Bar<2> {
  static constexpr ElementFigure figures[] = {{FigureKind::bar, {0}, {1}}};

  static std::string prepare(const double* x0, const double*, double* p) {
    p[0] = std::hypot(x0[2] - x0[0], x0[3] - x0[1]);
    if (!(p[0] > 0)) return "its two nodes coincide, so it has no length";
    return {};
  }

  template <bool kAcceleration>
  static void deform(const Local<nx>& q, const double* p, LocalOut& out) {
    const double dx = q.x[2] - q.x[0], dy = q.x[3] - q.x[1];
    const double length = std::sqrt(dx * dx + dy * dy);
    const double tx = dx / length, ty = dy / length;
    out.e[0] = length - p[0];
    out.size[0] = std::fabs(q.x[0]) + std::fabs(q.x[1]) + std::fabs(q.x[2]) + std::fabs(q.x[3]) +
                  std::fabs(p[0]);
    out.De[0] = -tx;
    out.De[1] = -ty;
    out.De[2] = tx;
    out.De[3] = ty;
    if constexpr (kAcceleration) {
      const double across = tx * (q.v[3] - q.v[1]) - ty * (q.v[2] - q.v[0]);
      out.D2e_vv[0] = across * across / length;
    }
  }
};

constexpr NodeKind kNodes[] = {NodeKind::point, NodeKind::point};

}  // namespace

const ElementType kTruss = make_element_type<Truss>(
    {"PLTRUSS", "planar truss", kNodes, {}, kBarDeformations, {}, {}, true}, kBarStiffness,
    Truss::stiffness, kBarMass);

}  // namespace mbs
