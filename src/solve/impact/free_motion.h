// The velocities that the constraints of a phase allow, and the mass that each of them moves.
// Impulses act on these.
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
  // Used in the place of `mass` with a choice of unknowns: velocities of the degrees of freedom
  // (rows) per impulse on each of them (columns). It is not symmetric where the effort that makes a
  // known motion acts at another place.
  std::vector<double> mobility;
  bool is_symmetric() const;
  Inertia inertia;

  // M z, over all coordinates.
  std::vector<double> mass_times(const std::vector<double>& z) const;
  // DF^T z.
  std::vector<double> project(const std::vector<double>& z) const;
  // Replaces impulses on the degrees of freedom, n numbers a column, by the jumps of their
  // velocities.
  void respond(double* qd, int columns = 1) const;
  // The largest velocity per impulse along any length [0] and along any angle [1]: the mobility of
  // a line that nothing holds.
  std::array<double, 2> largest_mobilities(const Model& model) const;
  // z plus the jumps of all coordinates by the jumps qd of the degrees of freedom: z + DF qd.
  std::vector<double> add(std::vector<double> z, const std::vector<double>& qd) const;
};

// A deformation with a mobility below this value is held by joints; its mobility is only rounding.
double unmoved_mobility(const Model& model, const Evaluation& here,
                        const std::array<double, 2>& largest, int deformation);

// `dynamics` has resumed from the positions of the state, or placed it. `singular` with a
// coordinate where a motion carries no mass.
SolveStatus find_free_motion(const Model& model, Dynamics& dynamics, const State& state,
                             FreeMotion& motion);

}  // namespace mbs
