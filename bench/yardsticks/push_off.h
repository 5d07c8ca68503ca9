// The push-off of decks/bench/push_off.dat by hand: four serial rods on a hinge, absolute angles,
// Lagrange's equations, Cholesky factors without square roots. An honest minimum: nothing here
// knows what a joint is. Scalar may be a type that counts operations.
#pragma once

#include <array>
#include <cmath>

namespace mbs::bench {

template <class Scalar>
struct PushOff {
  using Angles = std::array<Scalar, 4>;
  using State = std::array<Scalar, 8>;  // angles, rates

  static State start() {
    const double pi = 3.14159265358979323846;
    return {pi - 0.6, 0.9, pi - 0.6, 0.8, 0.0, 0.0, 0.0, 0.0};
  }

  // a_ij of the kinetic energy sum a_ij w_i w_j cos(phi_i - phi_j) / 2, and b_i of the potential.
  PushOff() {
    const double length[] = {0.16, 0.40, 0.44, 0.82}, m[] = {2, 6, 14, 45};
    const double inertia[] = {0.01, 0.10, 0.30, 2.5};
    for (unsigned i = 0; i < 4; ++i) {
      const double centre = 0.4 * length[i];
      double above = 0;
      for (unsigned k = i + 1; k < 4; ++k) above += m[k];
      b_[i] = 9.81 * (m[i] * centre + above * length[i]);
      a_[i][i] = inertia[i] + m[i] * centre * centre + above * length[i] * length[i];
      for (unsigned j = 0; j < i; ++j) a_[i][j] = length[j] * b_[i] / 9.81;
    }
  }

  Angles accelerations(const State& y) const {
    using std::cos, std::sin;
    Angles c, s, w2, f;
    Scalar m[4][4];
    for (unsigned i = 0; i < 4; ++i) c[i] = cos(y[i]), s[i] = sin(y[i]);
    for (unsigned i = 0; i < 4; ++i) {
      w2[i] = y[4 + i] * y[4 + i];
      f[i] = torque_[i] - b_[i] * c[i];
      m[i][i] = a_[i][i];
      for (unsigned j = 0; j < i; ++j) {
        m[i][j] = a_[i][j] * (c[i] * c[j] + s[i] * s[j]);
        const Scalar g = a_[i][j] * (s[i] * c[j] - c[i] * s[j]);
        f[i] = f[i] - g * w2[j];
        f[j] = f[j] + g * w2[i];
      }
    }
    Angles inverse;
    for (unsigned k = 0; k < 4; ++k) {  // L D L^T
      inverse[k] = one_ / m[k][k];
      for (unsigned i = k + 1; i < 4; ++i) {
        const Scalar l = m[i][k] * inverse[k];
        for (unsigned j = k + 1; j <= i; ++j) m[i][j] = m[i][j] - l * m[j][k];
        f[i] = f[i] - l * f[k];
      }
    }
    for (unsigned i = 4; i-- > 0;) {
      for (unsigned k = i + 1; k < 4; ++k) f[i] = f[i] - m[k][i] * f[k];
      f[i] = f[i] * inverse[i];
    }
    return f;
  }

  void operator()(const State& y, State& ydot) const {
    const Angles a = accelerations(y);
    for (unsigned i = 0; i < 4; ++i) ydot[i] = y[4 + i], ydot[4 + i] = a[i];
  }

 private:
  Scalar one_ = 1.0;
  Scalar a_[4][4]{};
  Angles b_, torque_ = {-170.0, 314.0, -404.0, 260.0};
};

}  // namespace mbs::bench
