// The curves of muscle models as pure functions. Forces are counted in FMAX, fibre lengths x in
// LOPT, fibre velocities in LOPT/s (positive when the fibre grows), the length of the tendon as its
// strain. T is double, or Gradient<N> (elements/gradient.h) for derivatives.
//
// Sources: VSB: van Soest and Bobbert, Biol. Cybern. 69 (1993) 195-204; DGF: De Groote, Kinney, Rao
// and Fregly, Ann. Biomed. Eng. 44 (2016) 2922-2936, with the constants of OpenSim and the inverse
// of (A4) corrected; THELEN: Thelen, J. Biomech. Eng. 125 (2003) 70-77.
//
// Beyond what the sources define (docs/muscles.md): no tendon pushes; for f < 0 the contractile
// element follows its tangent at f = 0; shortening slows down below x = 0.2 and stops at x = 0.05,
// so that no fibre vanishes. All functions are finite at all arguments.
#pragma once

#include "elements/gradient.h"
#include "plan/muscle_constants.h"

namespace mbs {

// Force of a fully active fibre at rest at length x.
template <class T>
T force_length(const MuscleConstants& c, T x);

// The active state q at activation a: Hatze: q(gamma/c, x); first order: q = a.
template <class T>
T active_state(const MuscleConstants& c, T a, T x);
// The inverse: the activation a for the active state q.
template <class T>
T activation_of(const MuscleConstants& c, T q, T x);

// a' at activation a and stimulation u: m (u - a), or (u - a) / tau.
template <class T>
T activation_rate(const MuscleConstants& c, T a, T u);

// The velocity of the contractile element at force f, and its inverse.
template <class T>
T fibre_rate(const MuscleConstants& c, T f, T q, T x);
template <class T>
T fibre_force(const MuscleConstants& c, T v, T q, T x);

// The velocity at which contractile element and damping together have the force f.
template <class T>
T damped_fibre_rate(const MuscleConstants& c, T f, T q, T x);

// The parallel element.
template <class T>
T parallel_force(const MuscleConstants& c, T x);
double parallel_energy(const MuscleConstants& c, double x);  // in FMAX LOPT

// The tendon.
template <class T>
T tendon_force(const MuscleConstants& c, T strain);
double tendon_energy(const MuscleConstants& c, double strain);  // in FMAX LSLACK
// The strain of the tendon at force f >= 0; 0 at f = 0.
template <class T>
T tendon_strain(const MuscleConstants& c, T f);

}  // namespace mbs
