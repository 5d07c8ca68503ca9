// The energy that a step of generalised_alpha.cpp takes out of a system with masses.
#pragma once

#include <cstddef>

#include "base/views.h"
#include "integrate/system.h"

namespace mbs {

// An end of a step: y and f there.
struct EndOfStep {
  ConstVector y, f;
};

// With M and stiffness constant the energy changes over a step just accepted, beyond the work of
// the loads, by
//   -qd_mean^T M (h F_mean - (qd1 - qd0)) - (q1 - q0 - h qd_mean)^T M F_mean,
// means of both ends; at rho = 1 that is 0. work, p: a number for each of the pairs.
inline double generalised_alpha_dissipation(const OdeSystem& system, double h,
                                            const EndOfStep& start, const EndOfStep& end,
                                            Vector work, Vector p) {
  const std::size_t m = work.size();
  for (std::size_t k = 0; k < m; ++k)
    work[k] = h / 2 * (start.f[m + k] + end.f[m + k]) - (end.y[m + k] - start.y[m + k]);
  double lost = system.momentum(system.context, work, p);
  for (std::size_t k = 0; k < m; ++k) {
    lost -= (end.y[m + k] - start.y[m + k]) / 2 * p[k];
    work[k] = (start.f[m + k] + end.f[m + k]) / 2;
  }
  system.momentum(system.context, work, p);
  for (std::size_t k = 0; k < m; ++k)
    lost += (end.y[k] - start.y[k] - h / 2 * (start.y[m + k] + end.y[m + k])) * p[k];
  return lost;
}

}  // namespace mbs
