// PATH: the length of a line through points of bodies and round circles.
//
// Between two places it runs straight along the unit vector u, tangent to their circles (a point is
// a circle of radius 0). With the signed radius rho of a circle, positive where it lies to the left
// of the path, D = O_2 - O_1 between the centres, delta = rho_2 - rho_1 and n = u turned +90
// degrees
//
//   D = L u + delta n,  L = sqrt(D.D - delta^2)           e = sum L + sum |rho| theta - reference
//   De = sum u.(DO_2 - DO_1)                              (the tangent points are stationary)
//   D2e(v, v) = sum (n.(v_2 - v_1))^2 / L + u.(D2O_2 - D2O_1)(v, v)
//
// theta is the angle by which the path turns round the circle, towards its side. A circle that the
// path may lift from counts while theta is between 0 and half a turn; where its tangents would turn
// the path the other way it is left out. Length and De are continuous there, D2e is not: a run of
// dynamics makes these changes events and says which circles count (Coordinates::wraps). A circle
// that the path may not lift from, a pulley, has theta between -1/8 and 7/8 of a turn at the start,
// plus the whole turns of the deck. From there on theta is continuous: it is the angle nearest to
// the winding of the pulley, a number behind the coordinates in x that holds theta at the position
// before. A piece between two places at one point of a hinge turns with the body whose place is
// farther from that point, as on a drum that a rope is fixed to: theta is then counted from the
// angles of such bodies, which know their turns. S is the tension [N]. The path slides on its
// circles without friction. Singular where two places meet; there is no path where a circle reaches
// over a point or a pulley next to it (path_enclosed()).
#pragma once

#include <vector>

#include "elements/element.h"
#include "text/number.h"

namespace mbs {

struct PathPlace {
  int x = 0, phi = 0;  // columns of the row: x, y = x, x + 1 and the angle of the body
  double xi = 0, eta = 0;
  double rho = 0;  // signed radius [m]
  bool lifts = false;
  int circle = -1;   // of one that the path may lift from: its place in Model::circles
  double turns = 0;  // whole turns round a pulley at the start
  int winding = -1;  // of a pulley: index into x
  // For a pulley: columns of the angles with which the pieces before and after it turn, or -1.
  int turns_in = -1, turns_out = -1;
};

struct PathRow {
  std::vector<PathPlace> places;
};
inline constexpr int kMostPlaces = 64;

extern const ElementType kPath;

// The radius of this place [m].
double path_radius(const ElementBatch& batch, int place);
// Whether the path lies round this place of its row, a circle that it may lift from.
bool path_touches(const ElementBatch& batch, const Coordinates& at, int place);
// Distance of the path from touching this circle [m]. While the path lies round the circle it is
// negative, minus |rho| times the angle of the arc; else it is the distance from the circle to the
// piece that passes it by. Smooth through zero as long as the wraps of `at` do not change.
double path_gap(const ElementBatch& batch, const Coordinates& at, int place);

// The angle by which the path would turn round this circle, in (-pi, pi], if it lay round it; of
// the others `at.wraps` says which count.
double path_arc(const ElementBatch& batch, const Coordinates& at, int place);

// The next place before or after this circle that the path cannot leave out, if the circle reaches
// over that place, so that there is no path between the two; else -1.
int path_enclosed(const ElementBatch& batch, const Coordinates& at, int place);

// The angle of the arc round a pulley [rad], below kLeastArc where the path would leave the pulley,
// and the winding of the pulley at these coordinates. Both are found from the winding in x, which
// is less than half a turn away; at the start that is first_winding().
struct PulleyArc {
  double angle = 0, winding = 0;
};
PulleyArc pulley_arc(const ElementBatch& batch, const Coordinates& at, int place);
inline constexpr double kLeastArc = -kPi / 4;
double first_winding(const ElementBatch& batch, const double* x, int place);

}  // namespace mbs
