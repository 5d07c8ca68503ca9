// PLCCIRC: a point or a wheel of one body against a disc or inside a ring of another.
#include <algorithm>
#include <cmath>

#include "elements/body_points.h"
#include "elements/derivative.h"
#include "elements/types.h"

namespace mbs {

namespace {

// P = (xi, eta) of body a, the centre of a wheel of radius r (0: a point); C = (xi_c, eta_c) of
// body b, the centre of a disc of radius R, or of a ring of inner radius -R round P. d is the
// distance of P and C, theta the direction from C to P.
//   R > 0: e1 = d - R - r      R < 0: e1 = -R - r - d       gap [m], negative where they overlap
//   e2 = (R + r) theta - r phi_a - R phi_b - reference      slip [m]: its rate is the velocity of
//        the wheel against the disc, counter-clockwise (clockwise in a ring) where gap is 0
// Singular where the centres meet.
struct ContactCircle {
  static constexpr int nx = 6;  // x_p y_p phi_a x_q y_q phi_b
  static constexpr int ne = 2;
  static constexpr int from_start = 1;
  static constexpr int np = 9;  // xi eta r xi_c eta_c R, initial slip, references (0) of both
  static constexpr ElementFigure figures[] = {{FigureKind::circle, {2, 3, 3}, {0, 1, 0}, 5},
                                              {FigureKind::circle, {0, 1, 0}, {2, 3, 3}, 2}};

  static std::string prepare(const double* x0, const double* columns, double* p) {
    for (int k = 0; k < 6; ++k) p[k] = columns[k];
    p[6] = p[7] = p[8] = 0;
    if (!(p[2] >= 0)) return "its radius r is negative";
    if (!(std::fabs(p[5]) > 0)) return "its radius R is 0";
    if (!(p[5] > 0 || p[2] < -p[5])) return "the wheel does not fit into the ring: r is too large";
    const InitialAngles at(x0);
    double d[2];
    from_b_to_a(x0, at.c, at.s, p[0], p[1], p[3], p[4], d);
    if (!(std::hypot(d[0], d[1]) > 0)) return "its two centres coincide";
    double e[2];
    continuity<double>(x0, at.c, at.s, p, e);
    p[6] = e[1];
    return {};
  }

  template <class T>
  static void continuity(const T* x, const T* c, const T* s, const double* p, T* e) {
    using std::sqrt;
    T d[2];
    from_b_to_a(x, c, s, p[0], p[1], p[3], p[4], d);
    const double side = p[5] > 0 ? 1 : -1;
    e[0] = sqrt(d[0] * d[0] + d[1] * d[1]) * side - (p[5] * side * side + p[2] + p[7]);
    e[1] = rolled(x, d, p[2], p[5], p[6]) - p[8];
  }

  static constexpr auto round = round_of_centres;
  static void add_rounds(const ElementBatch& batch, int k, const Coordinates& at, double* e) {
    mbs::add_rounds(batch, k, at, e[1]);
  }
};

constexpr NodeKind kNodes[] = {NodeKind::point, NodeKind::angle, NodeKind::point, NodeKind::angle};
constexpr Column kColumns[] = {{"xi", "m", "the point, in the frame of body a"},
                               {"eta", "m", "the point, in the frame of body a"},
                               {"r", "m", "radius of a wheel about the point; 0: the point itself"},
                               {"xi_c", "m", "centre of the circle, in the frame of body b"},
                               {"eta_c", "m", "centre of the circle, in the frame of body b"},
                               {"R", "m", "its radius; negative: a ring with the point inside"}};
constexpr DeformationSpec kDeformations[] = {{"gap", unit::metre}, {"slip", unit::metre}};
constexpr Column kStiffness[] = {{"k_n", "N/m", "stiffness across the circle"},
                                 {"k_t", "N/m", "stiffness along the circle"}};

// From outside the distance is convex; inside a ring it is not.
Approach approach_circle(const ElementBatch& batch, int k) {
  const double* const p = batch.parameters.data() + k * ContactCircle::np;
  Approach out{p[5] > 0 ? GapForm::convex : GapForm::distance, {}, p[0], p[1]};
  std::copy_n(batch.gather.data() + k * ContactCircle::nx, 6, out.coordinates.data());
  return out;
}

std::array<double, 2> slope_from_circle(const ElementBatch& batch, int k,
                                        const std::array<double, 2>& q) {
  const double* const p = batch.parameters.data() + k * ContactCircle::np;
  const double x = q[0] - p[3], y = q[1] - p[4], d = std::hypot(x, y);
  return d > 0 ? std::array{x / d, y / d} : std::array{1.0, 0.0};
}

}  // namespace

const ElementType kContactCircle = [] {
  ElementType type = make_element_type<Derived<ContactCircle>>(
      {"PLCCIRC", "contact with a circle", kNodes, kColumns, kDeformations, {}, {}, false, true},
      kStiffness, diagonal_stiffness<2>);
  type.approach = approach_circle;
  type.gap_slope = slope_from_circle;
  return type;
}();

}  // namespace mbs
