#include "analysis/kink_sides.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/index.h"
#include "laws/muscle.h"

namespace mbs {

namespace {

// Steps aside from a kink, as parts of a state, until the state is on the side wanted.
constexpr double kLeastStep = 1e-12, kMostStep = 1e-5;
// Modes differ by more than this part of their eigenvalue, which the step aside changes less.
constexpr double kDiffer = 1e-4;

// Moves one state aside so far that its rate has the sign wanted; false where it never has: the
// state does not stand still.
template <class Rate>
bool step_aside(double& z, double direction, const Rate& rate) {
  const double start = z;
  for (double step = kLeastStep; step <= kMostStep; step *= 10) {
    z = start * (1 + direction * step);
    if (rate() * direction < 0) return true;
  }
  z = start;
  return false;
}

// The state with all muscles that stand still on one side: 1: fibres lengthen, activations fall;
// -1: the opposite.
State on_side(const Model& model, Dynamics& dynamics, State state, double side) {
  for (std::size_t k = 0; k < model.forces.muscles.size(); ++k) {
    const Muscle& muscle = model.forces.muscles[k];
    const MusclePath path =
        muscle_path(muscle, {state.t, state.x, state.v, state.e, state.ed, state.z});
    double& activation = state.z[muscle.activation];
    double none = 0;
    double& strain = muscle.strain >= 0 ? state.z[muscle.strain] : none;
    const double u = dynamics.state_rates().stimulations()[k];
    const auto flow = [&] { return muscle_gradient(muscle, path, activation, strain, u); };
    step_aside(activation, side, [&] { return flow().activation_rate.value; });
    if (muscle.strain >= 0) step_aside(strain, side, [&] { return flow().strain_rate.value; });
  }
  return state;
}

bool are_alike(const Modes& a, const Modes& b) {
  if (a.list.size() != b.list.size()) return false;
  for (std::size_t k = 0; k < a.list.size(); ++k)
    if (!(std::abs(a.list[k].value - b.list[k].value) <= kDiffer * std::abs(b.list[k].value)))
      return false;
  return true;
}

std::string table(const char* side, const Modes& modes) {
  std::string out =
      fmt::format("{}:\n  MODE         OMEGA       DAMPING          REAL     IMAGINARY\n", side);
  for (std::size_t k = 0; k < modes.list.size(); ++k) {
    const Mode& mode = modes.list[k];
    out += fmt::format("{:6}{:14.5g}{:14.5g}{:14.5g}{:14.5g}\n", k + 1, mode.omega(),
                       mode.damping(), mode.value.real(), mode.value.imag());
  }
  return out;
}

}  // namespace

std::string describe_kinks(const Model& model, const Phase& phase, Dynamics& dynamics,
                           const Placed& at, const State& state, const Modes& shown) {
  if (model.forces.muscles.empty()) return {};
  Modes sides[2];
  for (const int k : {0, 1}) {
    Linearisation linear(model, phase);
    linear.evaluate(dynamics, at, on_side(model, dynamics, state, k == 0 ? 1 : -1), 1);
    sides[k] = find_modes(linear, count_of(shown.list));
    if (!sides[k].ok) return {};
  }
  if (are_alike(sides[0], sides[1])) return {};
  const char* taken =
      are_alike(shown, sides[0])
          ? "the modes above are those of lengthening fibres and falling activations"
      : are_alike(shown, sides[1])
          ? "the modes above are those of shortening fibres and rising activations"
          : "the modes above have one side for some muscles and the other for others";
  return fmt::format("muscles stand at kinks of their curves, where {}\n", taken) +
         table("fibres lengthen, activations fall", sides[0]) +
         table("fibres shorten, activations rise", sides[1]);
}

}  // namespace mbs
