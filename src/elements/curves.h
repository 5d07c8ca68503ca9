// CURVES: a curve of body a touches a curve of body b (CurvePair has the place and its letters).
//
//   e1 = gap                                               [m]
//   e2 = S_a(u_a) + S_b(u_b) + turns - initial             [m]
//
// S are the lengths along the curves. The whole length of a closed curve is added each time the
// place has gone round it (with two closed curves, e2 is taken within half a round of both from its
// initial value). Where the curves touch, the rate of e2 is the velocity of a's material against
// b's along t; -S1 presses them on each other, S2 resists the slip. With vt = t.Ad, Ad the velocity
// of the material of a there in the frame of b, g the gap, k = N/D the curvatures, psid = phid_a -
// phid_b, and
//
//   K = N_a D_b + N_b D_a + g N_a N_b
//   w = N_b (N_a vt + D_a psid)/K, the rate at which t turns
//
// the rates are
//
//   e1d = n.Ad          e2d = vt - g w = ((N_a D_b + N_b D_a) vt - D_a N_b g psid)/K
//
// and, with Add the acceleration of that material without accelerations of the coordinates,
//
//   D2e1 = n.Add + (N_a N_b vt^2 + 2 D_a N_b vt psid - D_a (D_b + N_b g) psid^2)/K
//   D2e2 = t.Add - 2 w e1d - g wd,    wd from the derivative of the formula of w
//
// Singular where K = 0. Sources: Litvin, Gear Geometry and Applied Theory, ch. 8 (curvatures of
// mating profiles); Montana, The kinematics of contact and grasp, Int. J. Robot. Res. 7 (1988).
#pragma once

#include "elements/curve_samples.h"
#include "elements/element.h"

namespace mbs {

// The place where a curve of body a touches a curve of body b, or is nearest to it: there the
// normals are opposite, and the way from one curve to the other lies along them.
//
// In the frame of b, psi = phi_a - phi_b, o the origin of a, A = o + R(psi) c_a(u_a), B = c_b(u_b),
// t and n the unit tangent of b and its outward normal (t turned -90 degrees), w = A - B:
//   t.w = 0,    R t_a = -t:   angle_a + psi - pi + 2 pi m = angle_b with a whole number m
//   gap = n.w [m], negative where they overlap
//   k_a + k_b + gap k_a k_b > 0: the curves part to both sides of the place
//
// The search walks along all pairs of places with opposite normals, samples of both curves, arc by
// arc; t.w changes its sign through zero where they are nearest. Each such pair is made exact by
// Newton's method, and the pair with the smallest |gap| counts. So the place depends on the pose
// alone. Source: the pairs are the convolution of b and -a, and the gap is the distance of the
// origin from it (Lozano-Perez, Spatial planning, IEEE Trans. Comput. C-32, 1983).

// The pose of body a relative to body b.
struct RelativePose {
  double psi = 0, c = 1, s = 0;       // angle, its cosine and sine
  std::array<double, 2> origin = {};  // of a, in the frame of b
};

struct CurvePair {
  // Curvature as N/D: (k, 1), or (1, 0) at a corner.
  struct Side {
    double u = 0;
    CurvePoint point = {};
    bool corner = false;
    double N() const { return corner ? 1 : point.curvature(); }
    double D() const { return corner ? 0 : 1; }
  };
  Side a, b;
  std::array<double, 2> t = {}, n = {};  // in the frame of b
  std::array<double, 2> place = {};      // A, in the frame of b
  double gap = 0;
  int m = 0;
};

// Not finite where the place is not unique: two parallel straight pieces, or a hollow as round as
// the curve that lies in it.
CurvePair nearest_pair(const CurveSamples& a, const CurveSamples& b, const RelativePose& pose);

struct CurvesRow {
  std::array<int, 6> column = {};  // of x, y, phi of bodies a and b; they may share nodes
  CurveSamples a, b;
};

// The place where the curves are nearest, in ground.
struct CurvesPlace {
  double u_a = 0, u_b = 0;
  std::array<double, 2> c = {}, n = {};  // place on the curve of b, its outward normal
  double radius_a = 0, radius_b = 0;     // of curvature [m], negative in a hollow, 0 at an end
};
// x: x, y, phi of bodies a and b. Radii are at most kLargestRadius (cam.h).
CurvesPlace curves_place(const CurvesRow& row, const std::array<double, 6>& x);

// The row of a batch of curves; each row is a batch of its own.
const CurvesRow& curves_row(const ElementBatch& batch);

extern const ElementType kCurves;

}  // namespace mbs
