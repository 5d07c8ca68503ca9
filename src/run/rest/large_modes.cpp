#include "run/rest/large_modes.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdint>

#include "base/index.h"
#include "base/random.h"
#include "observe/general_modes.h"
#include "observe/low_modes.h"
#include "plan/plan.h"
#include "run/frame/verdict.h"
#include "run/rest/kink_sides.h"
#include "solve/place/partition.h"

namespace mbs {

namespace {

// A mechanism is at rest if M a is below kAtRest times the forces or below the rounding of stiff
// springs.
constexpr double kAtRest = 1e-9, kSpringRounding = 1e-13;
// The best class of residuals in a report; smaller residuals are rounding.
constexpr double kBestResidual = 1e-9;
// Modes with larger residuals are not shown.
constexpr double kMostResidual = 1e-6;
// Dense matrices get a warning from kMuchForDense degrees of freedom on. They take kSecondsOfDense
// * n^3 [s] and kBytesOfDense * n^2 bytes (docs/statics.md).
constexpr int kMuchForDense = 600;
constexpr double kBytesOfDense = 100;
constexpr double kSecondsOfDense = 2e-8;  // of an optimised build

int freedoms_of(const Phase& phase) {
  return static_cast<int>(free_coordinates(phase).size()) -
         static_cast<int>(constrained_deformations(phase).size());
}

// Whether few modes of a mechanism are asked for whose dense matrices cost time.
bool asks_for_few(const Plan& plan, int freedoms) {
  return plan.method.modes > 0 && freedoms >= LowModesSearch::kManyFreedoms;
}

// Whether the lowest modes are looked for without dense matrices.
bool looks_for_low_modes(const Plan& plan, const Built& built, int freedoms) {
  return LowModesSearch::pays(plan.method.modes, freedoms) &&
         SparseLinearisation::unknown_part(built.model, built.phase).empty();
}

// The cost of dense matrices for this number of degrees of freedom; empty for a small cost.
std::string dense_modes_cost(int freedoms) {
  const double n = freedoms, seconds = kSecondsOfDense * n * n * n, bytes = kBytesOfDense * n * n;
  if (freedoms < kMuchForDense) return {};
  return fmt::format("{} degrees of freedom as dense matrices: about {} and {:.2g} GB", freedoms,
                     seconds < 100 ? fmt::format("{:.1g} s", seconds)
                                   : fmt::format("{:.1g} minutes", seconds / 60),
                     bytes / 1e9);
}

// Whether M a is the same in all positions. Tried with two of them, all of whose places and angles
// differ from the state.
bool mass_is_constant(const Model& model, const Dynamics& dynamics, const State& state) {
  constexpr double kAside = 0.01, kSameMass = 1e-12;
  const std::size_t nx = state.v.size();
  const double length = dynamics.kinematics().jacobian().length();
  std::vector<double> here(nx, 0.0), aside(nx);
  dynamics.inertia().add_mass_times(state.a, here);
  const double most = kSameMass * largest(here);
  Inertia inertia(model);
  Evaluation there(model);
  for (const std::uint64_t stream : {1u, 2u}) {
    for (std::size_t i = 0; i < nx; ++i) aside[i] = (uniform_at(stream, i) - 0.5) * length;
    for (const int i : model.turning) aside[at(i)] /= length;
    std::vector<double> x = state.x, product(nx, 0.0);
    move_coordinates(model, aside, kAside, x);
    evaluate_acceleration(model, x, state.v, there);
    inertia.evaluate(model, x, state.v, there);
    inertia.add_mass_times(state.a, product);
    for (std::size_t i = 0; i < nx; ++i)
      if (!(std::fabs(product[i] - here[i]) <= most)) return false;
  }
  return true;
}

// Whether the linearised equations are M dxdd + K dx = 0 with K the tangent of forces: at rest. So
// they are without velocities, too, where all free coordinates are degrees of freedom whose mass
// is constant: then no row follows the accelerations.
bool is_at_rest(const Model& model, const Dynamics& dynamics, const State& state) {
  if (largest(state.v) > 0) return false;
  if (largest(state.a) == 0) return true;
  if (dynamics.placement().partition().rows.empty() && mass_is_constant(model, dynamics, state))
    return true;
  const std::size_t nx = state.v.size();
  const Evaluation& here = dynamics.kinematics().evaluation();
  std::vector<double> inertia(nx, 0.0), stress(state.e.size(), 0.0);
  dynamics.inertia().add_mass_times(state.a, inertia);
  for (std::size_t r = 0; r < stress.size(); ++r)
    stress[r] = kAtRest * std::fabs(dynamics.stresses()[r]);
  for (const LinearTerm& term : model.forces.stiffness)
    stress[term.row] += kSpringRounding * std::fabs(term.value) * here.size[term.column];
  double most = kAtRest * largest(dynamics.loads().f);
  for (std::size_t k = 0; k < model.entry_row.size(); ++k)
    most = std::max(most, std::fabs(here.De[k]) * stress[model.entry_row[k]]);
  return largest(inertia) <= most;
}

// The lowest modes of what is at rest without dampers and states; not ok where the mechanism is not
// of this kind, or where modes are missing.
LowModes find_counted(const Plan& plan, const Built& built, const Dynamics& dynamics,
                      const State& state) {
  constexpr BorderedTangent::Use kUse = BorderedTangent::Use::modes;
  if (!BorderedTangent::unknown_part(built.model, built.phase, kUse).empty() ||
      !is_at_rest(built.model, dynamics, state) || any_law_at_kink(built.model, built.phase, state))
    return {};
  BorderedTangent tangent(built.model, built.phase, kUse);
  if (!tangent.evaluate(state, dynamics.stresses()) || !tangent.is_symmetric() ||
      tangent.is_damped())
    return {};
  LowModes out = LowModesSearch(built.model, tangent, plan.method.modes).find();
  out.modes.ok &= out.counted && out.worst() <= kMostResidual;
  return out;
}

}  // namespace

Form form_of_statics(const Built& built) {
  const bool large = freedoms_of(built.phase) >= kManyForEquilibrium &&
                     BorderedTangent::unknown_part(built.model, built.phase).empty();
  return large ? Form::automatic : Form::reduced;
}

Form form_of_modes(const Plan& plan, const Built& built) {
  const bool large = looks_for_low_modes(plan, built, freedoms_of(built.phase));
  return large ? Form::automatic : Form::reduced;
}

std::string dense_modes_ahead(const Plan& plan, const Built& built, int freedoms,
                              Diagnostics& diagnostics) {
  std::string cost = dense_modes_cost(freedoms);
  if (cost.empty()) return {};
  const std::string unknown = SparseLinearisation::unknown_part(built.model, built.phase);
  const bool few = LowModesSearch::pays(plan.method.modes, freedoms);
  if (few && unknown.empty()) return {};
  if (few) cost += " (few modes are found without them only where there are no " + unknown + ")";
  diagnostics.warning({}, "EIGEN", cost,
                      unknown.empty() ? "ask for the lowest modes only: EIGEN 10"
                                      : "a mechanism of fewer elements has the same low modes");
  return "EIGEN: " + cost + "\n";
}

LargeModes find_large_modes(const Plan& plan, const Built& built, const Dynamics& dynamics,
                            const State& state, Diagnostics& diagnostics) {
  LargeModes out;
  const Partition& partition = dynamics.placement().partition();
  const int freedoms = partition.freedom_count();
  if (!asks_for_few(plan, freedoms)) return out;
  std::string why = SparseLinearisation::unknown_part(built.model, built.phase);
  if (!why.empty()) why = "there are " + why;
  if (!LowModesSearch::pays(plan.method.modes, freedoms))
    why = fmt::format("{} of {} are asked for", plan.method.modes, freedoms);
  const bool is_searched = why.empty();
  LowModes low;
  if (is_searched) low = find_counted(plan, built, dynamics, state);
  const bool counted = low.modes.ok;
  if (is_searched && !counted) {
    SparseLinearisation linear(built.model, built.phase, partition);
    const std::string unknown = linear.unknown_part(state);
    if (!unknown.empty()) why = "there are " + unknown;
    if (why.empty() && !linear.factor(state, dynamics.stresses(), 0))
      why = built.model.nz() > 0 ? "a motion has no stiffness, or a state nothing that holds it"
                                 : "a motion has no stiffness";
    if (why.empty()) low = GeneralModesSearch(built.model, linear, plan.method.modes).find();
  }
  out.found = low.modes.ok && low.counted && low.worst() <= kMostResidual;
  if (!out.found && why.empty())
    why = low.modes.ok ? fmt::format("a residual of the search for them is {:.1e}", low.worst())
                       : low.why;
  if (!out.found) {
    out.in_report = fmt::format("modes: by dense matrices, because {}\n", why);
    if (is_searched && freedoms >= kMuchForDense)
      diagnostics.warning({}, "EIGEN", dense_modes_cost(freedoms) + ", because " + why,
                          "ask for modes about an equilibrium: STATIC with EIGEN 10");
    return out;
  }
  out.in_report = fmt::format(
      "modes: the lowest {} of {}, {}; residuals {}\n", low.modes.list.size(), freedoms,
      counted ? "counted: none is missing" : "not counted: another start vector finds no other",
      size_class(low.worst(), kBestResidual));
  for (std::size_t k = 0; k < low.residuals.size(); ++k)
    out.in_audit += fmt::format("mode {}: residual {:.1e}\n", k + 1, low.residuals[k]);
  out.modes = std::move(low.modes);
  const auto on_side = [&](const State& aside, double side) {
    SparseLinearisation linear(built.model, built.phase, partition);
    if (!linear.factor(aside, dynamics.stresses(), side)) return Modes{};
    return GeneralModesSearch(built.model, linear, plan.method.modes).find().modes;
  };
  if (!counted)
    out.kinks = describe_kinks(built.model, built.phase, dynamics, state, out.modes, on_side);
  return out;
}

}  // namespace mbs
