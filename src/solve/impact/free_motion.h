// What impulses act on: the velocities that the constraints of a phase leave, and the mass that
// each of them moves.
#pragma once

#include <array>
#include <vector>

#include "solve/forces/dynamics.h"

namespace mbs {

// At one state: every velocity the constraints allow is still + DF qd.
struct FreeMotion {
  explicit FreeMotion(const Model& model) : inertia(model) {}

  Placed placed;              // the handle of that state, without motion in the degrees of freedom
  int n = 0;                  // degrees of freedom
  std::vector<double> still;  // nx: no motion in the degrees of freedom
  std::vector<double> DF;     // nx x n
  Cholesky mass;              // factors of DF^T M DF
  // With a choice of unknowns in the place of mass: the velocities of the degrees of freedom (rows)
  // per impulse on each of them (columns). It is not symmetric where an effort that sees to a known
  // motion acts elsewhere.
  std::vector<double> mobility;
  bool is_symmetric() const;
  Inertia inertia;

  // M z, over all coordinates.
  std::vector<double> mass_times(const std::vector<double>& z) const;
  // DF^T z.
  std::vector<double> project(const std::vector<double>& z) const;
  // Impulses on the degrees of freedom, n numbers a column, become their jumps of velocity.
  void respond(double* qd, int columns = 1) const;
  // The largest velocity (squared) per impulse along any length and along any angle: what a line
  // would have if nothing held it.
  std::array<double, 2> largest_mobilities(const Model& model) const;
  // z + DF qd.
  std::vector<double> add(std::vector<double> z, const std::vector<double>& qd) const;
};

// The mobility of a deformation below which it is only rounding: joints hold it.
double unmoved_mobility(const Model& model, const Evaluation& here,
                        const std::array<double, 2>& largest, int deformation);

// `dynamics` has resumed from the positions of the state, or placed it. `singular` with a
// coordinate where a motion carries no mass.
SolveStatus find_free_motion(const Model& model, Dynamics& dynamics, const State& state,
                             FreeMotion& motion);

}  // namespace mbs
