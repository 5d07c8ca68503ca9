// The forces of a mechanism: stresses of free deformations as functions of e and ed, and loads of
// coordinates. All are sums of simple terms in flat lists.
#pragma once

#include <array>
#include <cmath>
#include <cstdint>
#include <vector>

#include "base/classes.h"
#include "base/space_vector.h"
#include "laws/expression_law.h"
#include "laws/friction_load.h"
#include "laws/inputs.h"
#include "laws/motion.h"
#include "laws/muscle.h"

namespace mbs {

// The force of a penalty contact, from gap g = e1, its rate and the rate of slip w = ed2 (Hunt and
// Crossley 1975; Otten 2003 section 8, method i). With the penetration p = -g > 0:
//   N = k p^n (1 + d pd), never below 0      normal force [N]
//   T = mu N tanh(w / vs)                    friction, against the slip [N]
// tanh replaces the jump of Coulomb friction at rest. It never holds the point: under a steady load
// T < mu N the point creeps with vs atanh(T / (mu N)).
// Of a body of space the slip is a vector (ed2, ed3): w is its length, and T lies against it.

// Whether a contact touches. Dynamics sets open or closed and changes it where the gap passes zero,
// so that the force is smooth within a step: N continues past zero, and the step is cut there.
// by_gap: the sign of the gap decides.
enum class Touch : std::uint8_t { by_gap, open, closed };

inline bool touches(Touch touch, double gap) {
  return touch == Touch::closed || (touch == Touch::by_gap && gap < 0);
}

struct ContactLaw {
  int normal = 0;  // deformation e1, the gap; the slips follow it
  double k = 0, n = 1;
  double d = 0;   // s/m
  double mu = 0;  // 0: no friction
  double vs = 0;  // m/s
  int slips = 1;  // 0: of a cam, which has no friction; 2: of a body of space

  struct Stress {
    double S1 = 0, S2 = 0;  // -N and T: stresses against growing gap and slip
    double elastic = 0;     // -k p^n: the part of S1 that has a potential
  };
  Stress stress(Touch touch, double gap, double gap_rate, double slip_rate) const {
    if (!touches(touch, gap)) return {};
    const double elastic = std::copysign(k * std::pow(std::fabs(gap), n), -gap);
    const double N = elastic * std::fmax(0, 1 - d * gap_rate);
    return {-N, mu > 0 ? mu * N * std::tanh(slip_rate / vs) : 0, -elastic};
  }
  // Rates of deformations from the gap on. The rate of slip, without friction 0: of two slips the
  // length of their vector.
  double slip_rate(const double* rates) const {
    if (!(mu > 0)) return 0;
    return slips == 1 ? rates[1] : std::hypot(rates[1], rates[2]);
  }
  // The part of S2 that belongs to a slip, 1 or 2.
  double part(const double* rates, int slip) const {
    if (slips == 1) return 1;
    const double size = slip_rate(rates);
    return size > 0 ? rates[slip] / size : 0;
  }
  // Potential of the elastic part [J].
  double potential(Touch touch, double gap) const {
    return touches(touch, gap) ? k * std::pow(std::fabs(gap), n + 1) / (n + 1) : 0;
  }

  // Derivatives of S1 and S2 by gap, its rate and the rate of slip.
  struct Slopes {
    double S1_gap = 0, S1_rate = 0, S2_gap = 0, S2_rate = 0, S2_slip = 0;
  };
  // Slopes for Touch::by_gap.
  Slopes slopes(double gap, double gap_rate, double slip_rate) const {
    const double factor = 1 - d * gap_rate;
    if (!(gap < 0) || !(factor > 0)) return {};
    const double elastic = k * std::pow(-gap, n);
    const double stiffness = k * n * std::pow(-gap, n - 1) * factor, damping = elastic * d;
    if (!(mu > 0)) return {stiffness, damping, 0, 0, 0};
    const double th = std::tanh(slip_rate / vs);
    return {stiffness, damping, -mu * th * stiffness, -mu * th * damping,
            mu * elastic * factor * (1 - th * th) / vs};
  }
  // Slope of the part of S2 that belongs to a slip, by the rate of another slip or its own.
  double slip_slope(const Slopes& all, double S2, const double* rates, int slip, int by) const {
    const double size = slip_rate(rates), same = slip == by ? 1 : 0;
    if (slips == 1 || !(size > 0)) return same * all.S2_slip;
    const double both = part(rates, slip) * part(rates, by);
    return all.S2_slip * both + S2 / size * (same - both);
  }
};

// stress[row] += value * rate[column]: one entry of an element's K or C matrix.
struct LinearTerm {
  int row = 0;
  int column = 0;
  double value = 0;
};

// A constant force in global components at a point fixed in a body.
struct PointForce {
  int x = 0;    // coordinates x, y = x, x + 1 of the body
  int phi = 0;  // coordinate of its angle
  double xi = 0, eta = 0, fx = 0, fy = 0;
};

// A force at a point of a body, its components by expressions, in ground or in the frame of a body.
struct ForceByLaw {
  PointForce place;  // without fx, fy
  int frame = -1;    // coordinate of the angle of that body; -1: ground
  std::array<ExpressionLaw, 2> components;
};

// A measured force fx, fy and the point x, y in space it acts at, over time.
struct MeasuredForce {
  int x = 0;    // coordinates x, y = x, x + 1 of the body
  int phi = 0;  // coordinate of its angle
  std::array<Motion, 4> motions;
};

// A measured load on a body of space: a force, or a moment alone, over time.
struct SpaceLoadOverTime {
  int number = 0;   // in the names of its channels
  int x = -1;       // coordinates x, y, z = x ... of the body; -1: a moment
  int turn = 0;     // first coordinate of its orientation
  int frame = -1;   // first coordinate of the orientation along whose axes it lies; -1: of space
  Vec3 place = {};  // in the body, if motions has no place
  std::vector<Motion> motions;  // fx fy fz or mx my mz; behind a force the place of space x y z
  bool is_at_place() const { return motions.size() > 3; }
};

// A table over time, for one coordinate or deformation of a chain.
struct TableLaw {
  Target target = Target::deformation;
  int index = 0;
  Motion table;

  double evaluate(double t) const {
    double out[3];
    int hint = 0;
    table.evaluate(t, out, hint);
    return out[0];
  }
};

struct ForceLaws {
  std::vector<double> prestress;      // ne
  std::vector<LinearTerm> stiffness;  // rows and columns are deformations
  std::vector<LinearTerm> damping;
  LawInputs inputs;  // of all expressions below
  std::vector<ExpressionLaw> stress_laws;
  std::vector<ContactLaw> contacts;
  std::vector<SmoothFriction> smooth_frictions;
  std::vector<Muscle> muscles;
  std::vector<double> load;  // nx: constant loads
  std::vector<PointForce> point_forces;
  std::vector<MeasuredForce> measured_forces;
  std::vector<SpaceLoadOverTime> space_loads;
  std::vector<ExpressionLaw> load_laws;
  std::vector<ForceByLaw> force_laws;
  // Chain: known stresses and loads of joints and segments. They are no springs of the mechanism.
  std::vector<ExpressionLaw> known_stresses, known_loads;
  std::vector<TableLaw> known_tables;
  std::array<double, 3> gravity{};  // acceleration [m/s^2]
};

}  // namespace mbs
