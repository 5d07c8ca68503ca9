// A point of the path of equilibria (solve/statics/load_path.h).
#pragma once

#include <cstdint>

namespace mbs {

enum class PathPointKind : std::uint8_t { step, limit, bifurcation };

struct PathPoint {
  PathPointKind kind = PathPointKind::step;
  double factor = 0;  // of the load
  // Negative pivots: motions along which the stiffness is negative; behind a limit point or a
  // bifurcation those of the path that goes on. -1: not counted, because the stiffness is not
  // symmetric.
  int negative = 0;
  bool is_last = false;  // the whole load
};

}  // namespace mbs
