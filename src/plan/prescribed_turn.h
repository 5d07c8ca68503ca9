// An orientation that moves as prescribed: three angles of turns about axes that are carried along,
// one after the other, or the four numbers of a table, which are divided by their norm.
#pragma once

#include <array>

namespace mbs {

struct PrescribedTurn {
  // Turn k is about axes[k] by the angle that is the motion of velocity order[k].
  std::array<std::array<double, 3>, 3> axes{};
  std::array<int, 3> order{0, 1, 2};
  std::array<double, 4> last{1, 0, 0, 0};  // a constant turn after these
  // Not -1: q1 q2 q3 are the motions of the velocities, and q0 is this one (Model::motions).
  int scalar = -1;
};

}  // namespace mbs
