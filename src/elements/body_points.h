// Places of points and directions that are fixed in the two bodies a and b of an element whose
// nodes are p a q b, so that its coordinates are x_p y_p phi_a x_q y_q phi_b.
#pragma once

#include <cmath>

#include "elements/element.h"
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

// How far wheel a (radius r) and disc b (radius R) have rolled against each other [m]: its rate is
// the velocity of the wheel's surface against the disc's, counter-clockwise about b,
//   (r + R) theta - r phi_a - R phi_b,    theta: direction of d = P - Q, from the centre of b to a
// R < 0: a ring about the wheel, or the other pulley of an open belt. `initial` is subtracted.
// theta lies within half a turn of 0: see add_rounds(). Singular where d = 0.
template <class T>
T rolled(const T* x, const T* d, double r, double R, double initial) {
  using std::atan2;
  const double sum = R + r;
  if (sum == 0) return x[2] * -r - x[5] * R - initial;
  return atan2(d[1], d[0]) * sum - x[2] * r - x[5] * R - initial;
}

// The direction theta of the line of centres of a wheel and a disc, whose parameters begin with
// xi_a eta_a r xi_b eta_b R; equal pulleys do not see it.
inline Round round_of_centres(const ElementBatch& batch, int k, const Coordinates& at) {
  const int* const g = batch.gather.data() + k * batch.type->nx;
  const double* const p = batch.parameters.data() + k * batch.type->np;
  if (p[2] + p[5] == 0) return {};
  double x[6], c[6], s[6], d[2];
  for (int i = 0; i < 6; ++i) x[i] = at.x[g[i]], c[i] = at.cosine[g[i]], s[i] = at.sine[g[i]];
  from_b_to_a(x, c, s, p[0], p[1], p[3], p[4], d);
  Round out{std::atan2(d[1], d[0]), 2 * kPi, 0, std::hypot(d[0], d[1])};
  if (at.v == nullptr) return out;
  double v[6], turned_c[6], turned_s[6], rate[2];
  for (int i = 0; i < 6; ++i)
    v[i] = at.v[g[i]], turned_c[i] = -s[i] * v[i], turned_s[i] = c[i] * v[i];
  from_b_to_a(v, turned_c, turned_s, p[0], p[1], p[3], p[4], rate);
  out.rate = (d[0] * rate[1] - d[1] * rate[0]) / (d[0] * d[0] + d[1] * d[1]);
  return out;
}

// Adds whole turns of theta to the roll e of row k.
inline void add_rounds(const ElementBatch& batch, int k, const Coordinates& at, double& e) {
  const double* const p = batch.parameters.data() + k * batch.type->np;
  const Round round = round_of_centres(batch, k, at);
  e += (p[2] + p[5]) * round.period *
       round.periods_to(at.x + batch.first_winding + k * Round::kNumbers);
}

}  // namespace mbs
