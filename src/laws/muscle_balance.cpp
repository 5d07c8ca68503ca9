#include "laws/muscle_balance.h"

#include <algorithm>
#include <cmath>

#include "laws/muscle_curves.h"

namespace mbs {

namespace {

constexpr int kScanned = 64;

// The tension of a fibre at rest along the tendon [FMAX].
double fibre_tension(const Muscle& muscle, double activation, double x) {
  const MuscleConstants& c = muscle.constants;
  const double fibre = std::hypot(x, muscle.height);
  return (active_state(c, activation, fibre) * force_length(c, fibre) + parallel_force(c, fibre)) *
         x / fibre;
}

}  // namespace

std::optional<double> strain_in_balance(const Muscle& muscle, double length, double activation) {
  const MuscleConstants& c = muscle.constants;
  // Positive where the tendon pulls more than the fibre.
  const auto excess = [&](double x) {
    return tendon_force(c, strain_of(muscle, length, x)) - fibre_tension(muscle, activation, x);
  };
  const double slack = (length - c.lslack) / c.lopt;
  double high = std::min(slack, kLongFibre);
  if (!(high > kShortFibre) || excess(high) > 0) return {};
  double low = high;
  const double step = (high - kShortFibre) / kScanned;
  for (int k = 1; k <= kScanned; ++k) {
    low = k == kScanned ? kShortFibre : high - step;
    if (excess(low) >= 0) break;
    high = low;
  }
  double at_low = excess(low), at_high = excess(high);
  if (at_low < 0) return {};
  // Regula falsi with the Illinois rule, to the last digit.
  int side = 0;
  for (int k = 0; k < 200 && high - low > 0; ++k) {
    double x = at_low - at_high > 0 ? (low * -at_high + high * at_low) / (at_low - at_high) : low;
    if (!(x > low && x < high)) x = 0.5 * (low + high);
    if (!(x > low && x < high)) break;
    const double value = excess(x);
    if (value == 0) return strain_of(muscle, length, x);
    if (value > 0) {
      low = x, at_low = value;
      if (side > 0) at_high /= 2;
      side = 1;
    } else {
      high = x, at_high = value;
      if (side < 0) at_low /= 2;
      side = -1;
    }
  }
  return strain_of(muscle, length, std::fabs(excess(low)) <= std::fabs(excess(high)) ? low : high);
}

PathRange balanced_paths(const Muscle& muscle, double activation) {
  const MuscleConstants& c = muscle.constants;
  const auto path = [&](double x) {
    const double strain = c.rigid ? 0 : tendon_strain(c, fibre_tension(muscle, activation, x));
    return c.lslack * (1 + strain) + x * c.lopt;
  };
  return {path(kShortFibre), path(kLongFibre)};
}

}  // namespace mbs
