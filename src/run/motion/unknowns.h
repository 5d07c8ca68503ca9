// The unknowns y of the equations of motion as an integrator has them, in this order:
//   x and v of the free coordinates,
//   states of the deck,
//   numbers of quaternions beside these (run/motion/unknowns.h),
//   works of metered driving forces,
//   all work.
// For a stiff method, where springs allow it, minimal coordinates q and qd, springs among them,
// take the place of x and v.
#pragma once

#include <array>
#include <cmath>
#include <memory>
#include <string>
#include <vector>

#include "assembly/inertia.h"
#include "base/index.h"
#include "base/views.h"
#include "model/model.h"
#include "model/state.h"
#include "solve/forces/freedom_coordinates.h"

namespace mbs {

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
  // The longest step from y: beyond half a turn a chart has another rotation vector.
  double longest_step(ConstVector y) const;
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

class Unknowns {
 public:
  // start: placed, with accelerations. An implicit method wants minimal coordinates.
  Unknowns(const Model& model, const Phase& phase, const Options& options, const State& start,
           const std::string& method);

  // Coordinates whose driving forces have their work integrated; before the integrator is made.
  void meter(std::vector<int> coordinates) { metered_ = std::move(coordinates); }
  const std::vector<int>& metered_coordinates() const { return metered_; }
  double metered(ConstVector y, std::size_t k) const {
    return y[y.size() - metered_.size() - 1 + k];
  }
  // The work of all that has no potential, and of the tensions of muscles [J]. With
  // elastic_energy() added, the part of the muscles is the work of their fibres; so the work begins
  // at minus elastic_energy(). The power of fibres is too steep to be integrated where they are
  // hardly active.
  static double work(ConstVector y) { return y.back(); }

  // The first `pairs` numbers are positions, the next as many their rates; the last `quadratures`
  // are integrals.
  int pairs() const { return minimal() ? springs_->count() : count_of(free_); }
  int quadratures() const { return count_of(metered_) + 1; }
  int size() const { return 2 * pairs() + model_.nz() + carried() + quadratures(); }
  const std::vector<int>& free() const { return free_; }
  // minimal(): whether y has minimal coordinates. springs(): null where they are never wanted.
  bool minimal() const { return springs_ && springs_->is_chosen(); }
  // Whether positions of the pairs are numbers whose rates are their velocities: no quaternions are
  // integrated.
  bool turn_in_pairs() const { return minimal() || turning_.are_pairs(); }
  // Whether other unknowns may be better from this accepted state on; choose() looks for them, and
  // says whether there are any. pack() comes next then.
  bool worn(const State& state);
  bool choose(const State& state);
  // How far charts of orientations reach from y on [s].
  double longest_step(ConstVector y) const {
    return minimal() ? HUGE_VAL : turning_.longest_step(y);
  }
  FreedomCoordinates* springs() { return springs_.get(); }
  const FreedomCoordinates* springs() const { return springs_.get(); }

  // Fills y where the integrator (re)starts. The old y may be that of other unknowns with the same
  // meters: their works stay.
  void pack(const State& state, double work, std::vector<double>& y);
  // Puts the positions and rates of a state into y, where coordinates are not minimal.
  void put(const State& state, Vector y) const;
  // Fills y with the positions and rates of a state on the constraints, and notes them.
  void pack_placed(const State& state, Vector y);
  // Whether y is still as pack_placed() left it; states and works are not compared.
  bool is_placed(ConstVector y) const;
  // Positions, rates and states; between: at a time between accepted ones.
  SolveStatus unpack(double t, ConstVector y, bool between, State& state);
  void unpack_states(ConstVector y, State& state) const {
    std::copy_n(y.begin() + 2 * pairs(), state.z.size(), state.z.begin());
  }
  // Whether the state has the states of y.
  bool has_states(ConstVector y, const State& state) const {
    return std::equal(state.z.begin(), state.z.end(), y.begin() + 2 * pairs());
  }
  // ydot of all but the whole work, at the state of y with its accelerations and reactions.
  void rates(const State& state, ConstVector reactions, ConstVector y, Vector ydot) const;
  // The accelerations of the free coordinates; false with minimal coordinates.
  bool unpack_accelerations(ConstVector ydot, State& state) const;

  // p = M a for accelerations a of the unknowns at a state; returns the power at its velocities.
  double momentum(const Inertia& inertia, const State& state, ConstVector a, Vector p);

  // "node 3 X" or "rate of node 3 X" of a component of y.
  std::string name(int k) const;

 private:
  int carried() const { return minimal() ? 0 : turning_.carried(); }

  const Model& model_;
  std::vector<int> free_, metered_;
  TurningUnknowns turning_;
  // Null where minimal coordinates are never wanted. If none are chosen, all free coordinates
  // serve.
  std::unique_ptr<FreedomCoordinates> springs_;
  std::vector<double> placed_;  // pairs and carried numbers that pack_placed() left
  std::vector<double> directions_, along_, momentum_;  // of momentum()
  bool directions_known_ = false;
};

}  // namespace mbs
