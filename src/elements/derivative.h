// Forward-mode derivatives for elements whose author writes only the continuity function C(x).
//
// Gradient<N> carries a value, its N partial derivatives and the size of the terms it was summed
// from; Taylor carries value, first and second derivative along the present velocity.
#pragma once

#include <cmath>

#include "elements/batch.h"

namespace mbs {

template <int N>
struct Gradient {
  double value = 0;
  double size = 0;
  double d[N] = {};

  Gradient() = default;
  Gradient(double constant) : value(constant), size(std::fabs(constant)) {}

  // f(this), with f and f' at the value.
  Gradient chain(double f, double df) const {
    Gradient r;
    r.value = f;
    r.size = std::fabs(f) + std::fabs(df) * size;
    for (int i = 0; i < N; ++i) r.d[i] = df * d[i];
    return r;
  }
  friend Gradient operator+(const Gradient& a, const Gradient& b) {
    Gradient r;
    r.value = a.value + b.value;
    r.size = a.size + b.size;
    for (int i = 0; i < N; ++i) r.d[i] = a.d[i] + b.d[i];
    return r;
  }
  friend Gradient operator*(const Gradient& a, const Gradient& b) {
    Gradient r;
    r.value = a.value * b.value;
    r.size = std::fabs(a.value) * b.size + a.size * std::fabs(b.value);
    for (int i = 0; i < N; ++i) r.d[i] = a.d[i] * b.value + a.value * b.d[i];
    return r;
  }
};

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

// One set of rules for both scalars: each is written by value, first and second derivative.
template <int N>
Gradient<N> chain(const Gradient<N>& a, double f, double df, double) {
  return a.chain(f, df);
}
inline Taylor chain(const Taylor& a, double f, double df, double d2f) {
  return a.chain(f, df, d2f);
}

template <class T>
concept Differentiable = requires(T a) {
  chain(a, 0.0, 0.0, 0.0);
};

template <Differentiable T>
T operator-(const T& a) {
  return chain(a, -a.value, -1, 0);
}
template <Differentiable T>
T operator-(const T& a, const T& b) {
  return a + (-b);
}
template <Differentiable T>
T operator/(const T& a, const T& b) {
  const double r = 1 / b.value;
  return a * chain(b, r, -r * r, 2 * r * r * r);
}
template <Differentiable T>
T sqrt(const T& a) {
  const double root = std::sqrt(a.value);
  return chain(a, root, 0.5 / root, -0.25 / (root * a.value));
}
template <Differentiable T>
T atan2(const T& y, const T& x) {
  // The angle of (x, y): turn it back to zero, where atan2 is smooth whatever the quadrant.
  const double l2 = x.value * x.value + y.value * y.value;
  const T along = (x * T(x.value) + y * T(y.value)) / T(l2);
  const T across = (y * T(x.value) - x * T(y.value)) / T(l2);
  const T tangent = across / along;  // value 0, so atan has derivatives 1 and 0
  return chain(tangent, std::atan2(y.value, x.value), 1, 0);
}
// Mixed arithmetic with parameters, which are plain doubles.
template <Differentiable T>
T operator+(const T& a, double b) {
  return a + T(b);
}
template <Differentiable T>
T operator-(const T& a, double b) {
  return a + T(-b);
}
template <Differentiable T>
T operator*(const T& a, double b) {
  return a * T(b);
}
template <Differentiable T>
T operator/(const T& a, double b) {
  return a * T(1 / b);
}
template <Differentiable T>
T operator+(double a, const T& b) {
  return T(a) + b;
}
template <Differentiable T>
T operator-(double a, const T& b) {
  return T(a) - b;
}
template <Differentiable T>
T operator*(double a, const T& b) {
  return T(a) * b;
}
template <Differentiable T>
T operator/(double a, const T& b) {
  return T(a) / b;
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
