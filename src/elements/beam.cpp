// PLBEAM: planar beam for large rotations and small deformations (van Soest 1992 Fig. 1(c); the
// formulas, which that paper does not print, are derived below).
//
// PLBEAMG: like PLBEAM, but its elongation includes the shortening of the chord by bending: the
// second-order term of SPACAR, the geometric stiffness of a beam in tension or compression.
#include <algorithm>
#include <cmath>

#include "elements/beam_base.h"
#include "elements/types.h"

namespace mbs {

namespace {

// With d = q - p and t, n the unit tangent and normal that turn with each node's angle and lie
// along and across the beam initially:
//   e1 = |d| - l_ref       elongation [m]
//   e2 = -n_p.d            bending at p [m], about l times the angle from chord to tangent
//   e3 =  n_q.d            bending at q [m], the same with the opposite sign
// Smooth in the angles, no branch to track; one element bends by less than a right angle. The
// centre line between the nodes is the cubic with the slopes of the nodes. Its length exceeds the
// chord by the integral of (slope from the chord)^2 / 2, which is
//   (2 e2^2 + e2 e3 + 2 e3^2) / (30 l_ref) + higher orders;
// kGeometric adds this length to e1. The shape itself shortens the chord, so this term takes e2 and
// e3 before their reference values are subtracted.
template <bool kGeometric>
struct Beam : BeamBase {
  static constexpr int np = 7;

  template <bool kAcceleration>
  static void deform(const Local<nx>& q, const double* p, LocalOut& out) {
    const double dx = q.x[3] - q.x[0], dy = q.x[4] - q.x[1];
    const double length = std::sqrt(dx * dx + dy * dy);
    const double tx = dx / length, ty = dy / length;
    const Tangent tp = tangent(q, p, 0), tq = tangent(q, p, 1);
    const double e2 = tp.y * dx - tp.x * dy, e3 = tq.x * dy - tq.y * dx;
    const double along_p = tp.x * dx + tp.y * dy, along_q = tq.x * dx + tq.y * dy;
    out.e[0] = length - p[4];
    out.e[1] = e2 - p[5];
    out.e[2] = e3 - p[6];

    const double reach =
        std::fabs(q.x[0]) + std::fabs(q.x[1]) + std::fabs(q.x[3]) + std::fabs(q.x[4]);
    out.size[0] = reach + std::fabs(p[4]);
    out.size[1] = reach + length * std::fabs(q.x[2]) + std::fabs(p[5]);
    out.size[2] = reach + length * std::fabs(q.x[5]) + std::fabs(p[6]);

    const double De[ne * nx] = {-tx, -tp.y, tq.y,  -ty, tp.x,  -tq.x, 0, along_p, 0,
                                tx,  tp.y,  -tq.y, ty,  -tp.x, tq.x,  0, 0,       -along_q};
    for (int k = 0; k < ne * nx; ++k) out.De[k] = De[k];

    if constexpr (kAcceleration) {
      const double ux = q.v[3] - q.v[0], uy = q.v[4] - q.v[1];
      const double wp = q.v[2], wq = q.v[5];
      const double across = tx * uy - ty * ux;
      out.D2e_vv[0] = across * across / length;
      out.D2e_vv[1] = wp * (2 * (tp.x * ux + tp.y * uy) - wp * e2);
      out.D2e_vv[2] = -wq * (2 * (tq.x * ux + tq.y * uy) + wq * e3);
    }
    if constexpr (kGeometric) add_shortening<kAcceleration>(q, p, e2, e3, out);
  }

  // Angles a, b of the end tangents from the chord. Bending by a moment at either end turns more
  // than in proportion, for e2 goes with sin a: the energy is convex only while |a| and |b| are
  // below about kEnd and |a + b| is below 2 kMiddle (a = b: an S). Stretched to twice its length,
  // the beam bends by l_ref no longer.
  static constexpr double kEnd = kGeometric ? 0.64 : 0.7;      // [rad]
  static constexpr double kMiddle = kGeometric ? 0.48 : 0.52;  // [rad]
  static constexpr double fair_range = 0.4;
  static constexpr std::string_view range_advice = "or PLBEAML, which bends farther";
  static void range_used(const double* e, const double* De, const double* p, double* used) {
    const double along_p = De[2 * ne + 1], along_q = -De[5 * ne + 2];
    const double a = std::atan2(e[1] + p[5], along_p), b = -std::atan2(e[2] + p[6], along_q);
    const double both = std::fabs(a + b) / (2 * kMiddle);
    used[0] = std::fabs(e[0]) / p[4];
    used[1] = std::max(std::fabs(a) / kEnd, both);
    used[2] = std::max(std::fabs(b) / kEnd, both);
  }

  // Adds f = (2 e2^2 + e2 e3 + 2 e3^2) / (30 l_ref) and its derivatives to e1. Needs the rest of
  // `out` written, for f is a function of e2 and e3.
  template <bool kAcceleration>
  static void add_shortening(const Local<nx>& q, const double* p, double e2, double e3,
                             LocalOut& out) {
    const double f2 = (4 * e2 + e3) / (30 * p[4]), f3 = (e2 + 4 * e3) / (30 * p[4]);
    out.e[0] += (e2 * f2 + e3 * f3) / 2;
    out.size[0] += std::fabs(f2) * out.size[1] + std::fabs(f3) * out.size[2];
    for (int i = 0; i < nx; ++i) {
      double* De = out.De + i * ne;
      De[0] += f2 * De[1] + f3 * De[2];
    }
    if constexpr (kAcceleration) {
      double e2d = 0, e3d = 0;
      for (int i = 0; i < nx; ++i) {
        e2d += out.De[i * ne + 1] * q.v[i];
        e3d += out.De[i * ne + 2] * q.v[i];
      }
      out.D2e_vv[0] += f2 * out.D2e_vv[1] + f3 * out.D2e_vv[2] +
                       (4 * e2d * e2d + 2 * e2d * e3d + 4 * e3d * e3d) / (30 * p[4]);
    }
  }
};

}  // namespace

const ElementType kBeam = make_element_type<Beam<false>>(
    {"PLBEAM", "planar beam", BeamBase::kNodes, {}, BeamBase::kDeformations, {}, {}, true},
    BeamBase::kStiffness, BeamBase::stiffness, BeamBase::kMass);

const ElementType kBeamGeometric =
    make_element_type<Beam<true>>({"PLBEAMG",
                                   "planar beam with geometric stiffness",
                                   BeamBase::kNodes,
                                   {},
                                   BeamBase::kDeformations,
                                   {},
                                   {},
                                   true},
                                  BeamBase::kStiffness, BeamBase::stiffness, BeamBase::kMass);

}  // namespace mbs
