#include "analysis/standstill.h"

#include <fmt/format.h>

#include <algorithm>

#include "solve/rank_audit.h"

namespace mbs {

namespace {

std::size_t at(int i) { return static_cast<std::size_t>(i); }

// As many degrees of freedom named as the constraints leave; else what is free or tied too often.
bool freedoms_agree(const Built& built, const RunSettings& settings, bool may_choose, ConstVector x,
                    Diagnostics& diagnostics) {
  const Model& model = built.model;
  const Partition named = named_partition(built.phase);
  if (named.square() || (may_choose && named.freedom_count() == 0)) return true;
  JacobianBlock block(model, named.rows, named.columns);
  Evaluation here(model);
  evaluate_position(model, x, here);
  block.choose_scales(model, here);
  const RankAudit audit = audit_rank(model, block, here, settings.options.rank);
  const int missing = static_cast<int>(named.columns.size()) - static_cast<int>(named.rows.size());
  const std::string counts =
      fmt::format("{} constrained and dynamic deformations for {} calculable coordinates",
                  named.rows.size(), named.columns.size());
  for (const std::vector<int>& motion : audit.free_motions)
    if (missing > 0)
      diagnostics.error(
          {}, "degrees of freedom",
          fmt::format("{}: {}", counts, describe_free_motion(motion, model)),
          fmt::format("name {} more by DYNX, DYNE, INPUTX, INPUTE or FIX, or let DOF AUTO choose",
                      missing));
  for (const RankAudit::Redundancy& redundancy : audit.redundant)
    if (missing < 0)
      diagnostics.error(model.deformation_origin[at(redundancy.row)].where, "degrees of freedom",
                        fmt::format("{}: {}", counts, describe(redundancy, model)),
                        fmt::format("release {} by RLSE, or name fewer by DYNX or DYNE", -missing));
  if (!diagnostics.has_errors())
    diagnostics.error({}, "degrees of freedom", counts, "expected as many of one as of the other");
  return false;
}

}  // namespace

std::string freedom_name(const Model& model, const Partition& p, int j) {
  const int nx = static_cast<int>(p.x_freedoms.size());
  return j < nx ? model.coordinate_name(p.x_freedoms[at(j)])
                : model.deformation_name(p.e_freedoms[at(j - nx)]);
}

std::string describe_freedoms(const Model& model, const Partition& partition) {
  std::vector<std::string> names;
  for (int j = 0; j < partition.freedom_count(); ++j)
    names.push_back(freedom_name(model, partition, j));
  return fmt::format("degrees of freedom {}{}{}\n", names.size(), names.empty() ? "" : ": ",
                     fmt::join(names, ", "));
}

void report_singular(const Built& built, const Dynamics& dynamics, const SolveStatus& status,
                     double t, Diagnostics& diagnostics) {
  const Model& model = built.model;
  const std::string name = status.column >= 0 ? model.coordinate_name(status.column) : "";
  if (status.column >= 0 && status.column == dynamics.massless_coordinate()) {
    diagnostics.error(
        {}, "mechanism",
        fmt::format("a motion carries no mass at t = {:.6g}: its largest coordinate is {}", t,
                    name),
        "give it a mass (XM, EM, MASS), prescribe it, or fix it");
    return;
  }
  std::vector<std::string> names;
  for (int j = 0; j < dynamics.partition().freedom_count(); ++j)
    names.push_back(freedom_name(model, dynamics.partition(), j));
  diagnostics.error(
      {}, "mechanism",
      fmt::format("singular at t = {:.6g}: {}the degrees of freedom {} do not determine it", t,
                  name.empty() ? "" : name + " is determined worst; ", fmt::join(names, ", ")),
      "name other degrees of freedom, or let DOF AUTO choose; a start in a singular position must "
      "be moved");
}

ExitStatus start_mechanism(const Tables& tables, const Built& built, const RunSettings& settings,
                           Dynamics& dynamics, State& state, Diagnostics& diagnostics) {
  const bool may_choose = tables.forces.choose_freedoms || tables.dialect == Dialect::kabios;
  if (!freedoms_agree(built, settings, may_choose, state.x, diagnostics))
    return ExitStatus::deck_error;
  const SolveStatus status = dynamics.start(state);
  if (status.kind == SolveKind::not_converged || status.kind == SolveKind::non_finite) {
    diagnostics.error(
        built.model.deformation_origin[at(status.row)].where,
        built.model.deformation_name(status.row),
        fmt::format(
            "the mechanism cannot be assembled at t = {}: residual {:.3e} after {} iterations",
            state.t, status.residual, status.iterations),
        "expected initial values nearer to a closed position");
    return ExitStatus::solution_failed;
  }
  if (status.ok() && dynamics.kinematics().rcond() >= settings.options.rank)
    return ExitStatus::done;
  JacobianBlock block(built.model, constrained_deformations(built.phase),
                      free_coordinates(built.phase));
  Evaluation here(built.model);
  evaluate_position(built.model, state.x, here);
  block.choose_scales(built.model, here);
  const RankAudit audit = audit_rank(built.model, block, here, settings.options.rank);
  for (const RankAudit::Redundancy& redundancy : audit.redundant)
    diagnostics.error(built.model.deformation_origin[at(redundancy.row)].where, {},
                      describe(redundancy, built.model),
                      "remove one of them, or start away from a singular position");
  if (audit.redundant.empty()) report_singular(built, dynamics, status, state.t, diagnostics);
  return ExitStatus::solution_failed;
}

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
