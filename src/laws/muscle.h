// A muscle in a mechanism: a fibre in series with a tendon along a path whose length L is a sum of
// polynomials of angles between bodies and of deformations. It pulls with the tension F, which is
// the generalised force -F dL/dtheta on each of them. Its states are the activation and, if the
// tendon is elastic, the strain of the tendon: the length of the fibre follows from the strain and
// L. With this choice the tension depends on one state alone, and rates that are steep in the
// tension are steep in no other state.
#pragma once

#include <optional>
#include <vector>

#include "elements/gradient.h"
#include "laws/expression_law.h"
#include "laws/inputs.h"
#include "plan/muscle_constants.h"

namespace mbs {

// A polynomial of theta: of sign (e_i + reference), or of the angle x_i - x_j.
struct MuscleTerm {
  bool of_deformation = false;
  int i = 0, j = 0;  // deformation; coordinates
  double sign = 1, reference = 0;
  // Coordinates: the angle (also of the deformation of a hinge) is x[plus] - x[minus]; -1: no
  // angle.
  int plus = -1, minus = -1;
  int first = 0, count = 0;  // of Muscle::coefficients, ascending powers
};

struct Muscle {
  MuscleConstants constants;
  double height = 0;  // of the fibres across the tendon, constant, in LOPT
  std::vector<MuscleTerm> terms;
  std::vector<double> coefficients;
  std::optional<ExpressionLaw> stimulation;  // empty: the Stimulus gives it
  double stimulated = 1;                     // stimulation from the onset on
  double onset = 0;
  bool has_from = true;             // the stimulation before the onset is given
  bool has_start = false;           // so are its states
  double start_fibre = 0;           // with an elastic tendon [m]
  int activation = 0, strain = -1;  // states; -1: the tendon is rigid
};

// State of an onset in a run.
struct Stimulus {
  double before = 0;  // stimulation up to the onset
  bool on = false;
};

struct MusclePath {
  double length = 0, rate = 0;  // m, m/s
};
MusclePath muscle_path(const Muscle& muscle, const InputState& s);
// The same with the moment arm of each term.
MusclePath muscle_path(const Muscle& muscle, const InputState& s, double* arms);
double muscle_angle(const MuscleTerm& term, const InputState& s);
double muscle_angle_rate(const MuscleTerm& term, const InputState& s);
// dL/dtheta and d2L/dtheta2 at an angle.
double moment_arm(const Muscle& muscle, const MuscleTerm& term, double angle);
double moment_arm_slope(const Muscle& muscle, const MuscleTerm& term, double angle);

// Stimulation of the muscle, limited to AMIN .. 1. `slots`: see ExpressionLaw. It may be nan if the
// expression leaves a table.
double stimulation(const Muscle& muscle, const Stimulus& stimulus, const Slots& slots);

// Tension [N] and rates of the states at path length [m] and rate, activation, strain of the tendon
// and stimulation. A rigid tendon ignores the strain.
template <class T>
struct MuscleFlow {
  T force, activation_rate, strain_rate;
};
template <class T>
MuscleFlow<T> muscle_flow(const Muscle& muscle, T length, T rate, T activation, T strain, T u);
// The tension alone; with an elastic tendon the strain determines it.
double muscle_force(const Muscle& muscle, const MusclePath& path, double activation, double strain);

// Tension of a muscle with a rigid tendon at the length and velocity of its fibre: passive is
// without activation, active is the addition of full activation. Without LOPT active is FMAX.
struct TensionParts {
  double passive = 0, active = 0;
};
TensionParts tension_parts(const Muscle& muscle, const MusclePath& path);

// The length of the fibre along the tendon [LOPT] at a strain, and its inverse.
double fibre_along(const Muscle& muscle, double length, double strain);
double strain_of(const Muscle& muscle, double length, double along);

// The same with derivatives by length, rate, activation, strain and stimulation.
using MuscleGradient = Gradient<5>;
MuscleFlow<MuscleGradient> muscle_gradient(const Muscle& muscle, const MusclePath& path,
                                           double activation, double strain, double u);

// All numbers of the report. Lengths in m, rates in m/s, forces in N, powers in W.
struct MuscleDetail {
  double length = 0, rate = 0;
  double fibre = 0, fibre_rate = 0;  // the fibre itself
  double strain = 0;                 // of the tendon
  double force = 0;                  // along the tendon
  double active_state = 0;
  double elastic = 0;        // energy of tendon and parallel element [J]
  double elastic_power = 0;  // its rate
  double power = 0;          // into the mechanism
  double fibre_power = 0;    // out of contractile element and damping
  double tendon_power = 0;   // out of the tendon
};
// The strain and its rate are read only if the tendon is elastic.
MuscleDetail muscle_detail(const Muscle& muscle, const MusclePath& path, double activation,
                           double strain, double strain_rate);

}  // namespace mbs
