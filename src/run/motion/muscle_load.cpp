#include <algorithm>

#include "base/tolerances.h"
#include "laws/muscle_curves.h"
#include "run/motion/muscle_start.h"

namespace mbs {

namespace {

using G = Gradient<1>;

// kStep: step of a difference quotient by the activation.
constexpr double kStep = 1e-5;

// Activation and relative force with their derivatives by the tension.
struct LoadGradient {
  G activation, relative;
};

// The activation with which a muscle with a rigid tendon bears the tension while its fibre moves,
// and its derivative by the tension. The tension grows with the activation.
G moving_activation(const Muscle& muscle, const MusclePath& path, double tension) {
  const auto force = [&](double a) { return muscle_force(muscle, path, a, 0); };
  double low = muscle.constants.least_act, high = 1;
  for (int k = 0; k < 100 && high - low > 0; ++k) {
    const double middle = 0.5 * (low + high);
    if (!(middle > low && middle < high)) break;
    (force(middle) < tension ? low : high) = middle;
  }
  const double above = std::min(1.0, low + kStep), below = std::max(0.0, low - kStep);
  G out(low);
  const double rise = force(above) - force(below);
  out.d[0] = rise > 0 ? (above - below) / rise : 0;
  return out;
}

LoadGradient load_gradient(const Muscle& muscle, const MusclePath& path, double tension) {
  const MuscleConstants& c = muscle.constants;
  G f(tension / c.fmax);
  f.d[0] = 1 / c.fmax;
  G x((path.length - c.lslack) / c.lopt);
  if (!c.rigid) x = x - tendon_strain(c, f) * (c.lslack / c.lopt);
  const G fibre = muscle.height == 0 ? x : sqrt(x * x + muscle.height * muscle.height);
  const G contractile = f * fibre / x - parallel_force(c, fibre);
  LoadGradient out;
  out.relative = contractile / force_length(c, fibre);
  out.activation = c.rigid && path.rate != 0 ? moving_activation(muscle, path, tension)
                                             : activation_of(c, out.relative, fibre);
  return out;
}

}  // namespace

MuscleLoad muscle_load(const Muscle& muscle, const MusclePath& path, double tension) {
  const LoadGradient g = load_gradient(muscle, path, tension);
  return {g.activation.value, g.relative.value};
}

SharedLoad share_load(const std::vector<LoadedMuscle>& muscles, const std::vector<double>& arms,
                      const std::vector<double>& wanted, MuscleCriterion criterion) {
  std::vector<TensionLimits> limits;
  for (const LoadedMuscle& one : muscles) limits.push_back(one.tension);
  // Half the derivative of the square.
  const SharingSlope slope = [&](std::size_t k, double tension) {
    const LoadGradient g = load_gradient(*muscles[k].muscle, muscles[k].path, tension);
    const G& r = criterion == MuscleCriterion::force ? g.relative : g.activation;
    return r.value * r.d[0];
  };
  SharedLoad out = share_load(limits, arms, wanted, slope);
  if (makes_moments(out, arms, wanted, tolerance::muscle_moment)) return out;
  return share_with_reserve(limits, arms, wanted, slope);
}

}  // namespace mbs
