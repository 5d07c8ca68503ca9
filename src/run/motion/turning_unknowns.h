// Orientations among the unknowns of the equations of motion, as soon as one of their angular
// velocities is free. Explicit methods integrate the quaternion as a whole: its numbers q1 .. q3
// take the places of their coordinates where these are free, the other numbers are carried behind
// the states of the deck.
//
// Implicit methods need pairs, whose positions have the velocities as their rates. There the
// rotation vector d from the orientation at which the chart began takes the places of a body that
// may turn about all axes, and dd those of its angular velocities (NodeType::chart_velocity). The
// chart begins anew before d is long. A body that may turn about one or two of its axes alone has
// the integrals of these angular velocities as its positions, which nothing reads, and its whole
// quaternion is carried.
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
  // the first carried number. in_pairs: for an implicit method.
  TurningUnknowns(const Model& model, const std::vector<int>& free, int first, bool in_pairs);

  // How many numbers are carried.
  int carried() const { return carried_; }
  // Whether all orientations are pairs: none is carried.
  bool are_pairs() const { return carried_ == 0; }
  // Begins the charts at a state.
  void begin(const State& state);
  // Whether a chart should begin anew.
  bool worn(const State& state) const;
  void pack(const State& state, Vector y) const;
  // Puts the orientations of y into the state, quaternions with the norm 1, from which an
  // integrator lets them drift a little.
  void unpack(ConstVector y, State& state) const;
  void rates(const State& state, Vector ydot) const;
  // The accelerations of a state at which ydot has the rates.
  void unpack_accelerations(ConstVector ydot, State& state) const;
  // Between the rates of charts and angular velocities at the state: along (nx) := T rates, and
  // rates := T^T along.
  void lift(const State& state, Vector along) const;
  void reduce(const State& state, Vector along) const;

 private:
  // Where the quaternion of an orientation that may turn stands in y.
  struct Turning {
    Orientation of;
    std::array<int, 4> place{};
  };
  // Of a chart: where its rotation vector stands, and the quaternion where it began.
  struct Chart {
    Orientation of;
    std::array<int, 3> place{};
    std::array<double, 4> base{};
    std::array<double, 3> turn_to(const State& state) const;
  };

  void add(const Orientation& of, const std::array<int, 3>& places, int first, bool in_pairs);

  int carried_ = 0;
  std::size_t pairs_;
  std::vector<Turning> all_;
  std::vector<Chart> charts_;
  std::vector<int> idle_;  // places of integrals that nothing reads
};

}  // namespace mbs
