#include "run/rest/kink_sides.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/index.h"
#include "laws/muscle.h"
#include "model/extent.h"
#include "solve/statics/linear_laws.h"

namespace mbs {

namespace {

// Smallest and largest relative step of a state from a kink to one of its sides.
constexpr double kLeastStep = 1e-12, kMostStep = 1e-5;
// Two modes differ if their eigenvalues differ by more than kDiffer; a step aside changes them
// less.
constexpr double kDiffer = 1e-4;

// Moves the state z until its rate has the sign -direction; false, with z unchanged, if the state
// does not stand still.
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

// The state with all muscles that stand still moved to one side. side 1: fibres lengthen,
// activations fall; -1: the opposite.
State on_side(const Model& model, const Dynamics& dynamics, State state, double side) {
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
                       mode.damping() + 0.0, mode.value.real() + 0.0, mode.value.imag());  // no -0
  }
  return out;
}

// ---- laws of the deck -------------------------------------------------------------------------

// A law and the name of its coordinate, deformation, force or state.
struct NamedLaw {
  const ExpressionLaw* law = nullptr;
  std::string name;
};

std::vector<NamedLaw> laws_of(const Model& model) {
  std::vector<NamedLaw> out;
  const ForceLaws& forces = model.forces;
  for (const auto* laws : {&forces.stress_laws, &forces.known_stresses})
    for (const ExpressionLaw& law : *laws)
      out.push_back({&law, model.deformation_name(law.index())});
  for (const auto* laws : {&forces.load_laws, &forces.known_loads})
    for (const ExpressionLaw& law : *laws)
      out.push_back({&law, model.coordinate_name(law.index())});
  for (const ForceByLaw& force : forces.force_laws)
    for (const ExpressionLaw& law : force.components)
      out.push_back({&law, model.coordinate_origin[at(force.place.x)].label});
  for (std::size_t k = 0; k < model.own_states(); ++k)
    out.push_back({&*model.states[k].rate, model.states[k].name});
  return out;
}

// The names of the laws whose slopes differ on the two sides of the state. sharp: only where the
// slopes differ no more twice as far aside; at an extreme of a smooth law they differ twice as
// much.
std::vector<std::string> kinked_laws(const Model& model, const Phase& phase, const State& state,
                                     bool sharp = false) {
  constexpr double kMore = 1.5;
  const LawInputs& inputs = model.forces.inputs;
  Slots slots[4];  // above and below, then twice as far
  for (const int k : {0, 1, 2, 3}) {
    slots[k] = Slots(phase.parameters.size(), inputs.count());
    slots[k].set_parameters(phase.parameters);
    inputs.read({state.t, state.x, state.v, state.e, state.ed, state.z}, slots[k].variables());
    move_aside(inputs, (k % 2 == 0 ? 1 : -1) * (k < 2 ? 1 : 2), slots[k]);
  }
  std::vector<std::string> out;
  for (const NamedLaw& one : laws_of(model)) {
    std::vector<double> slopes[4];
    for (const int k : {0, 1, 2, 3}) {
      slopes[k].resize(one.law->reads().size());
      one.law->gradient(slots[k], slopes[k].data());
    }
    for (std::size_t i = 0; i < slopes[0].size(); ++i)
      if (inputs[one.law->reads()[i]].kind != InputKind::time &&
          std::fabs(slopes[0][i] - slopes[1][i]) >
              kDiffer * std::max(std::fabs(slopes[0][i]), std::fabs(slopes[1][i])) &&
          !(sharp && std::fabs(slopes[2][i] - slopes[3][i]) >=
                         kMore * std::fabs(slopes[0][i] - slopes[1][i]))) {
        if (out.empty() || out.back() != one.name) out.push_back(one.name);
        break;
      }
  }
  return out;
}

std::string describe_law_kinks(const Model& model, const Phase& phase, const State& state,
                               const Modes& shown, const FindModes& find) {
  const std::vector<std::string> kinked = kinked_laws(model, phase, state);
  if (kinked.empty()) return {};
  Modes sides[2];
  for (const int k : {0, 1}) {
    sides[k] = find(state, k == 0 ? 1 : -1);
    if (!sides[k].ok) return {};
  }
  if (are_alike(sides[0], sides[1])) return {};
  const char* taken = are_alike(shown, sides[0])   ? "those of the upper side"
                      : are_alike(shown, sides[1]) ? "those of the lower side"
                                                   : "those of neither side for all laws";
  return fmt::format("laws stand at kinks: of {}; the modes above are {}\n",
                     fmt::join(kinked, ", of "), taken) +
         table("upper side: what these laws read is a little larger", sides[0]) +
         table("lower side: what these laws read is a little smaller", sides[1]);
}

std::string describe_muscle_kinks(const Model& model, const Dynamics& dynamics, const State& state,
                                  const Modes& shown, const FindModes& find) {
  if (model.forces.muscles.empty()) return {};
  Modes sides[2];
  for (const int k : {0, 1}) {
    sides[k] = find(on_side(model, dynamics, state, k == 0 ? 1 : -1), 0);
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

// Penalty contacts that just touch: closed they have a stiffness, open none.
std::string describe_contact_kinks(const Model& model, const Phase& phase, const State& state) {
  constexpr double kTouches = 1e-12;  // of the size of the mechanism
  const double size = extent_of_places(model, state.x);
  std::vector<std::string> names;
  bool any_open = false, any_closed = false;
  for (std::size_t k = 0; k < model.forces.contacts.size(); ++k) {
    const ContactLaw& contact = model.forces.contacts[k];
    const double gap = state.e[at(contact.normal)];
    if (contact.n != 1 || !(std::fabs(gap) <= kTouches * size)) continue;
    names.push_back(model.deformation_name(contact.normal));
    (touches(phase.touch[k], gap) ? any_closed : any_open) = true;
  }
  if (names.empty()) return {};
  return fmt::format("contacts just touch: {}; in the modes above they are {}\n",
                     fmt::join(names, ", "),
                     any_open && any_closed ? "some open and some closed"
                     : any_open             ? "open"
                                            : "closed");
}

}  // namespace

bool any_law_at_kink(const Model& model, const Phase& phase, const State& state) {
  return !kinked_laws(model, phase, state, true).empty();
}

std::string describe_kinks(const Model& model, const Phase& phase, const Dynamics& dynamics,
                           const State& state, const Modes& shown, const FindModes& find) {
  return describe_muscle_kinks(model, dynamics, state, shown, find) +
         describe_law_kinks(model, phase, state, shown, find) +
         describe_contact_kinks(model, phase, state);
}

}  // namespace mbs
