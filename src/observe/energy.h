// Energies, powers and momenta of the whole mechanism (Otten 2003 section 6).
#pragma once

#include <array>
#include <vector>

#include "observe/layout.h"
#include "solve/forces/dynamics.h"

namespace mbs {

struct Totals {
  double kinetic = 0;  // J
  // J: of gravity, linear springs, contacts and elastic parts of muscles; 0 at the origin and at
  // reference values
  double potential = 0;
  double elastic = 0;  // J: the part of `potential` in muscles
  double mass = 0;     // kg, of all points and elements
  std::array<double, 3> centre{}, velocity{}, acceleration{};  // of the centre of mass
  std::array<double, 3> momentum{}, angular_momentum{};        // about the origin
  // For the audit. momentum_gaps: rates of momentum minus loads and reactions (Otten 2003 section
  // 6) for each direction: along x, along y, about z; in space then along z, about x, about y.
  // Stresses cancel and do not enter, except for the moment of revolute joints whose points are
  // apart. momentum_terms: the size of the terms.
  std::array<double, 6> momentum_gaps{}, momentum_terms{};
  // velocity_slope: the largest change of the energy by an error of 1 in every velocity, which is
  // the sum of |M v|. position_slope: by an error of 1 in every position, which is the sum of the
  // sizes of loads and of stresses of free deformations. Both: of lengths, of angles.
  std::array<double, 2> velocity_slope{}, position_slope{};
};

// Computes Totals and owns the scratch memory.
class TotalsObserver {
 public:
  explicit TotalsObserver(const Model& model);
  // At a state after Dynamics::accelerate(). audited: with the numbers for the audit.
  Totals observe(const Model& model, const Phase& phase, const State& state,
                 const Dynamics& dynamics, bool audited);
  // W: of all forces without a potential that do work on the mechanism. Muscles count by their
  // tensions, which are smooth even if the rates of their tendons are steep.
  double power(const Model& model, const Phase& phase, const State& state,
               const Dynamics& dynamics) const;
  // The same from loads, stresses S, reactions r (empty: they do no work) and deformations e.
  static double power(const Model& model, const Phase& phase, const Loads& loads, ConstVector S,
                      ConstVector r, ConstVector v, ConstVector e, ConstVector ed);

 private:
  struct Gap {
    double size = 0, terms = 0;
  };
  void audit(const Model& model, const Phase& phase, const State& state, const Dynamics& dynamics,
             Totals& t);
  Gap momentum_gap(const std::vector<double>& z, const Dynamics& dynamics, double moment) const;
  double open_joint_moment(const State& state, const Dynamics& dynamics) const;
  double outer_force(const Model& model, const std::vector<double>& z,
                     const Dynamics& dynamics) const;

  // A revolute joint whose points are apart acts along the axes of the environment. Its force times
  // the distance of the points is a moment that only the environment bears.
  struct OpenJoint {
    int row = 0;  // of its first deformation
    std::array<double, 2> reference{};
  };

  void find_rigid_motions(const Model& model, const State& state);

  // The rigid motions of the mechanism, each a velocity of all coordinates: along x, along y, about
  // z; in space then along z, about x, about y.
  std::vector<RigidMotion> kinds_;
  std::vector<std::vector<double>> motions_;
  bool translations_vary_;
  std::vector<double> product_;
  std::vector<char> turns_, rotates_;  // of coordinates, of deformations: 1 for an angle
  std::vector<OpenJoint> joints_;
  // Formulas, and elements made of them, may depend on rigid motions; their forces then count as
  // external ones. Empty in a model without formulas.
  std::vector<const ElementBatch*> formulas_;
  Evaluation here_;  // of the formulas
};

// energy.*, cm.*, momentum.*: 13 numbers in the order of the manual, 19 with nodes of space.
void lay_out_totals(bool spatial, Layout& layout);
void put_totals(const Totals& totals, bool spatial, double work, double start_energy, double* out);

}  // namespace mbs
