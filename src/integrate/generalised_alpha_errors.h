// Errors of a step of generalised_alpha.cpp.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <vector>

#include "base/views.h"
#include "integrate/integrator.h"

namespace mbs {

struct GeneralisedAlphaErrors {
  std::size_t
      pairs;  // positions, which their rates follow in y; then come components of first order
  const std::vector<double>&y, &y_new, &f_old, &f, &f_new;  // of the last step, this one's ends
  double h, last;                                           // steps; last 0: there was none

  // change := factor times the change of accelerations in this step; of rates of states, beyond
  // that of the last step.
  void take_change(double factor, std::vector<double>& change) const {
    const double ratio = last == 0 ? 0 : h / last;
    for (std::size_t k = 0; k < change.size(); ++k) {
      const std::size_t i = pairs + k;
      double of_step = f_new[i] - f[i];
      if (k >= pairs) of_step -= ratio * (f[i] - f_old[i]);
      change[k] = factor * of_step;
    }
  }

  // Positions and states. change: as far as the step follows it; `error`: the error of a step to
  // the unit of change.
  void judge_positions(double error, const std::vector<double>& change, double tolerance,
                       const ErrorWeights& weights, ErrorRatio& worst) const {
    for (std::size_t k = 0; k < change.size(); ++k) {
      const std::size_t i = k < pairs ? k : pairs + k;
      const double e = error * (k < pairs ? h * h : h) * change[k];
      const double size = std::max(std::abs(y[i]), std::abs(y_new[i]));
      const double part = std::abs(e) / (tolerance * weights.at(i, size));
      if (!(part <= worst.value)) worst = {{}, part, static_cast<int>(i)};
    }
  }

  // change := factor times what accelerations, and rates of states, would change by in this step as
  // in the last one; 0 if there was none.
  void take_last_change(double factor, std::vector<double>& change) const {
    if (last == 0) return std::fill(change.begin(), change.end(), 0.0);
    const double part = factor * h / last;
    for (std::size_t k = 0; k < change.size(); ++k)
      change[k] = part * (f[pairs + k] - f_old[pairs + k]);
  }

  // Where accelerations jump, or grow beside infinity, the velocities behind the step are off by a
  // part of their change times h, which its positions do not show. In smooth motion accelerations
  // change as in the step before; in the step behind a jump they change little. Both changes as far
  // as the step follows them.
  void judge_jumps(const std::vector<double>& change, const std::vector<double>& before,
                   const ErrorWeights& weights, ErrorRatio& worst) const {
    constexpr double kOfJump = 0.25;
    for (std::size_t k = 0; k < pairs; ++k) {
      const std::size_t i = pairs + k;
      const double jump = std::min(std::abs(change[k]), std::abs(change[k] - before[k]));
      const double size = std::max(std::abs(y[i]), std::abs(y_new[i]));
      const double part = kOfJump * std::abs(h) * jump / weights.at(i, size);
      if (!(part <= worst.value)) worst = {{}, part, static_cast<int>(i)};
    }
  }

  // The error of integrals by the trapezoidal rule, from the rates at three states, must keep
  // within the tolerance itself, since no motion depends on integrals.
  void judge_integrals(std::size_t first, const ErrorWeights& weights, ErrorRatio& worst) const {
    if (last == 0) return;
    for (std::size_t i = first; i < y.size(); ++i) {
      const double bend = (f_new[i] - f[i]) / h - (f[i] - f_old[i]) / last;
      const double e = h * h * h / (6 * (h + last)) * bend;
      const double part =
          std::abs(e) / weights.at(i, std::max(std::abs(y[i]), std::abs(h * f_new[i])));
      if (!(part <= worst.value)) worst = {{}, part, static_cast<int>(i)};
    }
  }
};

}  // namespace mbs
