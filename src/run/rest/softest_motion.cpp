#include <fmt/format.h>

#include <cmath>

#include "plan/plan.h"
#include "run/motion/start.h"
#include "run/motion/state_start.h"
#include "run/rest/find_equilibrium.h"
#include "run/rest/large_modes.h"
#include "run/rest/mode_shape.h"
#include "solve/statics/soft_motion.h"

namespace mbs {

namespace {

Outcome softest_of(const Plan& plan, const Built& built, const RunSettings& settings,
                   const ShapeRequest& request, ModeShape& out, Diagnostics& diagnostics) {
  const Model& model = built.model;
  Dynamics dynamics(model, built.phase, settings.options, form_of_statics(built),
                    plan.method.choose_freedoms);
  State state = state_at_rest(model, plan.time.start);
  const ExitStatus started =
      start_mechanism(plan, built, settings, dynamics, state, diagnostics).status;
  if (started != ExitStatus::done) return {started, {}};
  const auto take = [&](const Placed& placed, const State& at, double factor,
                        const std::string& where) {
    out.t = at.t;
    out.x = at.x;
    out.motion = softest_motion(model, built.phase, dynamics, placed, at, factor);
    // The side to which the loads push.
    double work = 0;
    for (std::size_t i = 0; i < out.motion.size(); ++i)
      work += dynamics.loads().f[i] * out.motion[i];
    if (work < 0)
      for (double& one : out.motion) one = -one;
    out.text = "softest motion" + where;
  };
  double nearest = HUGE_VAL;
  bool is_taken = false;
  const auto on_point = [&](const PathPoint& point, const State& at) {
    const bool turns = point.kind != PathPointKind::step;
    const double off = request.load_factor ? std::fabs(point.factor - *request.load_factor) : 0;
    if (request.load_factor ? off < nearest : !is_taken && (turns || point.is_last)) {
      nearest = off;
      is_taken = true;
      take({}, at, point.factor,
           fmt::format(" at {}{:.6g} of the load",
                       point.kind == PathPointKind::limit         ? "the limit point, "
                       : point.kind == PathPointKind::bifurcation ? "the bifurcation, "
                                                                  : "",
                       point.factor));
    }
    return true;
  };
  const EquilibriumStatus found =
      find_equilibrium(plan, built, dynamics, state, diagnostics, on_point);
  if (found.ok() && !plan.method.follows_path)
    take(found.placed, state, 1, found.stable ? "" : " of an unstable equilibrium");
  if (out.x.empty() && !found.ok()) return {ExitStatus::solution_failed, {}};
  if (out.motion.empty())
    diagnostics.error({}, "draw --mode", "the mechanism has no softest motion there",
                      "expected degrees of freedom, and a stiffness for each of them");
  return {found.ok() && !out.motion.empty() ? ExitStatus::done : ExitStatus::solution_failed, {}};
}

}  // namespace

Outcome find_softest_motion(const Plan& plan, const Built& built, const RunSettings& settings,
                            const ShapeRequest& request, ModeShape& out, Diagnostics& diagnostics) {
  if (request.mode > 1) {
    diagnostics.error({}, "draw --mode", "STATIC alone has its softest motion, mode 1",
                      "EIGEN beside it has more");
    return {ExitStatus::deck_error, {}};
  }
  if (request.load_factor && !plan.method.follows_path) {
    diagnostics.error({}, "draw --mode", "--at is a load factor, and STATIC has no load path",
                      "write ITERSTEP 50 20 ARC, or leave --at out");
    return {ExitStatus::deck_error, {}};
  }
  if (!built.model.choice) return softest_of(plan, built, settings, request, out, diagnostics);
  Outcome failed;
  const auto held = bring_choice_to_rest(plan, built, settings, failed, diagnostics);
  if (!held) return failed;
  return softest_of(plan, held->still, settings, request, out, diagnostics);
}

}  // namespace mbs
