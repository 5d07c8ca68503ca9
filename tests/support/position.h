// The solver of positions of a deck, without velocities and accelerations.
#pragma once

#include <string>

#include "solve/place/position_solver.h"
#include "support/drawn.h"

namespace mbs::test {

struct Position {
  Drawn m;
  Partition partition;
  PrescribedMotion motion;
  PositionJacobian jacobian;
  PositionSolver solver;
  State state;

  explicit Position(const std::string& deck, const Options& options = {})
      : m(deck),
        partition(named_partition(m.phase())),
        motion(m.model(), m.phase(), partition),
        jacobian(m.model(), m.phase(), partition, set(options)),
        solver(m.model(), partition, m.options, motion, jacobian),
        state(m.state()) {}
  double x(int node, int component = 0) const {
    return state.x[static_cast<std::size_t>(m.coordinate(node, component))];
  }
  double& x(int node, int component = 0) {
    return state.x[static_cast<std::size_t>(m.coordinate(node, component))];
  }

 private:
  const Options& set(const Options& options) { return m.options = options; }
};

// Two bars of length 5 from (0, 0) and from a driven end to a joint, which is drawn at (3, 4) for
// an end at (6, 0).
inline std::string two_bars(const std::string& end, const std::string& more = "") {
  return "PLTRUSS 1 1 2\nPLTRUSS 2 2 3\nX 1 0 0\nX 2 3 4\nX 3 6 0\nFIX 1\nFIX 3 2\nINPUTX 3 1\n" +
         more + "END HALT\nINPUTX 3 1 " + end + "\nTIMESTEP 1 1\nEND END\n";
}

}  // namespace mbs::test
