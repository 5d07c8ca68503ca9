// Earlier states of a motion, which predict a later position: by the polynomial through positions,
// velocities and accelerations at three times.
#pragma once

#include <array>
#include <vector>

#include "model/state.h"

namespace mbs {

class PastStates {
 public:
  explicit PastStates(const State& any);

  // Stores a state with known velocities and accelerations in place of the oldest one.
  void note(const State& state);
  // Like note(), for a state whose x, v and a are no longer needed: they are swapped with older
  // ones.
  void take(State& state);
  // Forgets all states: from now on the motion is another one.
  void forget() { count_ = 0; }

  // Predicts x of some coordinates at time t from `from` and the two states stored last. False
  // where there are fewer, or where their distances in time would enlarge their errors much. Errors
  // grow a hundredfold in any case, so the prediction must be corrected.
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
