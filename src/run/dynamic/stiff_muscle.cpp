#include <fmt/format.h>

#include "integrate/integrator.h"
#include "observe/muscles.h"
#include "run/dynamic/dynamic_judge.h"

namespace mbs {

namespace {

constexpr double kBounded = 0.2;     // rate times step, of a step that stability has bounded
constexpr long long kMany = 20'000;  // steps

}  // namespace

void StiffMuscle::note(const Model& model, const State& state, double step) {
  const std::vector<Muscle>& muscles = model.forces.muscles;
  for (std::size_t k = 0; k < muscles.size(); ++k) {
    const Muscle& m = muscles[k];
    if (m.strain < 0) continue;
    const double activation = state.z[m.activation];
    const auto flow =
        muscle_gradient(m, muscle_path(m, state), activation, state.z[m.strain], activation);
    const double rate = -flow.strain_rate.d[3];
    if (!(rate > rate_ && rate * step > kBounded)) continue;
    muscle_ = static_cast<int>(k), rate_ = rate, at_ = state.t;
  }
}

void StiffMuscle::warn(const Model& model, std::string_view method, long long steps,
                       Diagnostics& diagnostics) const {
  if (muscle_ < 0 || steps < kMany || is_implicit(method)) return;
  const Origin& origin = model.muscle_origin[muscle_];
  diagnostics.warning(
      origin.where, origin.label,
      fmt::format("it is hardly active and makes the equations stiff (rate {:.0e} 1/s at t = "
                  "{:.6g}): the run took more than {} steps of {}",
                  rate_, at_, kMany, method),
      "expected INTEG STIFF, which needs far fewer");
}

}  // namespace mbs
