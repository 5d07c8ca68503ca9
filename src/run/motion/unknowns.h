// The unknowns of the equations of motion as an integrator has them, in this order:
//   y = (x, v of the free coordinates, states of the deck, what quaternions have beside those,
//   works
//        of metered driving forces, all work),
// or, for a stiff method where springs allow it, with minimal coordinates q, qd, springs among
// them, in place of x, v.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "assembly/inertia.h"
#include "base/index.h"
#include "run/motion/turning_unknowns.h"
#include "solve/forces/freedom_coordinates.h"

namespace mbs {

class Unknowns {
 public:
  // At a placed state with accelerations. stiff: minimal coordinates are wanted.
  Unknowns(const Model& model, const Phase& phase, const Options& options, const State& start,
           bool stiff);

  // Coordinates whose driving forces have their work integrated; before the integrator is made.
  void meter(std::vector<int> coordinates) { metered_ = std::move(coordinates); }
  const std::vector<int>& metered_coordinates() const { return metered_; }
  double metered(ConstVector y, std::size_t k) const {
    return y[y.size() - metered_.size() - 1 + k];
  }
  // Of all that has no potential, and of the tensions of muscles [J]; with elastic_energy() added
  // their part is the work of the fibres, so it begins at minus that. The power of fibres is too
  // steep to be integrated where they are hardly active.
  static double work(ConstVector y) { return y.back(); }

  // The first `pairs` numbers are positions, the next as many their rates; the last `quadratures`
  // are integrals.
  int pairs() const { return minimal() ? springs_->count() : count_of(free_); }
  int quadratures() const { return count_of(metered_) + 1; }
  int size() const { return 2 * pairs() + model_.nz() + turning_.carried() + quadratures(); }
  const std::vector<int>& free() const { return free_; }
  // Whether there are minimal coordinates, and whether they are wanted at all.
  bool minimal() const { return springs_ && springs_->is_chosen(); }
  FreedomCoordinates* springs() { return springs_.get(); }
  const FreedomCoordinates* springs() const { return springs_.get(); }

  // Where the integrator (re)starts. y may be that of other unknowns with the same meters: their
  // works stay.
  void pack(const State& state, double work, std::vector<double>& y);
  // The positions and rates of a state that has been brought onto the constraints; notes y.
  void pack_placed(const State& state, Vector y);
  // Whether y is what pack_placed() left. States and works are no part of what was placed.
  bool is_placed(ConstVector y) const;
  // Positions, rates and states; between: at a time between accepted ones.
  SolveStatus unpack(double t, ConstVector y, bool between, State& state);
  void unpack_states(ConstVector y, State& state) const {
    std::copy_n(y.begin() + 2 * pairs(), state.z.size(), state.z.begin());
  }
  // ydot of all but the whole work, at the state of y with its accelerations and reactions.
  void rates(const State& state, ConstVector reactions, ConstVector y, Vector ydot) const;
  // The accelerations of the free coordinates; false where the unknowns are others.
  bool unpack_accelerations(ConstVector ydot, State& state) const;

  // p = M a for accelerations a of the unknowns; returns the power at the velocities v.
  double momentum(const Inertia& inertia, ConstVector v, ConstVector a, Vector p);

  // "node 3 X" or "rate of node 3 X" of a component of y.
  std::string name(int k) const;

 private:
  const Model& model_;
  std::vector<int> free_, metered_;
  TurningUnknowns turning_;
  // Null where they are never wanted; all free coordinates serve where there is no choice.
  std::unique_ptr<FreedomCoordinates> springs_;
  std::vector<double> placed_;  // what pack_placed() left: pairs and what is carried
  std::vector<double> directions_, along_, momentum_;  // of momentum()
  bool directions_known_ = false;
};

}  // namespace mbs
