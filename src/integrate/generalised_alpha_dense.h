// The states of GALPHA within a step.
#pragma once

#include <cstddef>
#include <vector>

#include "base/views.h"
#include "integrate/cubic_hermite.h"

namespace mbs {

// Cubic Hermite interpolation; integrals as those of a linear rate. The slope of the cubic is no
// velocity: it has the error of the step, over h. Velocities are straight; with error control they
// bend with the acceleration, as far as the step follows it. m: positions; implicit: components
// before the integrals.
struct GeneralisedAlphaDense {
  std::size_t m, implicit;
  const std::vector<double>&y_old, &y, &f_old, &f, &bend;

  // At the part s of a step of length h.
  void at(double s, double h, Vector out) const {
    for (std::size_t i = 0; i < y.size(); ++i) {
      const double change = y[i] - y_old[i];
      if (i >= implicit) {
        out[i] = y_old[i] + h * s * (f_old[i] + s / 2 * (f[i] - f_old[i]));
      } else if (i >= m && i < 2 * m) {
        out[i] = y_old[i] + s * (change - (1 - s) * h / 2 * bend[i - m]);
      } else {
        const double start = i < m ? y_old[m + i] : f_old[i], end = i < m ? y[m + i] : f[i];
        out[i] = CubicHermite{y_old[i], change, start, end, h}.value(s);
      }
    }
  }
};

}  // namespace mbs
