// The forces of a mechanism: stresses of free deformations as functions of e and ed, and loads of
// coordinates. All are sums of simple terms in flat lists.
#pragma once

#include <array>
#include <vector>

#include "base/classes.h"
#include "laws/contact_law.h"
#include "laws/expression_law.h"
#include "laws/friction_load.h"
#include "laws/inputs.h"
#include "laws/motion.h"
#include "laws/muscle.h"

namespace mbs {

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
  std::vector<ExpressionLaw> load_laws;
  std::vector<ForceByLaw> force_laws;
  // Chain: known stresses and loads of joints and segments. They are no springs of the mechanism.
  std::vector<ExpressionLaw> known_stresses, known_loads;
  std::vector<TableLaw> known_tables;
  std::array<double, 3> gravity{};  // acceleration [m/s^2]
};

}  // namespace mbs
