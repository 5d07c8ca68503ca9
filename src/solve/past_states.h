// States that a motion has passed, from which it is foretold: the polynomial through positions,
// velocities and accelerations at three times.
#pragma once

#include <array>
#include <vector>

#include "model/state.h"

namespace mbs {

class PastStates {
 public:
  explicit PastStates(const State& any);

  // Takes the place of the oldest one. Its kinematics are all known.
  void note(const State& state);
  // The motion is another one from now on.
  void forget() { count_ = 0; }

  // x of some coordinates at time t from `from` and the states noted last. False where they are too
  // few, or where their times lie so that what they are off would grow much. It grows a
  // hundredfold anyway: these coordinates are to be corrected.
  bool foretell(const State& from, double t, const std::vector<int>& coordinates,
                std::vector<double>& x) const;

 private:
  struct Point {
    double t = 0;
    std::vector<double> x, v, a;
  };
  std::array<Point, 2> points_;  // the oldest first
  int count_ = 0;
};

}  // namespace mbs
