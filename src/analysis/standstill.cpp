#include "analysis/standstill.h"

#include <fmt/format.h>

#include <algorithm>

#include "analysis/start.h"

namespace mbs {

EquilibriumStatus find_equilibrium(const Tables& tables, const Built& built, Dynamics& dynamics,
                                   State& state, Diagnostics& diagnostics) {
  EquilibriumSettings settings;
  if (tables.forces.iterations > 0) settings.iterations = tables.forces.iterations;
  settings.load_steps = std::max(1, tables.forces.load_steps);
  if (tables.forces.tolerance > 0) settings.tolerance = tables.forces.tolerance;
  const EquilibriumStatus status =
      Equilibrium(built.model, built.phase, dynamics, settings).solve(state);
  if (status.ok()) return status;
  const std::string load = fmt::format("{:.6g} of the load", status.load_factor);
  if (status.kind == EquilibriumKind::no_stiffness) {
    diagnostics.error(
        {}, "equilibrium",
        fmt::format(
            "at {} a motion has no stiffness: its largest coordinate is {}", load,
            status.coordinate < 0 ? "none" : built.model.coordinate_name(status.coordinate)),
        "give it a spring (ESTIFF), a law (ELAW, XLAW) or a load that turns with it, or fix it");
    return status;
  }
  const char* const why =
      status.kind == EquilibriumKind::not_closed   ? "the mechanism cannot be closed there"
      : status.kind == EquilibriumKind::non_finite ? "a force is not finite"
                                                   : "the iteration does not converge";
  diagnostics.error(
      {}, "equilibrium",
      fmt::format("not found at {}: {}; {} is balanced worst, by {:.3e} ({:.1e} of its terms), "
                  "after {} iterations",
                  load, why,
                  status.freedom < 0
                      ? "nothing"
                      : freedom_name(built.model, dynamics.partition(), status.freedom),
                  status.residual, status.relative, status.iterations),
      "start nearer to it, or take more load steps (ITERSTEP iterations steps)");
  return status;
}

std::string describe_equilibrium(const EquilibriumStatus& status) {
  return fmt::format(
      "equilibrium: {}, unbalanced at most {:.1e} of the terms, iterations {}, load steps {}\n",
      status.stable ? "stable" : "unstable (a small push would leave it)", status.relative,
      status.iterations, status.load_steps);
}

}  // namespace mbs
