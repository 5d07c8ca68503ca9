// Brings angles, base and their rates onto the constraints of a chain: fixed joints, locked and
// equal angles. The shortest correction in angles (rad) and places of the base (m).
#pragma once

#include <span>
#include <vector>

#include "linalg/lu.h"
#include "solve/chain_geometry.h"

namespace mbs {

// phi of all segments, x, y of the base; and the same of the rates.
struct ChainState {
  explicit ChainState(std::size_t n) : q(n + 2), qd(n + 2) {}
  double t = 0;
  std::vector<double> q, qd;
};

class ChainProjection {
 public:
  // Angles that are equal or locked, and joints without a given place, are held where `start` has
  // them; a locked angle keeps its rate.
  ChainProjection(std::span<const ChainSegment> segments,
                  std::span<const ChainConstraint> constraints, const ChainState& start);

  // Which constraints hold, one flag each. Allocates.
  void hold(std::span<const char> active);

  // False if the positions do not close within 30 iterations or the constraints depend on each
  // other. `movable`: which of the n + 2 may change (empty: all).
  bool positions(ChainState& state, std::span<const char> movable = {});
  // Positions are on the constraints.
  bool rates(ChainState& state, std::span<const char> movable = {});

  // Largest violation [m or rad; per second] of each constraint at a state, over all of them.
  struct Gap {
    double position = 0, rate = 0;
  };
  Gap gap(const ChainState& state);

 private:
  struct Held {
    ChainConstraint constraint;
    double a = 0, b = 0;  // place of a joint; angle and rate of a locked one; difference
  };
  void evaluate(const ChainState& state);
  bool correct(std::vector<double>& z, std::span<const char> movable);

  std::vector<ChainSegment> segments_;
  ChainGeometry geometry_;
  std::vector<Held> all_;
  std::vector<char> active_;
  double t0_;
  int rows_ = 0;
  std::vector<double> J_;  // rows of n + 2
  std::vector<double> g_, gd_, rhs_;
  Lu lu_{0, Elimination::loops};
};

}  // namespace mbs
