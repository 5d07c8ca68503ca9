// STATIC: the position in which the degrees of freedom stand still under the forces.
#include <fmt/format.h>

#include "observe/observer.h"
#include "plan/plan.h"
#include "run/frame/causes.h"
#include "run/frame/echo.h"
#include "run/frame/scale.h"
#include "run/measures/measure_run.h"
#include "run/motion/push_watch.h"
#include "run/motion/start.h"
#include "run/motion/state_start.h"
#include "run/rest/find_equilibrium.h"
#include "run/rest/large_modes.h"

namespace mbs {

namespace {

// A line above the row of a point where the path turns or branches.
std::string describe(const PathPoint& point) {
  if (point.kind == PathPointKind::step) return {};
  return fmt::format("{} at {:.6g} of the load{}\n",
                     point.kind == PathPointKind::limit ? "limit point" : "bifurcation",
                     point.factor,
                     point.negative < 0 ? ", negative pivots not counted"
                                        : fmt::format(", then {} negative pivot{}", point.negative,
                                                      point.negative == 1 ? "" : "s"));
}

// head: further lines of the head of the report.
Outcome stand_still(const Plan& plan, const Built& built, const std::string& head,
                    const RunSettings& settings, const Outputs& outputs, Diagnostics& diagnostics) {
  const Model& model = built.model;
  Dynamics dynamics(model, built.phase, settings.options, form_of_statics(built),
                    plan.method.choose_freedoms);
  State state = state_at_rest(model, plan.time.start);
  const ExitStatus started =
      start_mechanism(plan, built, settings, dynamics, state, diagnostics).status;
  if (started == ExitStatus::deck_error) return {started, {}};
  if (started != ExitStatus::done) return {started, describe_state(model, state)};
  Observer observer(plan, model, built.phase);
  check_state_names(model, observer.layout(), diagnostics);
  observer.add_outs(plan, diagnostics);
  const auto measures = measures_of_row(plan, observer.layout(), diagnostics);
  if (diagnostics.has_errors()) return {ExitStatus::deck_error, {}};
  RunOutput out(outputs, observer.layout(), settings.digits,
                report_scale(model, dynamics.kinematics().jacobian().length(), plan.time),
                time_decimals(plan.time.start, plan.time.step), diagnostics, plan.reports);
  if (diagnostics.has_errors()) return {ExitStatus::deck_error, {}};
  if (settings.echo)
    out.comment(outputs.head_of(built) +
                describe_freedoms(model, dynamics.placement().partition()) + head);
  if (settings.check_only) {
    out.comment("check: the deck can be assembled at its start\n");
    return {};
  }
  const State start = state;
  std::vector<double> values(observer.layout().count());
  const auto on_point = [&](const PathPoint& point, const State& at) {
    observer.observe(at, dynamics, -elastic_energy(model, at), values);
    observer.observe_outs(at, values);
    if (settings.echo) out.comment(describe(point));
    // The whole load has its row in the usual way.
    return point.is_last || out.row(point.factor, values);
  };
  const EquilibriumStatus found =
      find_equilibrium(plan, built, dynamics, state, diagnostics, on_point);
  if (!found.ok()) return {ExitStatus::solution_failed, describe_state(model, state)};
  const double shown = plan.method.follows_path ? 1 : state.t;
  if (any_is_far(built.phase, dynamics.kinematics(), state) &&
      report_rounding(plan, model, built.phase, dynamics.kinematics(), state, state.t, diagnostics))
    return {ExitStatus::solution_failed, describe_state(model, state)};
  observer.observe(state, dynamics, -elastic_energy(model, state), values);
  observer.observe_outs(state, values);
  if (!out.row(shown, values)) return {ExitStatus::solution_failed, describe_state(model, state)};
  out.state(state, dynamics.stresses(), dynamics.reactions());
  dynamics.kinematics().residuals().find(state);
  Outcome outcome;
  outcome.evidence.figures = {
      {Check::momentum, observer.momentum_gap()},
      {Check::position_residual, dynamics.kinematics().residuals().residual().position,
       settings.options.feps}};
  add_equilibrium(found, model, start, state, outcome.evidence);
  outcome.verdict = judge(outcome.evidence, nullptr);
  outcome.audit =
      describe_digits(outcome.evidence, outcome.verdict) + describe_equilibrium_counts(found);
  PushWatch pushes(plan, model, built.phase);
  pushes.note(state.t, dynamics);
  pushes.report(true, diagnostics);
  outcome.t_end = state.t;
  measure_row(measures.get(), state.t, values);
  finish_measures(measures.get(), settings, out, outcome, diagnostics);
  if (settings.echo) {
    out.blank_line();
    out.comment("audit\n" + describe_verdict(outcome.verdict) + describe_figures(outcome.evidence) +
                describe_equilibrium(found));
  }
  return outcome;
}

}  // namespace

Outcome run_equilibrium(const Plan& plan, const Built& built, const RunSettings& settings,
                        const Outputs& outputs, Diagnostics& diagnostics) {
  if (!built.model.choice) return stand_still(plan, built, "", settings, outputs, diagnostics);
  Outcome failed;
  const auto held = bring_choice_to_rest(plan, built, settings, failed, diagnostics);
  if (!held) return failed;
  return stand_still(plan, held->still, held->text, settings, outputs, diagnostics);
}

}  // namespace mbs
