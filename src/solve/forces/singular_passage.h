// Dynamics in positions where the constraints themselves lose rank although the motion goes on
// smoothly. No choice of degrees of freedom is regular there, so everything is interpolated, as a
// function of "the state at s", from states on either side along a path through the position.
#pragma once

#include <functional>

#include "solve/place/neighbours.h"

namespace mbs {

// Results of the equations of motion at a state: stresses, reactions, loads, velocity forces,
// stresses by laws, the power of gravity.
struct Solved {
  State state;
  std::vector<double> S, r, f, h, law;
  double gravity_power = 0;
};

class SingularPassage {
 public:
  explicit SingularPassage(const Model& model) : model_(model) {}

  // The state at time state.t + s on a smooth path through the state, which is equal to it at s = 0
  // in position and velocity. On entry `out` has a prediction. False where it cannot be solved.
  using StateAt = std::function<bool(double s, Solved& out)>;

  // Solves the neighbours of a state. speed: see motion_speed(). False where the neighbours on one
  // side cannot be solved. `like` has the sizes of the results.
  bool find(const State& state, double speed, const Solved& like, const StateAt& state_at);
  // out := the vector that `member` takes from each neighbour, interpolated at the state.
  template <class Member>
  void blend(Member member, std::vector<double>& out) const {
    between_.blend(around_, member, out);
  }
  double gravity_power() const;

 private:
  bool solve_neighbours(const State& state, double spacing, const StateAt& state_at);

  const Model& model_;
  Neighbours between_{Neighbours::even()};
  std::vector<Solved> around_;  // allocated at the first passage, which few motions have
};

}  // namespace mbs
