#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <optional>
#include <utility>

#include "base/index.h"
#include "base/tolerances.h"
#include "model/owner.h"
#include "observe/out_channels.h"
#include "run/frame/causes.h"
#include "run/frame/echo.h"
#include "run/frame/limits.h"
#include "run/frame/redundancy_watch.h"
#include "run/frame/run.h"
#include "run/frame/scale.h"
#include "run/frame/thresholds.h"
#include "run/kinematic/kinematic_layout.h"
#include "run/kinematic/kinematic_source.h"
#include "run/kinematic/motion_states.h"
#include "run/measures/measure_run.h"
#include "run/motion/dynamic_system.h"
#include "run/motion/known_times.h"
#include "run/motion/start.h"
#include "run/motion/state_start.h"
#include "run/motion/surplus.h"

namespace mbs {

namespace {

// A prescribed motion jumps at once if it jumps within this part of a report step.
constexpr double kAtOnce = 1e-6;

// A prescribed motion jumps if it moves in a small part of the report step by more than kJump times
// (time) * (sum of the speeds at both ends).
constexpr double kJump = 1e3;
// In a stretch of time that is measured at once, no body turns by more than kMostTurn [rad]: the
// points of whole turns are all alike. No row is cut into more than kMostStretches.
constexpr double kMostTurn = 0.75, kMostStretches = 1e5;

class KinematicRun {
 public:
  KinematicRun(const Plan& plan, const Built& built, const RunSettings& settings,
               Diagnostics& diagnostics)
      : plan_(plan),
        model_(built.model),
        phase_(built.phase),
        built_(built),
        settings_(settings),
        diagnostics_(diagnostics),
        kinematics_(model_, phase_, named_partition(phase_), settings.options),
        state_(state_at_rest(model_, plan.time.start)),
        next_(state_) {}

  Outcome run(const Outputs& outputs);

 private:
  bool assemble();
  bool rank_is_full();
  bool report_jump(const State& good, double t);
  void report_stop(const Continuation& continuation, double asked);
  void note(const ResidualAudit::Residual& residual);
  void note_held();
  Evidence evidence() const;
  Outcome failed(ExitStatus status) { return {status, describe_state(model_, state_)}; }
  std::string weakest_name() const {
    return model_.coordinate_name(kinematics_.jacobian().loosest_coordinate());
  }

  const Plan& plan_;
  const Model& model_;
  const Phase& phase_;
  const Built& built_;
  const RunSettings& settings_;
  Diagnostics& diagnostics_;
  Kinematics kinematics_;
  State state_, next_;
  Positioned placed_;  // of the first state
  KinematicAudit audit_;
};

bool KinematicRun::assemble() {
  SolveStatus status = kinematics_.assemble(state_);
  audit_.assembly_iterations = status.iterations;
  if (status.ok()) return true;
  if (status.kind == SolveKind::non_finite &&
      report_motion(model_, kinematics_, state_.t, diagnostics_))
    return false;
  if (report_path(model_, status, state_.t, state_.t, diagnostics_)) return false;
  if (report_rounding(plan_, model_, phase_, kinematics_, state_, state_.t, diagnostics_))
    return false;
  report_unassembled(plan_, built_, settings_.options, state_.t, status,
                     "; check lengths and the driver's start", diagnostics_);
  return false;
}

bool KinematicRun::rank_is_full() {
  placed_ = kinematics_.position(state_);
  const double rcond = placed_.ok() ? kinematics_.jacobian().rcond() : 0;
  const double rank = settings_.options.rank;
  if (rcond > std::max(rank, tolerance::singular_position)) return true;
  const int before = diagnostics_.error_count();
  report_dependent(model_, phase_, kinematics_, state_,
                   std::max(rank, tolerance::singular_position), diagnostics_);
  if (diagnostics_.error_count() > before) return false;
  if (rcond > rank) return true;
  diagnostics_.error({}, "mechanism",
                     fmt::format("at t = {} its equations are singular: {} is determined worst",
                                 state_.t, weakest_name()),
                     "start away from a singular position; check for redundant joints");
  return false;
}

// Reports an error and returns true if a prescribed coordinate jumps between a good state and a
// time just after it.
bool KinematicRun::report_jump(const State& good, double t) {
  State after = good;
  after.t = t;
  kinematics_.motion().prescribe(after);
  for (std::size_t i = 0; i < after.v.size(); ++i) {
    const double moved = std::fabs(after.x[i] - good.x[i]);
    const double smooth = std::fabs((t - good.t) * (std::fabs(good.v[i]) + std::fabs(after.v[i])));
    if (phase_.x_class[i] != Class::prescribed || !(moved > kJump * smooth) ||
        std::fabs(t - good.t) > kAtOnce * plan_.time.step)
      continue;
    const Origin& origin = model_.motion_origin[phase_.x_motion[i]];
    diagnostics_.error(
        origin.where, origin.label,
        fmt::format("at t = {:.9g} it jumps from {:.9g} to {:.9g}", t, good.x[i], after.x[i]),
        "expected a motion without jumps");
    return true;
  }
  return false;
}

void KinematicRun::report_stop(const Continuation& continuation, double asked) {
  const StopReason& stop = continuation.stop();
  if (stop.status.kind == SolveKind::non_finite &&
      report_motion(model_, kinematics_, continuation.good().t, diagnostics_))
    return;
  if (report_path(model_, stop.status, plan_.time.start, continuation.good().t, diagnostics_))
    return;
  if (report_jump(continuation.good(), stop.time)) return;
  if (report_rounding(plan_, model_, phase_, kinematics_, continuation.good(), asked, diagnostics_))
    return;
  const std::string worst =
      stop.coordinate < 0
          ? ""
          : fmt::format("; {} is determined worst", model_.coordinate_name(stop.coordinate));
  diagnostics_.error(
      {}, "mechanism",
      fmt::format("the drivers cannot take it to t = {:.9g}: its motion ends at t = {:.9g}, in a "
                  "toggle (dead) position{}",
                  asked, continuation.good().t, worst),
      "end the run earlier, or drive a coordinate that moves on through that position");
}

void KinematicRun::note(const ResidualAudit::Residual& r) {
  audit_.residual.position = std::max(audit_.residual.position, r.position);
  audit_.residual.velocity = std::max(audit_.residual.velocity, r.velocity);
  audit_.residual.acceleration = std::max(audit_.residual.acceleration, r.acceleration);
}

void KinematicRun::note_held() {
  for (std::size_t i = 0; i < state_.v.size(); ++i) {
    const double speed = std::fabs(state_.v[i]);
    audit_.fastest = std::max(audit_.fastest, speed);
    if (phase_.x_class[i] == Class::fixed) audit_.held = std::max(audit_.held, speed);
  }
}

Evidence KinematicRun::evidence() const {
  const ResidualAudit::Residual& r = audit_.residual;
  Evidence out;
  out.figures = {{Check::position_residual, r.position, settings_.options.feps},
                 {Check::velocity_residual, r.velocity},
                 {Check::acceleration_residual, r.acceleration},
                 {Check::held, audit_.held > 0 ? audit_.held / audit_.fastest : 0}};
  return out;
}

Outcome KinematicRun::run(const Outputs& outputs) {
  if (!equations_suffice(model_, phase_, kinematics_, state_, settings_.options, diagnostics_))
    return {ExitStatus::deck_error, {}};
  if (!assemble() || !rank_is_full()) return {ExitStatus::solution_failed, {}};
  kinematics_.rates(placed_, state_);
  StateRates rates(model_, phase_);
  if (!start_states(model_, rates, state_, diagnostics_))
    return failed(ExitStatus::solution_failed);

  KinematicLayout channels(plan_, model_, phase_);
  Layout& layout = channels.layout;
  check_state_names(model_, layout, diagnostics_);
  OutChannels outs(plan_, layout, diagnostics_);
  if (diagnostics_.has_errors()) return {ExitStatus::deck_error, {}};
  std::vector<double> values(layout.count());
  const TimeGrid& grid = plan_.time;
  RunOutput out(outputs, layout, settings_.digits,
                report_scale(model_, kinematics_.jacobian().length(), grid),
                time_decimals(grid.start, grid.step), diagnostics_, plan_.reports);
  if (diagnostics_.has_errors()) return {ExitStatus::deck_error, {}};
  std::unique_ptr<MeasureRun> measures;
  if (!plan_.measures.empty() || plan_.summary)
    measures = std::make_unique<MeasureRun>(plan_, layout, true, kinematics_.jacobian().length(),
                                            diagnostics_);
  if (diagnostics_.has_errors()) return {ExitStatus::deck_error, {}};
  if (settings_.echo) out.comment(outputs.head_of(built_));
  if (settings_.check_only) out.mute();

  const Interrupt interrupt = time_limit(plan_.limits, settings_);
  Continuation continuation(model_, kinematics_, settings_.options, state_, &interrupt);
  std::optional<MotionStates> states;
  if (!model_.states.empty()) {
    states.emplace(plan_, built_, settings_, state_, interrupt, diagnostics_);
    if (!states->begin()) return failed(ExitStatus::solution_failed);
    if (settings_.echo && !settings_.check_only) out.comment(states->describe_method());
  }
  std::optional<KinematicSource> source;
  if (measures) {
    source.emplace(model_, channels, kinematics_, settings_.options, state_, &interrupt, outs,
                   phase_.parameters);
    source->set_direct(layout, measures->channels());
    if (states) source->add_states(*states);
    measures->start(grid.start, *source);
  }
  std::optional<KnownTimes> known_times;  // only measures need times between rows
  if (measures)
    known_times.emplace(
        model_, phase_,
        chosen_integrator(plan_.method.integration, model_, plan_.parameters.units()),
        diagnostics_);
  std::vector<double> cuts;
  double measured = grid.start;
  const double end = grid.at(grid.count() - 1);
  const auto measure_turns = [&](double to, bool at_rest) {
    double fastest = 0;
    for (const int v : model_.turning)
      fastest = std::max({fastest, std::fabs(state_.v[v]), std::fabs(next_.v[v])});
    const double from = std::exchange(measured, to),
                 count = std::ceil(std::min(fastest * (to - from) / kMostTurn, kMostStretches));
    for (double k = 1; k < count; ++k)
      measures->advance(from + (to - from) * k / count, true, *source);
    measures->advance(to, at_rest, *source);
  };
  // Measures up to `to`, on each piece of the functions of t separately.
  const auto measure_until = [&](double to, bool at_rest) {
    if (known_times->any() && to > measured) {
      known_times->cuts(measured, to, end, cuts);
      for (const double cut : cuts) {
        measure_turns(cut, true);
        measures->forget();
      }
    }
    measure_turns(to, at_rest);
  };
  audit_.rows_asked = settings_.check_only ? 1 : grid.count();
  settings_.begin_progress(grid);
  Outcome outcome;
  double worst_pivot = 2;
  for (long long k = 0; k < audit_.rows_asked; ++k) {
    const double t = grid.at(k);
    settings_.note_progress(t);
    if (interrupt.requested()) {
      report_interrupt(interrupt, state_.t, diagnostics_);
      outcome = failed(ExitStatus::interrupted);
      break;
    }
    if (k > 0) {
      // The error message shows the state of the last row, since the last state before a dead
      // position has lost most of its digits.
      if (!continuation.advance(t, next_)) {
        if (continuation.stop().interrupted) {
          report_interrupt(interrupt, continuation.good().t, diagnostics_);
          outcome = failed(ExitStatus::interrupted);
        } else {
          report_stop(continuation, t);
          outcome = failed(ExitStatus::solution_failed);
        }
        break;
      }
      std::swap(state_, next_);
      if (measures) source->set_row(state_);
      if (measures && !states) measure_until(t, true);
    }
    if (kinematics_.jacobian().pivot_ratio() <
        worst_pivot) {  // rarely true, so that rcond is computed rarely
      worst_pivot = kinematics_.jacobian().pivot_ratio();
      const double rcond = kinematics_.jacobian().rcond();
      if (rcond < audit_.smallest_rcond)
        audit_.smallest_rcond = rcond, audit_.smallest_rcond_time = t;
    }
    if (states) {
      const MotionStates::Outcome done = states->advance(state_, [&](double to) {
        if (measures && to > grid.start) measure_until(to, to == t);
      });
      if (done != MotionStates::Outcome::ok) {
        state_ = next_;
        outcome = failed(done == MotionStates::Outcome::failed ? ExitStatus::solution_failed
                                                               : ExitStatus::interrupted);
        break;
      }
    }
    if (any_is_far(phase_, kinematics_, state_)) {
      report_rounding(plan_, model_, phase_, kinematics_, state_, t, diagnostics_);
      outcome = failed(ExitStatus::solution_failed);
      break;
    }
    if (!redundancy_holds(model_, phase_, kinematics_.evaluation(), t, diagnostics_)) {
      outcome = failed(ExitStatus::solution_failed);
      break;
    }
    const std::string said = channels.observe(model_, state_, t, values);
    if (!said.empty() && settings_.echo) out.comment(said);
    outs.observe(t, phase_.parameters, values);
    if (!out.row(t, values)) {
      report_rounding(plan_, model_, phase_, kinematics_, state_, t, diagnostics_);
      outcome = failed(ExitStatus::solution_failed);
      break;
    }
    out.state(state_);
    note(kinematics_.residuals().residual());
    note_held();
    ++audit_.rows_done;
  }
  if (settings_.check_only && outcome.status == ExitStatus::done)
    out.comment("check: the deck can be assembled at its start\n");
  if (settings_.check_only) return outcome;
  if (audit_.rows_done > 0) outcome.t_end = state_.t;
  outcome.evidence = evidence();
  outcome.verdict = judge(outcome.evidence, nullptr);
  if (!settings_.of_study)
    outcome.audit = describe_digits(outcome.evidence, outcome.verdict) +
                    describe_counts(audit_, continuation.count()) +
                    (states ? states->describe_counts() : "");
  finish_measures(measures.get(), settings_, out, outcome, diagnostics_);
  if (settings_.echo) {
    out.blank_line();
    out.comment(outputs.doubts_text() + "audit\n" +
                describe_verdict(outcome.verdict, outcome.ended_early()) +
                describe_figures(outcome.evidence) + describe_audit(audit_, continuation.count()));
  }
  if (outcome.status == ExitStatus::done &&
      !within_thresholds(settings_.options, {audit_.residual, 0, 0, false, 0}, diagnostics_))
    outcome.status = ExitStatus::check_failed;
  return outcome;
}

}  // namespace

Outcome run_kinematic(const Plan& plan, const Built& built, const RunSettings& settings,
                      const Outputs& outputs, Diagnostics& diagnostics) {
  return KinematicRun(plan, built, settings, diagnostics).run(outputs);
}

}  // namespace mbs
