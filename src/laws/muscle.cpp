#include "laws/muscle.h"

#include <algorithm>
#include <cmath>

#include "laws/muscle_curves.h"
#include "laws/muscle_velocity.h"

namespace mbs {

namespace {

constexpr double kNarrow = 0.02;  // LOPT: least x in the cosine of the pennation angle

// Length of the fibre and cosine of its angle to the tendon, from x, its length along the tendon.
template <class T>
struct Fibre {
  T length, cosine;
};
template <class T>
Fibre<T> fibre(const Muscle& muscle, const T& x) {
  if (muscle.height == 0) return {x, T(1)};
  const T along = value_of(x) > kNarrow ? x : T(kNarrow);
  const T length = root(along * along + muscle.height * muscle.height);
  return {length, along / length};
}

// Slows a pennate fibre down before it stands across the tendon (x = 0), as a parallel fibre before
// length 0 (laws/muscle_curves.h).
template <class T>
T bounded_along(const T& rate, const T& x) {
  if (value_of(x) >= 0.2 || value_of(rate) >= 0) return rate;
  const T s = value_of(x) > 0.05 ? (x - 0.05) / 0.15 : T(0);
  return rate * s * s * (3.0 - s * 2.0);
}

// A polynomial and its derivatives at an angle, by Horner's rule.
struct Along {
  double length = 0, slope = 0, half_curvature = 0;
};
Along along(const Muscle& muscle, const MuscleTerm& term, double angle) {
  Along out;
  const double* const coefficient = muscle.coefficients.data() + term.first;
  for (int k = term.count - 1; k >= 0; --k) {
    out.half_curvature = out.half_curvature * angle + out.slope;
    out.slope = out.slope * angle + out.length;
    out.length = out.length * angle + coefficient[k];
  }
  return out;
}

// The path of a muscle. take: gets the moment arm at each term in turn.
template <class Take>
MusclePath sum_of_terms(const Muscle& muscle, const InputState& s, const Take& take) {
  MusclePath out;
  for (const MuscleTerm& term : muscle.terms) {
    const Along here = along(muscle, term, muscle_angle(term, s));
    out.length += here.length;
    out.rate += here.slope * muscle_angle_rate(term, s);
    take(here.slope);
  }
  return out;
}

// Tension with a rigid tendon: path and fibre move together.
template <class T>
T rigid_force(const Muscle& muscle, const T& length, const T& rate, const T& activation) {
  const MuscleConstants& c = muscle.constants;
  const T x = (length - c.lslack) / c.lopt;
  if (!(value_of(x) > 0)) return T(0);
  const Fibre<T> f = fibre(muscle, x);
  const T v = rate * f.cosine / c.lopt;
  const T q = active_state(c, activation, f.length);
  const T force =
      (fibre_force(c, v, q, f.length) + v * (c.damping / c.vmax) + parallel_force(c, f.length)) *
      f.cosine * c.fmax;
  return value_of(force) > 0 ? force : T(0);
}

}  // namespace

double muscle_angle(const MuscleTerm& term, const InputState& s) {
  return term.of_deformation ? term.sign * (s.e[term.i] + term.reference)
                             : s.x[term.i] - s.x[term.j];
}

double muscle_angle_rate(const MuscleTerm& term, const InputState& s) {
  return term.of_deformation ? term.sign * s.ed[term.i] : s.v[term.i] - s.v[term.j];
}

double moment_arm(const Muscle& muscle, const MuscleTerm& term, double angle) {
  return along(muscle, term, angle).slope;
}

double moment_arm_slope(const Muscle& muscle, const MuscleTerm& term, double angle) {
  return 2 * along(muscle, term, angle).half_curvature;
}

MusclePath muscle_path(const Muscle& muscle, const InputState& s) {
  return sum_of_terms(muscle, s, [](double /*arm*/) {});
}

MusclePath muscle_path(const Muscle& muscle, const InputState& s, double* arms) {
  return sum_of_terms(muscle, s, [&arms](double arm) { *arms++ = arm; });
}

double stimulation(const Muscle& muscle, const Stimulus& stimulus, const Slots& slots) {
  const double u = muscle.stimulation ? muscle.stimulation->evaluate(slots)
                   : stimulus.on      ? muscle.stimulated
                                      : stimulus.before;
  return std::clamp(u, muscle.constants.least_act, 1.0);
}

TensionParts tension_parts(const Muscle& muscle, const MusclePath& path) {
  const MuscleConstants& c = muscle.constants;
  if (c.lopt == 0) return {0, c.fmax};
  const double x = (path.length - c.lslack) / c.lopt;
  if (!(x > 0)) return {};
  const Fibre<double> f = fibre(muscle, x);
  const double v = path.rate * f.cosine / c.lopt;
  const double bare = (v * (c.damping / c.vmax) + parallel_force(c, f.length)) * f.cosine * c.fmax;
  const double passive = std::max(0.0, bare);
  return {passive, std::max(0.0, rigid_force(muscle, path.length, path.rate, 1.0) - passive)};
}

double fibre_along(const Muscle& muscle, double length, double strain) {
  const MuscleConstants& c = muscle.constants;
  return (length - c.lslack * (1 + strain)) / c.lopt;
}

double strain_of(const Muscle& muscle, double length, double along) {
  const MuscleConstants& c = muscle.constants;
  return (length - c.lslack - along * c.lopt) / c.lslack;
}

double muscle_force(const Muscle& muscle, const MusclePath& path, double activation,
                    double strain) {
  const MuscleConstants& c = muscle.constants;
  return c.rigid ? rigid_force(muscle, path.length, path.rate, activation)
                 : c.fmax * tendon_force(c, strain);
}

template <class T>
MuscleFlow<T> muscle_flow(const Muscle& muscle, T length, T rate, T activation, T strain, T u) {
  const MuscleConstants& c = muscle.constants;
  MuscleFlow<T> out;
  out.activation_rate = activation_rate(c, activation, u);
  if (c.rigid) {
    out.force = rigid_force(muscle, length, rate, activation);
    out.strain_rate = T(0);
    return out;
  }
  const T tension = tendon_force(c, strain);
  out.force = tension * c.fmax;
  const T x = (length - (strain + 1.0) * c.lslack) / c.lopt;
  const Fibre<T> f = fibre(muscle, x);
  const T q = active_state(c, activation, f.length);
  const T v = damped_fibre_rate(c, tension / f.cosine - parallel_force(c, f.length), q, f.length);
  const T along = muscle.height == 0 ? v : bounded_along(v / f.cosine, x);
  out.strain_rate = (rate - along * c.lopt) / c.lslack;
  return out;
}
template MuscleFlow<double> muscle_flow(const Muscle&, double, double, double, double, double);

MuscleFlow<MuscleGradient> muscle_gradient(const Muscle& muscle, const MusclePath& path,
                                           double activation, double strain, double u) {
  MuscleGradient variables[5] = {path.length, path.rate, activation, strain, u};
  for (int k = 0; k < 5; ++k) variables[k].d[k] = 1;
  return muscle_flow(muscle, variables[0], variables[1], variables[2], variables[3], variables[4]);
}

MuscleDetail muscle_detail(const Muscle& muscle, const MusclePath& path, double activation,
                           double strain, double strain_rate) {
  const MuscleConstants& c = muscle.constants;
  MuscleDetail d;
  d.length = path.length, d.rate = path.rate;
  if (!c.rigid) d.strain = strain;
  const double x = std::max(c.rigid ? 0.0 : -1.0, fibre_along(muscle, path.length, d.strain));
  const double tendon_rate = c.rigid ? 0 : strain_rate * c.lslack;
  const Fibre<double> f = fibre(muscle, x);
  d.fibre = f.length * c.lopt;
  d.fibre_rate = (path.rate - tendon_rate) * f.cosine;
  d.force = muscle_force(muscle, path, activation, strain);
  d.active_state = active_state(c, activation, f.length);
  d.tendon_power = 0.0 - d.force * tendon_rate;
  d.elastic = c.fmax * c.lopt * parallel_energy(c, f.length);
  if (!c.rigid) d.elastic += c.fmax * c.lslack * tendon_energy(c, d.strain);
  d.elastic_power = c.fmax * parallel_force(c, f.length) * d.fibre_rate - d.tendon_power;
  d.power = 0.0 - d.force * path.rate;
  d.fibre_power = d.power + d.elastic_power;
  return d;
}

}  // namespace mbs
