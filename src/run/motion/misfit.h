// How badly a deck's estimates fit its constraints, and how much better without one of its lines:
// what a slip of the pen has moved is where the estimates do not fit.
#pragma once

#include <array>
#include <vector>

#include "assembly/evaluation.h"
#include "model/built.h"
#include "model/state.h"

namespace mbs {

class Misfit {
 public:
  // `state`: the estimates; what is driven moves to its place at state.t.
  Misfit(const Built& built, const State& state);

  // What the lines leave open at the estimates, as a length: the root of the sum of squares of all
  // that holds, angles times the size of the mechanism, without the deformations `rows`.
  double without(const std::vector<int>& rows) const;

  // The same where these coordinates stand at their best places, and the positions with them there,
  // the best one first.
  struct Moved {
    double misfit = 0;
    std::vector<double> x;
  };
  std::vector<Moved> moved(const std::vector<int>& coordinates) const;

  // What a held deformation is to be at the start.
  double target(int row) const { return target_[row]; }
  // Where a coordinate is at the start, a driven one at its place.
  double start(int coordinate) const { return driven_[coordinate]; }
  // Of the mechanism.
  double length() const { return length_; }

 private:
  std::array<double, 2> amid(const std::vector<int>& coordinates) const;
  void evaluate(const std::vector<double>& x) const;
  double size(const std::vector<int>& rows) const;
  void improve(const std::vector<int>& coordinates, Moved& out) const;

  const Model& model_;
  const Phase& phase_;
  std::vector<double> estimates_, driven_, target_, weight_;
  std::vector<int> held_;
  double length_ = 0;
  mutable Evaluation here_;
  mutable std::vector<double> gap_;  // of held_, weighted
};

}  // namespace mbs
