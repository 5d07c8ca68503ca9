#include "laws/muscle_curves.h"

#include <algorithm>
#include <cmath>

#include "base/tolerances.h"
#include "laws/muscle_velocity.h"

namespace mbs {

namespace {

constexpr double kShort = 0.2;      // x below which shortening slows down
constexpr double kShortest = 0.05;  // x at which shortening stops

// ---- DGF ----------------------------------------------------------------------------------------

constexpr double kActive[3][4] = {
    {0.8150671134243542, 1.055033428970575, 0.162384573599574, 0.063303448465465},
    {0.433004984392647, 0.716775413397760, -0.029947116970696, 0.200356847296188},
    {0.1, 1, 0.353553390593274, 0}};
// Offset that makes the force of the parallel element 0 where it begins; stiffness of the tendon.
double dgf_offset(const MuscleConstants& c) { return std::exp(4 * (0.2 - 1) / c.e0); }
double dgf_tendon(const MuscleConstants& c) { return std::log((1 + 0.2) / 0.2) / c.et; }

// Toe of the tendon: strain at its end, force there, slope beyond it.
struct Toe {
  double end, force, slope;
};
Toe toe(const MuscleConstants& c) {
  const double e3 = std::exp(3.0), end = 99 * c.et * e3 / (166 * e3 - 67);
  return {end, 0.33, 0.33 * 3 * e3 / ((e3 - 1) * end)};
}

// Shortening slows down before the fibre vanishes.
template <class T>
T bounded(const T& v, const T& x) {
  if (value_of(x) >= kShort || value_of(v) >= 0) return v;
  const T s = at_least((x - kShortest) / (kShort - kShortest), 0.0);
  return v * s * s * (3.0 - s * 2.0);
}

}  // namespace

template <class T>
T force_length(const MuscleConstants& c, T x) {
  switch (c.contraction) {
    case Contraction::vsb:
      return at_least(1.0 - square((x - 1.0) / c.width), c.fl_least);
    case Contraction::thelen:
      // Never 0, so that a rate of the fibre exists.
      return at_least(exponential(square(x - 1.0) * (-1 / c.gamma)), 1e-6);
    case Contraction::dgf:
      break;
  }
  const T inside = at_most(at_least(x, 0.2), 1.8);
  T sum(0);
  for (const auto& b : kActive)
    sum = sum + exponential(square((inside - b[1]) / (inside * b[3] + b[2])) * -0.5) * b[0];
  return sum;
}

template <class T>
T active_state(const MuscleConstants& c, T a, T x) {
  // Never 0, so that a rate of the fibre exists.
  if (c.activation == Activation::first_order) return at_least(a, std::max(c.least_act, 1e-3));
  const T inside = at_most(at_least(x, kShortest), 0.99 * c.k);
  const T w = at_least(a, 0.0) * (c.c * c.eta * (c.k - 1)) / (c.k / inside - 1.0);
  if (!(value_of(w) > 0)) return T(c.q0) + a * 0.0;
  const T p = power(w, c.n);
  return (p + c.q0) / (p + 1.0);
}

template <class T>
T activation_of(const MuscleConstants& c, T q, T x) {
  if (c.activation == Activation::first_order) return q;
  const T inside = at_most(at_least(x, kShortest), 0.99 * c.k);
  if (!(value_of(q) > c.q0)) return T(0);
  const T w = power((q - c.q0) / (1.0 - q), 1 / c.n);
  return w * (c.k / inside - 1.0) / (c.c * c.eta * (c.k - 1));
}

template <class T>
T activation_rate(const MuscleConstants& c, T a, T u) {
  if (c.activation == Activation::hatze) return (u - a) * c.m;
  const T slow = at_least(a, 0.0) * 1.5 + 0.5;
  return value_of(u) > value_of(a) ? (u - a) / (slow * c.tau_act) : (u - a) * slow / c.tau_deact;
}

template <class T>
T fibre_rate(const MuscleConstants& c, T f, T q, T x) {
  switch (c.contraction) {
    case Contraction::vsb:
      return bounded(vsb_rate(c, f, q, x), x);
    case Contraction::thelen:
      return bounded(thelen_rate(c, f, q, x) * c.vmax, x);
    case Contraction::dgf:
      break;
  }
  const T ratio = f / (q * force_length(c, x));
  double slope = 0;
  const double v = dgf_inverse(value_of(ratio), slope);
  return bounded(with(ratio, v, slope) * c.vmax, x);
}

template <class T>
T fibre_force(const MuscleConstants& c, T v, T q, T x) {
  switch (c.contraction) {
    case Contraction::vsb:
      return vsb_force(c, v, q, x);
    case Contraction::thelen:
      return thelen_force(c, v / c.vmax, q, x);
    case Contraction::dgf:
      break;
  }
  const T w = v / c.vmax;
  double slope = 0;
  const double f = dgf_velocity(value_of(w), slope);
  return with(w, f, slope) * q * force_length(c, x);
}

// Solves f = C(v) + d v for v; C increases. Newton's method between bounds in double, then one
// Newton step in T, which gives the derivatives of the root.
template <class T>
T damped_fibre_rate(const MuscleConstants& c, T f, T q, T x) {
  if (c.damping == 0) return fibre_rate(c, f, q, x);
  const double d = c.damping / c.vmax, q0 = value_of(q), x0 = value_of(x), f0 = value_of(f);
  const auto miss = [&](double v, double& slope) {
    Gradient<1> at(v);
    at.d[0] = 1;
    const Gradient<1> C = fibre_force(c, at, Gradient<1>(q0), Gradient<1>(x0));
    slope = C.d[0] + d;
    return C.value + d * v - f0;
  };
  // The velocity without damping has the same sign and is larger, so it is a bound.
  double v = fibre_rate(c, f0, q0, x0), low = std::min(v, 0.0), high = std::max(v, 0.0), slope = 1;
  if (x0 < kShort && v <= 0) low = -1e6;
  v = 0;
  for (int i = 0; i < 200; ++i) {
    const double left = miss(v, slope);
    (left > 0 ? high : low) = v;
    double next = v - left / slope;
    if (!(next > low && next < high)) next = 0.5 * (low + high);
    if (std::fabs(next - v) <= tolerance::rounding_of_one * (1 + std::fabs(v))) break;
    v = next;
  }
  miss(v, slope);
  const T C = fibre_force(c, T(v), q, x);
  return bounded(T(v) - (C + d * v - f) / slope, x);
}

template <class T>
T parallel_force(const MuscleConstants& c, T x) {
  switch (c.contraction) {
    case Contraction::vsb:
      if (value_of(x) <= c.xpe) return x * 0.0;
      return square((x - c.xpe) / (1 + c.width - c.xpe)) * c.fpe;
    case Contraction::thelen:
      if (value_of(x) <= 1) return x * 0.0;
      return (exponential((x - 1.0) * (c.kpe / c.e0)) - 1.0) / (std::exp(c.kpe) - 1);
    case Contraction::dgf:
      break;
  }
  if (value_of(x) <= 0.2) return x * 0.0;
  const double o = dgf_offset(c);
  return (exponential((x - 1.0) * (4 / c.e0)) - o) / (std::exp(4.0) - o);
}

double parallel_energy(const MuscleConstants& c, double x) {
  switch (c.contraction) {
    case Contraction::vsb: {
      const double reach = 1 + c.width - c.xpe, y = std::max(0.0, (x - c.xpe) / reach);
      return c.fpe * reach * y * y * y / 3;
    }
    case Contraction::thelen:
      if (x <= 1) return 0;
      return (c.e0 / c.kpe * std::expm1(c.kpe * (x - 1) / c.e0) - (x - 1)) / std::expm1(c.kpe);
    case Contraction::dgf:
      break;
  }
  if (x <= 0.2) return 0;
  const double o = dgf_offset(c);
  return (c.e0 / 4 * (std::exp(4 * (x - 1) / c.e0) - o) - o * (x - 0.2)) / (std::exp(4.0) - o);
}

template <class T>
T tendon_force(const MuscleConstants& c, T strain) {
  if (value_of(strain) <= 0) return strain * 0.0;
  switch (c.contraction) {
    case Contraction::vsb:
      return square(strain / c.umax);
    case Contraction::dgf:
      return (exponential(strain * dgf_tendon(c)) - 1.0) * 0.2;
    case Contraction::thelen:
      break;
  }
  const Toe t = toe(c);
  if (value_of(strain) > t.end) return (strain - t.end) * t.slope + t.force;
  return (exponential(strain * (3 / t.end)) - 1.0) * (t.force / std::expm1(3.0));
}

double tendon_energy(const MuscleConstants& c, double s) {
  if (s <= 0) return 0;
  switch (c.contraction) {
    case Contraction::vsb:
      return s * s * s / (3 * c.umax * c.umax);
    case Contraction::dgf: {
      const double k = dgf_tendon(c);
      return 0.2 * (std::expm1(k * s) / k - s);
    }
    case Contraction::thelen:
      break;
  }
  const Toe t = toe(c);
  const double inside = std::min(s, t.end), beyond = s - inside;
  return t.force / std::expm1(3.0) * (t.end / 3 * std::expm1(3 * inside / t.end) - inside) +
         beyond * (t.force + 0.5 * t.slope * beyond);
}

template <class T>
T tendon_strain(const MuscleConstants& c, T f) {
  const double f0 = value_of(f);
  if (!(f0 > 0)) return f * 0.0;
  switch (c.contraction) {
    case Contraction::vsb:
      return root(f) * c.umax;
    case Contraction::dgf: {
      const double k = dgf_tendon(c);
      return with(f, std::log1p(f0 / 0.2) / k, 1 / ((0.2 + f0) * k));
    }
    case Contraction::thelen:
      break;
  }
  const Toe t = toe(c);
  if (f0 > t.force) return (f - t.force) / t.slope + t.end;
  const double unit = t.force / std::expm1(3.0);
  return with(f, std::log1p(f0 / unit) * t.end / 3, t.end / (3 * (unit + f0)));
}

// Instances for double and for gradients by as many variables as the laws use.
#define MBS_MUSCLE_CURVES(T)                                     \
  template T force_length(const MuscleConstants&, T);            \
  template T active_state(const MuscleConstants&, T, T);         \
  template T activation_of(const MuscleConstants&, T, T);        \
  template T activation_rate(const MuscleConstants&, T, T);      \
  template T fibre_rate(const MuscleConstants&, T, T, T);        \
  template T fibre_force(const MuscleConstants&, T, T, T);       \
  template T damped_fibre_rate(const MuscleConstants&, T, T, T); \
  template T parallel_force(const MuscleConstants&, T);          \
  template T tendon_force(const MuscleConstants&, T);            \
  template T tendon_strain(const MuscleConstants&, T);
MBS_MUSCLE_CURVES(double)
MBS_MUSCLE_CURVES(Gradient<1>)
MBS_MUSCLE_CURVES(Gradient<5>)
#undef MBS_MUSCLE_CURVES

}  // namespace mbs
