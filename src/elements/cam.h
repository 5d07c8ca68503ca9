// CAM: the distance between a follower of one body and a curve of another.
//
// The curve c(u) = (X, Y)(u) is fixed in body b, by expressions of u; the body lies to its left
// where u grows. P is the follower's point (xi, eta) of body a, and q = R_b^T (P - origin of b).
// With the outward unit normal n = (Y', -X') / |c'| and the curvature k = (X'Y'' - Y'X'') / |c'|^3
//
//   point, roller of radius r: u such that c'.(q - c) = 0, nearest to P:
//     e = n.(q - c) - r        De = n.Dq        D2e(v, v) = n.D2q + k/(1 + k d) (t.Dq v)^2
//   with t = c'/|c'| and d = n.(q - c);
//   flat face along tau, its free side to the left: m = tau turned -90 degrees in the frame of b,
//   psi = phi_a - phi_b, u such that m.c' = 0, where m.c is largest:
//     e = m.(q - c)            De = m.Dq + (m'.(q - c)) Dpsi,   m' = m turned +90 degrees
//     D2e(v, v) = m.D2q + 2 psid m'.Dq v - psid^2 (m.(q - c) + 1/k)
//
// e is the gap; -S is the force with which cam and follower press on each other, along n or m.
//
// Where they rub (kRubbingCam) there is a second deformation, the slip, with the length S(u) along
// the curve, the angle theta(u) of its tangent and the turns of a closed curve:
//
//   point, roller:  e2 = S + t.(q - c) + r (theta - psi)        e2d = f t.qd - r psid
//     with f = (1 + k r)/(1 + k d); on a closed curve within half a round of its initial value
//   flat face:      e2 = S + tau.(q - c) + turns                e2d = tau.qd - d psid
//
// Where they touch, e2d is the velocity of the follower's material against that of the cam along
// the curve, and S2 resists it.
//
// Behind the ends of an open curve a point or a roller finds its tangent, a flat face its end. The
// nearest place is the best of the samples that a row keeps, made exact by Newton's method; e has a
// kink where two places are equally near. Singular where 1 + k d = 0 (a roller too large for a
// hollow). Sources: Norton, Design of Machinery, ch. 8; differential geometry of offset curves.
#pragma once

#include <array>
#include <memory>
#include <vector>

#include "base/row_columns.h"
#include "elements/curve_samples.h"
#include "elements/element.h"

namespace mbs {

struct CamRow {
  std::array<int, 6> column = {};  // of x, y, phi of bodies a and b; they may share nodes
  Curve curve;                     // of body b
  Follower follower = Follower::roller;
  double xi = 0, eta = 0, r = 0;                     // of body a
  std::array<double, 2> face = {};                   // unit vector tau in body a
  double spacing = 0;                                // of the samples in u
  std::vector<std::array<double, 2>> sample = {};    // c at from, from + spacing, ...
  std::shared_ptr<const CurveSamples> lengths = {};  // where they rub
  Guide guide = Guide::none;
  std::array<double, 2> direction = {};  // along: in ground; about: (xi, eta) in body a
};
inline constexpr int kCamSamples = 180;

// Fills the samples. False where the curve is not smooth: not finite, at rest, or with a corner
// where its ends meet.
bool sample_curve(CamRow& row);

// The place where a cam and its follower are nearest, in ground.
struct CamPlace {
  double u = 0;
  std::array<double, 2> c, n;  // place on the curve, outward normal
  double radius = 0;           // of curvature of the curve [m], negative in a hollow
  double pressure = 0;         // angle between the normal and the follower's motion [rad]
};
// x: x, y, phi of bodies a and b. The radius is at most kLargestRadius.
CamPlace cam_place(const CamRow& row, const std::array<double, 6>& x);
inline constexpr double kLargestRadius = 1e6;

// The row of a batch of cams; each row is a batch of its own.
const CamRow& cam_row(const ElementBatch& batch);

extern const ElementType kCam;
// The same with a slip: CONTACT with friction or FRICTION makes it of a CAM.
extern const ElementType kRubbingCam;

}  // namespace mbs
