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
#pragma once

#include "elements/curve_samples.h"

namespace mbs {

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

}  // namespace mbs
