// Forward-mode derivatives for elements whose author writes only the continuity function C(x).
//
// Gradient<N> (elements/gradient.h) carries a value and its N partial derivatives; Taylor carries
// value, first and second derivative along the present velocity.
#pragma once

#include <cmath>

#include "elements/batch.h"
#include "elements/gradient.h"

namespace mbs {

struct Taylor {
  double value = 0;
  double first = 0;
  double second = 0;

  Taylor() = default;
  Taylor(double constant) : value(constant) {}
  Taylor(double f0, double f1, double f2) : value(f0), first(f1), second(f2) {}

  Taylor chain(double f, double df, double d2f) const {
    return {f, df * first, d2f * first * first + df * second};
  }
  friend Taylor operator+(const Taylor& a, const Taylor& b) {
    return {a.value + b.value, a.first + b.first, a.second + b.second};
  }
  friend Taylor operator*(const Taylor& a, const Taylor& b) {
    return {a.value * b.value, a.first * b.value + a.value * b.first,
            a.second * b.value + 2 * a.first * b.first + a.value * b.second};
  }
};

inline Taylor chain(const Taylor& a, double f, double df, double d2f) {
  return a.chain(f, df, d2f);
}

// Makes the deform() of a kernel that has only continuity().
template <class K>
struct Derived : K {
  template <bool kAcceleration>
  static void deform(const Local<K::nx>& q, const double* p, LocalOut& out) {
    using G = Gradient<K::nx>;
    G x[K::nx], c[K::nx], s[K::nx];
    for (int i = 0; i < K::nx; ++i) {
      x[i] = G(q.x[i]);
      x[i].d[i] = 1;
      c[i] = x[i].chain(q.c[i], -q.s[i]);
      s[i] = x[i].chain(q.s[i], q.c[i]);
    }
    G e[K::ne];
    K::continuity(x, c, s, p, e);
    for (int r = 0; r < K::ne; ++r) {
      out.e[r] = e[r].value;
      out.size[r] = e[r].size;
      for (int i = 0; i < K::nx; ++i) out.De[i * K::ne + r] = e[r].d[i];
    }
    if constexpr (kAcceleration) {
      Taylor tx[K::nx], tc[K::nx], ts[K::nx];
      for (int i = 0; i < K::nx; ++i) {
        tx[i] = Taylor(q.x[i], q.v[i], 0);
        tc[i] = tx[i].chain(q.c[i], -q.s[i], -q.c[i]);
        ts[i] = tx[i].chain(q.s[i], q.c[i], -q.s[i]);
      }
      Taylor te[K::ne];
      K::continuity(tx, tc, ts, p, te);
      for (int r = 0; r < K::ne; ++r) out.D2e_vv[r] = te[r].second;
    }
  }
};

}  // namespace mbs
