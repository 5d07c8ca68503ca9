#include "analysis/muscle_load.h"

#include "laws/muscle_curves.h"

namespace mbs {

namespace {

using G = Gradient<1>;

// Activation and relative force with their derivatives by the tension.
struct LoadGradient {
  G activation, relative;
};

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
  out.activation = activation_of(c, out.relative, fibre);
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
  return share_load(limits, arms, wanted, slope);
}

}  // namespace mbs
