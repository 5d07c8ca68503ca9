#include "integrate/fixed_grid.h"

#include <cmath>

#include "base/tolerances.h"

namespace mbs {

FixedGrid::Next FixedGrid::next(double h, double tstop) const {
  const double t = t0_ + h * static_cast<double>(done_ + 1);
  const double beyond = std::copysign(1.0, h) * (t - tstop);
  const double near = tolerance::same_row * std::fabs(h);
  return {beyond > -near ? tstop : t, beyond < near};
}

}  // namespace mbs
