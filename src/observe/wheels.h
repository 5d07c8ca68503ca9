// WHEEL, BALL and EGG: their table and channels wheel1.x .y .z .n .along .across .slip .side, and
// the same with ball and egg.
#pragma once

#include <string>
#include <vector>

#include "observe/layout.h"
#include "solve/forces/dynamics.h"

namespace mbs {

class WheelObserver {
 public:
  explicit WheelObserver(const Model& model);

  // x y z: where it touches; n along across: the force of the plane on the body along its normal,
  // along the way that it rolls and across that; slip side: the rates of the slips.
  void lay_out(Layout& layout) const;
  // Fills as many numbers as lay_out() named, at a state after Dynamics::accelerate().
  void observe(const State& state, const Dynamics& dynamics, double* out) const;

 private:
  struct Rolling {
    int element;           // of the model
    std::string name;      // "wheel1"
    int first;             // of its deformations
    int first_derivative;  // of its entries of De
    int place, turn;       // coordinates of its body
  };
  const Model& model_;
  std::vector<Rolling> all_;
};

}  // namespace mbs
