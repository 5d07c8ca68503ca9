// PLGEAR: a pair of gears. PLBELT: a belt or chain over two pulleys.
#include <cmath>

#include "elements/body_points.h"
#include "elements/derivative.h"
#include "elements/types.h"

namespace mbs {

namespace {

// P = (xi_a, eta_a) of body a and Q = (xi_b, eta_b) of body b are the centres of two wheels, theta
// the direction from Q to P, so that a carrier may turn the pair.
//   gears  e = (r_a + r_b) theta - r_a phi_a - r_b phi_b - reference  [m], the slip of the pitch
//          circles; r_b < 0: wheel b is a ring with internal teeth about wheel a.
//   belt   the same with -r_b: half the difference in length of the two runs of the belt.
//          r_b < 0: the belt is crossed and turns the pulleys opposite ways.
// For gears S [N] is the force of the teeth, for a belt the difference of the pulls of its two
// runs. Its moment is S r_a on wheel a; the force across the line of centres loads the bearings.
// Nothing holds the centres at their distance. Singular where the centres meet.
template <bool kIsBelt>
struct Gear {
  static constexpr ElementFigure kWheels[] = {{FigureKind::circle, {2, 3, 3}, {0, 1, 0}, 5},
                                              {FigureKind::circle, {0, 1, 0}, {2, 3, 3}, 2}};
  static constexpr ElementFigure kRuns[] = {{FigureKind::belt, {0, 1, 0}, {2, 3, 3}, 2, 5}};
  static constexpr std::span<const ElementFigure> figures =
      kIsBelt ? std::span<const ElementFigure>(kRuns) : std::span<const ElementFigure>(kWheels);
  static constexpr int nx = 6;  // x_p y_p phi_a x_q y_q phi_b
  static constexpr int ne = 1;
  static constexpr int from_start = 0;
  static constexpr int np = 8;  // xi_a eta_a r_a xi_b eta_b R, initial slip, reference (0)

  static std::string prepare(const double* x0, const double* columns, double* p) {
    for (int k = 0; k < 6; ++k) p[k] = columns[k];
    p[6] = p[7] = 0;
    if (!(p[2] > 0)) return "its radius r_a is not positive";
    if (!(std::fabs(p[5]) > 0)) return "its radius r_b is 0";
    if (!kIsBelt && p[5] < 0 && !(p[2] < -p[5]))
      return "wheel a does not fit into the ring: r_a is too large";
    if (kIsBelt) p[5] = -p[5];
    const InitialAngles at(x0);
    double d[2];
    from_b_to_a(x0, at.c, at.s, p[0], p[1], p[3], p[4], d);
    if (!(std::hypot(d[0], d[1]) > 0)) return "its two centres coincide";
    continuity<double>(x0, at.c, at.s, p, &p[6]);
    return {};
  }

  template <class T>
  static void continuity(const T* x, const T* c, const T* s, const double* p, T* e) {
    T d[2];
    from_b_to_a(x, c, s, p[0], p[1], p[3], p[4], d);
    e[0] = rolled(x, d, p[2], p[5], p[6]) - p[7];
  }

  static constexpr auto round = round_of_centres;
  static void add_rounds(const ElementBatch& batch, int k, const Coordinates& at, double* e) {
    mbs::add_rounds(batch, k, at, e[0]);
  }
};

constexpr NodeKind kNodes[] = {NodeKind::point, NodeKind::angle, NodeKind::point, NodeKind::angle};
constexpr Column kGearColumns[] = {
    {"xi_a", "m", "centre of wheel a, in its frame"},
    {"eta_a", "m", "centre of wheel a, in its frame"},
    {"r_a", "m", "pitch radius of wheel a"},
    {"xi_b", "m", "centre of wheel b, in its frame"},
    {"eta_b", "m", "centre of wheel b, in its frame"},
    {"r_b", "m", "pitch radius of wheel b; negative: a ring about wheel a"}};
constexpr Column kBeltColumns[] = {{"xi_a", "m", "centre of pulley a, in its frame"},
                                   {"eta_a", "m", "centre of pulley a, in its frame"},
                                   {"r_a", "m", "radius of pulley a"},
                                   {"xi_b", "m", "centre of pulley b, in its frame"},
                                   {"eta_b", "m", "centre of pulley b, in its frame"},
                                   {"r_b", "m", "radius of pulley b; negative: a crossed belt"}};
constexpr DeformationSpec kGearDeformations[] = {{"slip of the pitch circles", unit::metre}};
constexpr DeformationSpec kBeltDeformations[] = {
    {"stretch of one run against the other", unit::metre}};
constexpr Column kGearStiffness[] = {{"k", "N/m", "stiffness of the teeth along the pitch line"}};
constexpr Column kBeltStiffness[] = {{"k", "N/m", "stiffness of both runs together"}};

}  // namespace

const ElementType kGear = make_element_type<Derived<Gear<false>>>(
    {"PLGEAR", "pair of gears", kNodes, kGearColumns, kGearDeformations}, kGearStiffness,
    diagonal_stiffness<1>);
const ElementType kBelt = make_element_type<Derived<Gear<true>>>(
    {"PLBELT", "belt over two pulleys", kNodes, kBeltColumns, kBeltDeformations}, kBeltStiffness,
    diagonal_stiffness<1>);

}  // namespace mbs
