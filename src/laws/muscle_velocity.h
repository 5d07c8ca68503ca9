// Force and velocity of the contractile element by the models of muscle_curves.h. Private to
// laws/muscle_curves.cpp.
#pragma once

#include <algorithm>
#include <cmath>

#include "laws/muscle_curves.h"

namespace mbs {

// ---- functions of both scalars ------------------------------------------------------------------

inline double value_of(double a) { return a; }
template <class T>
double value_of(const T& a) {
  return a.value;
}
// f(a) from f and f' at its value.
inline double with(double, double f, double) { return f; }
template <class T>
T with(const T& a, double f, double df) {
  return a.chain(f, df);
}
// e^a, continued by its tangent above a = 20, which no state of a run reaches: a trial step must
// not overflow.
template <class T>
T exponential(const T& a) {
  constexpr double kMost = 20;
  const double f = std::exp(std::min(value_of(a), kMost)), beyond = value_of(a) - kMost;
  return with(a, beyond > 0 ? f * (1 + beyond) : f, f);
}
template <class T>
T power(const T& a, double n) {
  const double f = n == 2 ? value_of(a) : std::pow(value_of(a), n - 1);
  return with(a, f * value_of(a), n * f);
}
template <class T>
T root(const T& a) {
  const double f = std::sqrt(value_of(a));
  return with(a, f, 0.5 / f);
}
template <class T>
T square(const T& a) {
  return a * a;
}
// max(a, bound).
template <class T>
T at_least(const T& a, double bound) {
  return value_of(a) > bound ? a : T(bound);
}
template <class T>
T at_most(const T& a, double bound) {
  return value_of(a) < bound ? a : T(bound);
}

// ---- VSB ----------------------------------------------------------------------------------------

template <class T>
struct Hill {
  T fl, a, b;
};
template <class T>
Hill<T> hill(const MuscleConstants& c, const T& q, const T& x) {
  Hill<T> h{force_length(c, x), T(c.arel), T(c.brel)};
  if (value_of(x) > 1) h.a = h.fl * c.arel;
  if (c.bslope > 0) {
    h.b = at_most(q * c.bslope, 1.0) * c.brel;
  } else if (value_of(q) < c.qcrit) {
    h.b = (1.0 - square((q - c.qcrit) / (c.q0 - c.qcrit)) * 0.9) * c.brel;
  }
  return h;
}

// Lengthening with a vertical asymptote: v = p1/(f + p2) + p3 up to fs, then a straight line; f in
// FMAX q.
template <class T>
struct Lengthening {
  T p1, p2, p3, slope, fs, vs;
};
template <class T>
Lengthening<T> lengthening(const MuscleConstants& c, const Hill<T>& h) {
  Lengthening<T> l;
  l.p2 = h.fl * -c.fasymp;
  l.p1 = T(0) - h.b * square(h.fl + l.p2) / ((h.fl + h.a) * c.slopfac);
  l.p3 = T(0) - l.p1 / (h.fl + l.p2);
  l.slope = h.b * (c.sloplin / c.brel);
  l.fs = T(0) - root(T(0) - l.p1 / l.slope) - l.p2;
  if (value_of(l.fs) < value_of(h.fl)) {  // the straight line begins at velocity 0
    l.fs = h.fl, l.vs = T(0);
  } else {
    l.vs = l.p1 / (l.fs + l.p2) + l.p3;
  }
  return l;
}

// Lengthening along an oblique hyperbola, (f - fasymp q fl - s v)(v - pole) = K; f in FMAX.
template <class T>
struct Oblique {
  T top, s, pole, K;
};
template <class T>
Oblique<T> oblique(const MuscleConstants& c, const Hill<T>& h, const T& q) {
  const T start = q * (h.fl + h.a) * c.slopfac / h.b;  // slope at velocity 0
  Oblique<T> o;
  o.s = value_of(start) > 2 * c.oblique ? T(c.oblique) : start * 0.5;
  o.top = q * h.fl * c.fasymp;
  o.pole = T(0) - q * h.fl * (c.fasymp - 1) / (start - o.s);
  o.K = q * h.fl * (c.fasymp - 1) * o.pole;
  return o;
}

template <class T>
T vsb_rate(const MuscleConstants& c, const T& force, const T& q, const T& x) {
  const Hill<T> h = hill(c, q, x);
  const T f = force / q;
  if (value_of(f) < 0) return h.b * ((h.fl + h.a) * f / h.a - h.fl) / h.a;
  if (value_of(f) <= value_of(h.fl)) return h.b * (1.0 - (h.fl + h.a) / (f + h.a));
  if (c.oblique > 0) {
    const Oblique<T> o = oblique(c, h, q);
    const T B = force - o.top, p = B + o.s * o.pole, r = B * o.pole + o.K;
    const T w = root(p * p - o.s * r * 4.0);
    return value_of(p) < 0 ? r * 2.0 / (p - w) : (p + w) / (o.s * 2.0);
  }
  const Lengthening<T> l = lengthening(c, h);
  if (value_of(f) < value_of(l.fs)) return l.p1 / (f + l.p2) + l.p3;
  return l.vs + l.slope * (f - l.fs);
}

template <class T>
T vsb_force(const MuscleConstants& c, const T& v, const T& q, const T& x) {
  const Hill<T> h = hill(c, q, x);
  const T fastest = T(0) - h.b * h.fl / h.a;
  if (value_of(v) < value_of(fastest)) return q * (v - fastest) * h.a * h.a / (h.b * (h.fl + h.a));
  if (value_of(v) <= 0) return q * ((h.fl + h.a) / (1.0 - v / h.b) - h.a);
  if (c.oblique > 0) {
    const Oblique<T> o = oblique(c, h, q);
    return o.top + o.s * v + o.K / (v - o.pole);
  }
  const Lengthening<T> l = lengthening(c, h);
  if (value_of(v) < value_of(l.vs)) return q * (l.p1 / (v - l.p3) - l.p2);
  return q * (l.fs + (v - l.vs) / l.slope);
}

// ---- DGF ----------------------------------------------------------------------------------------

inline constexpr double kDgfVelocity[4] = {-0.3211346127989808, -8.149, -0.374, 0.8825327733249912};

// Force-velocity curve at v in vmax, and its slope; straight for |v| > 1.
inline double dgf_velocity(double v, double& slope) {
  const double inside = std::clamp(v, -1.0, 1.0), w = kDgfVelocity[1] * inside + kDgfVelocity[2];
  slope = kDgfVelocity[0] * kDgfVelocity[1] / std::hypot(w, 1.0);
  return kDgfVelocity[0] * std::asinh(w) + kDgfVelocity[3] + slope * (v - inside);
}
inline double dgf_inverse(double f, double& slope) {
  double at_end = 0;
  for (const double end : {-1.0, 1.0}) {
    const double f_end = dgf_velocity(end, at_end);
    if (end * f < end * f_end) continue;
    slope = 1 / at_end;
    return end + (f - f_end) * slope;
  }
  const double w = (f - kDgfVelocity[3]) / kDgfVelocity[0];
  slope = std::cosh(w) / (kDgfVelocity[0] * kDgfVelocity[1]);
  return (std::sinh(w) - kDgfVelocity[2]) / kDgfVelocity[1];
}

// ---- THELEN -------------------------------------------------------------------------------------

// dx/vmax = (.25 + .75 q)(f - q fl)/B up to .95 flen, then a straight line; f in FMAX.
template <class T>
struct ThelenVelocity {
  T g, isometric, high, high_rate, high_slope;
};
template <class T>
ThelenVelocity<T> thelen(const MuscleConstants& c, const T& q, const T& x) {
  ThelenVelocity<T> t;
  t.g = q * 0.75 + 0.25;
  t.isometric = q * force_length(c, x);
  const double A = 2 + 2 / c.af;
  t.high = t.isometric * (0.95 * c.flen);
  // B = A (isometric flen - f)/(flen - 1)
  const T B = t.isometric * (A * 0.05 * c.flen / (c.flen - 1));
  t.high_rate = t.g * (t.high - t.isometric) / B;
  t.high_slope = t.g * (B + (t.high - t.isometric) * (A / (c.flen - 1))) / (B * B);
  return t;
}
template <class T>
T thelen_rate(const MuscleConstants& c, const T& f, const T& q, const T& x) {
  const ThelenVelocity<T> t = thelen(c, q, x);
  if (value_of(f) < 0) {  // at 0: rate -g, slope g (1 + 1/af)/isometric
    return t.g * (f * (1 + 1 / c.af) / t.isometric - 1.0);
  }
  if (value_of(f) <= value_of(t.isometric))
    return t.g * (f - t.isometric) / (t.isometric + f / c.af);
  if (value_of(f) < value_of(t.high)) {
    const T B = (t.isometric * c.flen - f) * ((2 + 2 / c.af) / (c.flen - 1));
    return t.g * (f - t.isometric) / B;
  }
  return t.high_rate + t.high_slope * (f - t.high);
}
template <class T>
T thelen_force(const MuscleConstants& c, const T& v, const T& q, const T& x) {
  const ThelenVelocity<T> t = thelen(c, q, x);
  if (value_of(v) < -value_of(t.g)) return (v / t.g + 1.0) * t.isometric / (1 + 1 / c.af);
  if (value_of(v) <= 0) return t.isometric * (t.g + v) / (t.g - v / c.af);
  if (value_of(v) < value_of(t.high_rate)) {
    const double A = (2 + 2 / c.af) / (c.flen - 1);
    return t.isometric * (t.g + v * (A * c.flen)) / (t.g + v * A);
  }
  return t.high + (v - t.high_rate) / t.high_slope;
}

}  // namespace mbs
