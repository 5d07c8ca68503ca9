// Minimal coordinates of a mechanism with springs: as many numbers q as it has degrees of freedom,
// deformations that carry springs, dampers or laws before others.
//
// In coordinates of space the direction of a stiff spring turns with the motion, and a linearly
// implicit method pays for that: its error grows with the stiffness. A stiff deformation that is an
// unknown itself keeps its direction, and its small value keeps its digits.
#pragma once

#include <memory>
#include <string>

#include "solve/kinematics.h"

namespace mbs {

class FreedomCoordinates {
 public:
  FreedomCoordinates(const Model& model, const Phase& phase, const Options& options)
      : model_(model), phase_(phase), options_(options) {}

  // Chooses q by pivoting at a placed state. False, and the old choice kept, where no free
  // deformation has a law or no choice determines the rest.
  bool choose(const State& state);
  int count() const { return partition_.freedom_count(); }

  // q and qd (count() each) of a state from its x and v; its accelerations from a and edd.
  void pack(const State& state, double* q, double* qd) const;
  void accelerations(const State& state, double* qdd) const;
  // x and v of all coordinates at state.t, by Newton's method from the estimate in state.x.
  SolveStatus unpack(const double* q, const double* qd, State& state);
  // After unpack(): the choice determines the rest much worse than when it was made.
  bool worn() const;

  // "node 3 X" or "PLTRUSS 1 (line 3), equation 1".
  std::string name(int k) const;

 private:
  std::vector<int> sprung_deformations(const Evaluation& here) const;

  const Model& model_;
  const Phase& phase_;
  const Options& options_;
  Partition partition_;
  std::unique_ptr<Kinematics> kinematics_;
  double fresh_hold_ = 0;
  std::vector<double> values_, rates_;
};

}  // namespace mbs
