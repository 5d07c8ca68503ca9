// Places of points and directions that are fixed in the two bodies a and b of an element whose
// nodes are p a q b, so that its coordinates are x_p y_p phi_a x_q y_q phi_b.
#pragma once

#include <cmath>

#include "text/number.h"

namespace mbs {

// out = P - Q [m], in the global frame: P = (xi_a, eta_a) of body a, Q = (xi_b, eta_b) of body b.
template <class T>
void from_b_to_a(const T* x, const T* c, const T* s, double xi_a, double eta_a, double xi_b,
                 double eta_b, T* out) {
  out[0] = (x[0] + c[2] * xi_a - s[2] * eta_a) - (x[3] + c[5] * xi_b - s[5] * eta_b);
  out[1] = (x[1] + s[2] * xi_a + c[2] * eta_a) - (x[4] + s[5] * xi_b + c[5] * eta_b);
}

// Cosines and sines of initial coordinates, as continuity() takes them.
struct InitialAngles {
  explicit InitialAngles(const double* x0)
      : c{0, 0, std::cos(x0[2]), 0, 0, std::cos(x0[5])}, s{0, 0, std::sin(x0[2]),
                                                           0, 0, std::sin(x0[5])} {}
  double c[6], s[6];
};

// The value of a scalar of elements/derivative.h, for branches.
inline double plain(double a) { return a; }
template <class T>
double plain(const T& a) {
  return a.value;
}

// How far wheel a (radius r) and disc b (radius R) have rolled against each other [m]: its rate is
// the velocity of the wheel's surface against the disc's, counter-clockwise about b,
//   (r + R) theta - r phi_a - R phi_b,    theta: direction of d = P - Q, from the centre of b to a
// R < 0: a ring about the wheel, or the other pulley of an open belt. `initial` is subtracted, and
// whole turns of theta, so that the result lies within half a turn of it. Singular where d = 0.
template <class T>
T rolled(const T* x, const T* d, double r, double R, double initial) {
  using std::atan2;
  const double sum = R + r;
  if (sum == 0) return x[2] * -r - x[5] * R - initial;
  const T turns = atan2(d[1], d[0]) * sum - x[2] * r - x[5] * R - initial;
  const double circumference = 2 * kPi * std::fabs(sum);
  return turns - circumference * std::round(plain(turns) / circumference);
}

}  // namespace mbs
