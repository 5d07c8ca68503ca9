// Energies, powers and momenta of the whole mechanism (Otten 2003 section 6).
#pragma once

#include <array>
#include <vector>

#include "observe/layout.h"
#include "solve/dynamics.h"

namespace mbs {

struct Totals {
  double kinetic = 0;    // J
  double potential = 0;  // J: gravity, linear springs, contacts and what is elastic in muscles, 0
                         // at the origin and at reference values
  double elastic = 0;    // J: the part of it in muscles
  double power = 0;      // W: of everything else that does work on the mechanism, and of the
                         // tensions of muscles: smooth, however steep the rates of their tendons
  double mass = 0;       // kg, of all points and elements
  std::array<double, 2> centre{}, velocity{}, acceleration{};  // of the centre of mass
  std::array<double, 2> momentum{};
  double angular_momentum = 0;  // about the origin
  // Rates of momentum against the sum of loads and reactions (Otten 2003 section 6), the worst of
  // x, y and angular, over the size of the terms. Stresses must cancel and do not enter, but for
  // the moment of revolute joints whose points are apart.
  double momentum_gap = 0;
  // The same apart: along x, along y, about the origin.
  std::array<double, 3> momentum_gaps{}, momentum_terms{};
  // How much the energy changes at most with an error of 1 in every velocity and in every position:
  // the sums of |M v|, and of the sizes of loads and of stresses that hold nothing.
  double velocity_slope = 0, position_slope = 0;
};

// Scratch memory of the observer, made once.
class TotalsObserver {
 public:
  explicit TotalsObserver(const Model& model);
  // At a state after Dynamics::accelerate().
  Totals observe(const Model& model, const Phase& phase, const State& state,
                 const Dynamics& dynamics);
  // Only the power: what the integrator needs at each evaluation.
  double power(const Model& model, const Phase& phase, const State& state,
               const Dynamics& dynamics) const;

 private:
  struct Gap {
    double size = 0, terms = 0;
  };
  Gap momentum_gap(const std::vector<double>& z, const Dynamics& dynamics, double moment) const;
  double open_joint_moment(const State& state, const Dynamics& dynamics) const;
  double outer_force(const std::vector<double>& z, const Dynamics& dynamics) const;

  // A revolute joint whose points are apart acts along the axes of the environment: its force and
  // the distance make a moment that nothing but the environment bears.
  struct OpenJoint {
    int row = 0;  // of its first deformation
    std::array<double, 2> reference{};
  };

  std::vector<double> along_x_, along_y_, turn_, product_;
  std::vector<OpenJoint> joints_;
  // Formulas and what is made of them may see a rigid motion; what they then do to the bodies comes
  // from outside. Empty where the model has none.
  std::vector<const ElementBatch*> formulas_;
  Evaluation here_;  // of the formulas
};

// energy.*, cm.*, momentum.*: 13 numbers in the order of the manual.
void lay_out_totals(Layout& layout);
void put_totals(const Totals& totals, double work, double start_energy, double* out);
inline constexpr int kTotalsCount = 13;

}  // namespace mbs
