// Gaps of bodies that turn far between two looks: what a body carries moves in waves, of which a
// few looks say little.
#pragma once

#include <cmath>
#include <vector>

#include "model/model.h"
#include "model/state.h"

namespace mbs {

class GapWaves {
 public:
  GapWaves(const Model& model, const ElementBatch& batch, int row, const Approach& approach);

  // How fast the bodies turn, and how their places move against each other.
  struct Look {
    double turning_a = 0, turning_b = 0, speed = 0, pull = 0;
  };
  // state: with accelerations.
  Look at(const State& state) const;
  // Whether the gap is a wave between two looks, a time h apart.
  bool wind(const Look& a, const Look& b, double h) const;
  // Whether bodies at the distance `gap` do not touch within h, however body a turns.
  bool are_far(const Look& a, const Look& b, double h, double gap) const;

 private:
  std::vector<int> turns_a_, turns_b_;  // angular velocities that bend the gap
  std::vector<int> place_a_, place_b_;  // coordinates of the places of the bodies
  double lever_ = HUGE_VAL;             // a turn of body a moves the gap by at most twice this
};

}  // namespace mbs
