// Forward-mode derivatives: Gradient<N> carries a value, its N partial derivatives and the size of
// the terms it was summed from. The rules below serve every scalar that has chain().
#pragma once

#include <cmath>

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

// One set of rules for all scalars: each is written by value, first and second derivative.
template <int N>
Gradient<N> chain(const Gradient<N>& a, double f, double df, double) {
  return a.chain(f, df);
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

}  // namespace mbs
