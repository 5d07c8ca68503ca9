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
#include "run/kinematic/row_measures.h"
#include "run/measures/measure_run.h"
#include "run/motion/pole_watch.h"
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
  std::optional<Outcome> begin(const Outputs& outputs);
  std::optional<Outcome> make_outputs(const Outputs& outputs);
  void begin_measures();
  Outcome rows();
  ExitStatus go_to_row(double t);
  ExitStatus advance(double t);
  ExitStatus advance_states(double t);
  ExitStatus write_row(double t);
  void finish(const Outputs& outputs, Outcome& outcome);
  bool assemble();
  bool rank_is_full();
  bool report_jump(const State& good, double t);
  void report_stop(const Continuation& continuation, double asked);
  void note_rcond(double t);
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
  State state_, next_;  // of the row at hand; the one before it, or that of a step that has failed
  Positioned placed_;   // of the first state
  KinematicAudit audit_;
  double worst_pivot_ = 2;  // of all rows
  // Made by begin().
  std::optional<KinematicLayout> channels_;
  std::optional<OutChannels> outs_;
  std::optional<RunOutput> out_;
  std::optional<Interrupt> interrupt_;
  std::optional<Continuation> continuation_;
  std::optional<MotionStates> states_;     // none: the deck has no states
  std::unique_ptr<MeasureRun> measures_;   // null: the deck has no measures
  std::optional<KinematicSource> source_;  // of the measures
  std::optional<RowMeasures> row_measures_;
  std::vector<double> values_;  // of the row at hand
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

// rcond is computed where the pivots are worse than ever before, which is rare.
void KinematicRun::note_rcond(double t) {
  const double pivot = kinematics_.jacobian().pivot_ratio();
  if (!(pivot < worst_pivot_)) return;
  worst_pivot_ = pivot;
  const double rcond = kinematics_.jacobian().rcond();
  if (rcond < audit_.smallest_rcond) audit_.smallest_rcond = rcond, audit_.smallest_rcond_time = t;
}

// Assembles the mechanism and makes the parts of the run. The outcome, where the run ends here.
std::optional<Outcome> KinematicRun::begin(const Outputs& outputs) {
  if (!equations_suffice(model_, phase_, kinematics_, state_, settings_.options, diagnostics_))
    return Outcome{ExitStatus::deck_error, {}};
  if (!assemble() || !rank_is_full()) return Outcome{ExitStatus::solution_failed, {}};
  kinematics_.rates(placed_, state_);
  StateRates rates(model_, phase_);
  if (!start_states(model_, rates, state_, diagnostics_))
    return failed(ExitStatus::solution_failed);
  if (auto refused = make_outputs(outputs)) return refused;
  interrupt_.emplace(time_limit(plan_.limits, settings_));
  continuation_.emplace(model_, kinematics_, settings_.options, state_, &*interrupt_);
  if (!model_.states.empty()) {
    states_.emplace(plan_, built_, settings_, state_, *interrupt_, diagnostics_);
    if (!states_->begin()) return failed(ExitStatus::solution_failed);
    if (settings_.echo && !settings_.check_only) out_->comment(states_->describe_method());
  }
  if (measures_) begin_measures();
  return {};
}

std::optional<Outcome> KinematicRun::make_outputs(const Outputs& outputs) {
  const Outcome refused{ExitStatus::deck_error, {}};
  channels_.emplace(plan_, model_, phase_);
  Layout& layout = channels_->layout;
  check_state_names(model_, layout, diagnostics_);
  // Errors of all lines that read channels are given together.
  outs_.emplace(plan_, layout, diagnostics_);
  values_.resize(layout.count());
  const double length = kinematics_.jacobian().length();
  out_.emplace(outputs, layout, settings_.digits, report_scale(model_, length, plan_.time),
               time_decimals(plan_.time.start, plan_.time.step), diagnostics_, plan_.reports);
  if (!plan_.measures.empty() || plan_.summary)
    measures_ = std::make_unique<MeasureRun>(plan_, layout, true, length, diagnostics_);
  if (diagnostics_.has_errors()) return refused;
  if (settings_.echo) out_->comment(outputs.head_of(built_));
  if (settings_.check_only) out_->mute();
  return {};
}

void KinematicRun::begin_measures() {
  source_.emplace(model_, *channels_, kinematics_, settings_.options, state_, &*interrupt_, *outs_,
                  phase_.parameters);
  source_->set_direct(channels_->layout, measures_->channels());
  if (states_) source_->add_states(*states_);
  measures_->start(plan_.time.start, *source_);
  row_measures_.emplace(model_, phase_, plan_, *measures_, *source_, next_, state_, diagnostics_);
}

Outcome KinematicRun::rows() {
  const TimeGrid& grid = plan_.time;
  PoleWatch poles(model_, phase_, false);
  poles.begin(grid.start, nullptr);
  audit_.rows_asked = settings_.check_only ? 1 : grid.count();
  settings_.begin_progress(grid);
  for (long long k = 0; k < audit_.rows_asked; ++k) {
    const double t = grid.at(k);
    settings_.note_progress(t);
    if (interrupt_->requested()) {
      report_interrupt(*interrupt_, state_.t, diagnostics_);
      return failed(ExitStatus::interrupted);
    }
    if (poles.note(t, nullptr)) {
      poles.report(diagnostics_);
      return failed(ExitStatus::solution_failed);
    }
    ExitStatus status = k > 0 ? go_to_row(t) : ExitStatus::done;
    if (status == ExitStatus::done) status = write_row(t);
    if (status != ExitStatus::done) return failed(status);
    ++audit_.rows_done;
  }
  return {};
}

// Rotations that go on from the row before are followed on the way, in parts in which they cannot
// turn by so much that the row does not tell how.
ExitStatus KinematicRun::go_to_row(double t) {
  RotationObserver& rotations = channels_->rotations;
  if (!rotations.goes_on()) return advance(t);
  constexpr double kLeast = 1e-6;  // of the way
  const double least = kLeast * (t - state_.t);
  rotations.follow(state_);
  while (t - state_.t > rotations.longest_step()) {
    const double next = state_.t + std::max(least, rotations.longest_step());
    if (!(next < t)) break;
    ExitStatus status = advance(next);
    if (status == ExitStatus::done && states_) status = advance_states(next);
    if (status != ExitStatus::done) return status;
    rotations.follow(state_);
  }
  return advance(t);
}

// Moves the mechanism to the time of the next row. The error message shows the state of the last
// row, since the last state before a dead position has lost most of its digits.
ExitStatus KinematicRun::advance(double t) {
  if (!continuation_->advance(t, next_)) {
    if (continuation_->stop().interrupted) {
      report_interrupt(*interrupt_, continuation_->good().t, diagnostics_);
      return ExitStatus::interrupted;
    }
    report_stop(*continuation_, t);
    return ExitStatus::solution_failed;
  }
  std::swap(state_, next_);
  if (source_) source_->set_row(state_);
  if (row_measures_ && !states_) row_measures_->advance(t, true);
  return ExitStatus::done;
}

// Integrates the states of the deck up to the row.
ExitStatus KinematicRun::advance_states(double t) {
  const MotionStates::Outcome done = states_->advance(state_, [&](double to) {
    if (row_measures_ && to > plan_.time.start) row_measures_->advance(to, to == t);
  });
  if (done == MotionStates::Outcome::ok) return ExitStatus::done;
  state_ = next_;
  return done == MotionStates::Outcome::failed ? ExitStatus::solution_failed
                                               : ExitStatus::interrupted;
}

// Writes the row of the state, in which the mechanism has been placed.
ExitStatus KinematicRun::write_row(double t) {
  note_rcond(t);
  if (states_)
    if (const ExitStatus status = advance_states(t); status != ExitStatus::done) return status;
  if (any_is_far(phase_, kinematics_, state_)) {
    report_rounding(plan_, model_, phase_, kinematics_, state_, t, diagnostics_);
    return ExitStatus::solution_failed;
  }
  if (!redundancy_holds(model_, phase_, kinematics_.evaluation(), t, diagnostics_))
    return ExitStatus::solution_failed;
  const std::string said = channels_->observe(model_, state_, t, values_);
  if (!said.empty() && settings_.echo) out_->comment(said);
  outs_->observe(t, phase_.parameters, values_);
  if (!out_->row(t, values_)) {
    report_rounding(plan_, model_, phase_, kinematics_, state_, t, diagnostics_);
    return ExitStatus::solution_failed;
  }
  out_->state(state_);
  note(kinematics_.residuals().residual());
  note_held();
  return ExitStatus::done;
}

// The verdict, the values of measures and the audit behind the last row.
void KinematicRun::finish(const Outputs& outputs, Outcome& outcome) {
  if (audit_.rows_done > 0) outcome.t_end = state_.t;
  outcome.evidence = evidence();
  outcome.verdict = judge(outcome.evidence, nullptr);
  if (!settings_.of_study)
    outcome.audit = describe_digits(outcome.evidence, outcome.verdict) +
                    describe_counts(audit_, continuation_->count()) +
                    (states_ ? states_->describe_counts() : "");
  finish_measures(measures_.get(), settings_, *out_, outcome, diagnostics_);
  if (settings_.echo) {
    out_->blank_line();
    out_->comment(outputs.doubts_text() + "audit\n" +
                  describe_verdict(outcome.verdict, outcome.ended_early()) +
                  describe_figures(outcome.evidence) +
                  describe_audit(audit_, continuation_->count()));
  }
  if (outcome.status == ExitStatus::done &&
      !within_thresholds(settings_.options, {audit_.residual, 0, 0, false, 0}, diagnostics_))
    outcome.status = ExitStatus::check_failed;
}

Outcome KinematicRun::run(const Outputs& outputs) {
  if (auto ended = begin(outputs)) return *ended;
  Outcome outcome = rows();
  if (!settings_.check_only)
    finish(outputs, outcome);
  else if (outcome.status == ExitStatus::done)
    out_->comment("check: the deck can be assembled at its start\n");
  return outcome;
}

}  // namespace

Outcome run_kinematic(const Plan& plan, const Built& built, const RunSettings& settings,
                      const Outputs& outputs, Diagnostics& diagnostics) {
  return KinematicRun(plan, built, settings, diagnostics).run(outputs);
}

}  // namespace mbs
