// Orientations among the unknowns of the equations of motion: a quaternion is integrated as a whole
// as soon as one of its angular velocities is free. Its numbers q1 .. q3 take the places of their
// coordinates where these are free. The other numbers are carried behind the states of the deck.
#pragma once

#include <array>
#include <vector>

#include "base/views.h"
#include "model/model.h"
#include "model/state.h"

namespace mbs {

class TurningUnknowns {
 public:
  // free: the coordinates that are unknowns, with their velocities behind them; first: the place of
  // the first carried number.
  TurningUnknowns(const Model& model, const std::vector<int>& free, int first);

  // How many numbers are carried: q0 of each quaternion, and those of q1 .. q3 that are held.
  int carried() const { return carried_; }
  void pack(const State& state, Vector y) const;
  // Puts the quaternions of y into the state, with the norm 1, from which an integrator lets them
  // drift a little.
  void unpack(ConstVector y, State& state) const;
  void rates(const State& state, Vector ydot) const;

 private:
  // Where the quaternion of an orientation that may turn stands in y.
  struct Turning {
    Orientation of;
    std::array<int, 4> place{};
  };

  int carried_ = 0;
  std::vector<Turning> all_;
};

}  // namespace mbs
