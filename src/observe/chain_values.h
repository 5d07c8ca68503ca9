// What a chain solved in its own variables shows: the numbers of ChainObserver's tables, and its
// energies and momenta from the same variables.
#pragma once

#include <array>
#include <span>
#include <vector>

#include "observe/energy.h"
#include "solve/chain_projection.h"

namespace mbs {

class ChainValues {
 public:
  ChainValues(const Chain& chain, const std::array<double, 2>& gravity);

  // variables: 7n + 5 and the forces of constraints; hold_column: where those of each constraint of
  // the deck begin, -1 where it has none (the tip) or does not hold.
  void set(const ChainState& state, ConstVector variables, std::span<const int> hold_column);
  // Of each constraint of the deck, the work of its moment since the start; of locked angles only.
  void set_works(ConstVector works) { works_.assign(works.begin(), works.end()); }

  // At the state set last: of the moment of one constraint, a locked angle; of everything but
  // gravity [W].
  double lock_power(std::size_t constraint) const;
  double power() const;
  Totals totals() const;
  // The numbers of ChainObserver::lay_out().
  void put(double* out) const;
  // Where the joints are, as JointPlaces names them.
  void put_joints(double* out) const;

 private:
  double variable(ChainVariable v, int i) const;
  double hold(std::size_t constraint, int k) const;
  std::array<double, 2> centre_velocity(int i) const;
  std::array<double, 2> centre_acceleration(int i) const;

  const Chain& chain_;
  std::array<double, 2> gravity_;
  int n_;
  std::vector<ChainSegment> segments_;
  ChainGeometry geometry_;
  ChainState state_;
  std::vector<double> variables_, works_;
  std::vector<int> hold_column_;
};

}  // namespace mbs
