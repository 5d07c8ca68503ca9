// Everything that changes with time. Sizes follow the Model (nx velocities, ne deformations, nz
// states); x has nq coordinates as soon as it belongs to a model.
#pragma once

#include <vector>

namespace mbs {

struct State {
  double t = 0;
  std::vector<double> x, v, a;     // coordinates, velocities, accelerations
  std::vector<double> e, ed, edd;  // deformations and their rates
  std::vector<double> z, zd;       // states of the deck and their rates

  State(int nx, int ne, int nz = 0) : x(nx), v(x), a(x), e(ne), ed(e), edd(e), z(nz), zd(z) {}
};

}  // namespace mbs
