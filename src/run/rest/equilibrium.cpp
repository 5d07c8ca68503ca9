// STATIC: the position in which the degrees of freedom stand still under the forces.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/tolerances.h"
#include "observe/observer.h"
#include "plan/static_rows.h"
#include "run/frame/causes.h"
#include "run/frame/echo.h"
#include "run/frame/limits.h"
#include "run/frame/scale.h"
#include "run/measures/measure_run.h"
#include "run/motion/push_watch.h"
#include "run/motion/start.h"
#include "run/motion/state_start.h"
#include "run/rest/equilibria.h"
#include "run/rest/find_equilibrium.h"
#include "run/rest/large_modes.h"
#include "run/rest/shape_at_rest.h"

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

// The equilibria of STATIC and their rows: one, or one for each report time.
class StaticRun {
 public:
  StaticRun(const Plan& plan, const Built& built, const RunSettings& settings,
            const Outputs& outputs, Diagnostics& diagnostics)
      : plan_(plan),
        built_(built),
        settings_(settings),
        outputs_(outputs),
        diagnostics_(diagnostics),
        dynamics_(built.model, built.phase, settings.options, form_of_statics(built),
                  plan.method.choose_freedoms),
        observer_(plan, built.model, built.phase),
        state_(state_at_rest(built.model, plan.time.start)) {}

  // head: further lines of the head of the report.
  Outcome run(const std::string& head) {
    const ExitStatus started =
        start_mechanism(plan_, built_, settings_, dynamics_, state_, diagnostics_).status;
    if (started == ExitStatus::deck_error) return {started, {}};
    if (started != ExitStatus::done) return {started, describe_state(built_.model, state_)};
    if (!open()) return {ExitStatus::deck_error, {}};
    const bool in_time = changes_with_time(built_, plan_.time) ||
                         std::any_of(plan_.measures.begin(), plan_.measures.end(), needs_time);
    const bool follows = in_time && may_follow_equilibria(plan_);
    if (settings_.echo)
      out_->comment(outputs_.head_of(built_) +
                    describe_freedoms(built_.model, dynamics_.placement().partition()) + head +
                    (follows ? "an equilibrium at each report time: the degrees of freedom stand "
                               "still, what is driven keeps its velocity and acceleration\n"
                             : ""));
    if (settings_.check_only) {
      out_->comment("check: the deck can be assembled at its start\n");
      return {};
    }
    start_ = state_;
    if (!first_row()) return failed(ExitStatus::solution_failed);
    if (!in_time) return close({});
    if (follows) return close(later_rows());
    warn_of_first_time_only(plan_.time,
                            plan_.choice.present
                                ? "a deck without a choice of knowns has a row for each report time"
                                : "without ARC each report time has its row",
                            diagnostics_);
    return close({});
  }

 private:
  // A sample of measures is the equilibrium at its time, found from the nearest one before that is
  // known: the row before or an earlier sample.
  class Samples final : public MeasureSource {
   public:
    Samples(StaticRun& of, EquilibriumFollower& follower) : of_(of), follower_(follower) {}
    // row: where the next stretch begins.
    void begin(const State& row) {
      known_.clear();
      known_.emplace(row.t, row);
    }
    bool sample(double t, bool, Vector channels) override {
      const auto before = std::prev(known_.upper_bound(std::max(t, known_.begin()->first)));
      State at = before->second;
      if (!follower_.reach(t, at)) return false;
      if (known_.size() >= kMostKnown) leave_out_every_second();
      known_.emplace(t, at);
      of_.probe(at, channels);
      return true;
    }

   private:
    static constexpr std::size_t kMostKnown = 200;
    void leave_out_every_second() {
      for (auto at = known_.begin(); at != known_.end() && ++at != known_.end();)
        at = known_.erase(at);
    }
    StaticRun& of_;
    EquilibriumFollower& follower_;
    std::map<double, State> known_;
  };

  bool open() {
    check_state_names(built_.model, observer_.layout(), diagnostics_);
    observer_.add_outs(plan_, diagnostics_);
    measures_ = measures_of_row(plan_, observer_.layout(), diagnostics_);
    out_.emplace(outputs_, observer_.layout(), settings_.digits,
                 report_scale(built_.model, dynamics_.kinematics().jacobian().length(), plan_.time),
                 time_decimals(plan_.time.start, plan_.time.step), diagnostics_, plan_.reports);
    values_.resize(observer_.layout().count());
    return !diagnostics_.has_errors();
  }

  bool first_row() {
    const auto on_point = [&](const PathPoint& point, const State& at) {
      observe(at);
      if (settings_.echo) out_->comment(describe(point));
      // The whole load has its row in the usual way.
      return point.is_last || write_row(at.t);
    };
    found_ = find_equilibrium(plan_, built_, dynamics_, state_, diagnostics_, on_point);
    if (!found_.ok() || !row()) return false;
    if (measures_) measure_row(measures_.get(), state_.t, values_);
    return true;
  }

  // The degrees of freedom stand while dampers feel the velocity of what is driven. The rate of a
  // deformation is a sum of terms De v: where it is far smaller than they are, it is their
  // rounding.
  void warn_of_dampers() {
    const Model& model = built_.model;
    const std::vector<LinearTerm>& damping = model.forces.damping;
    const Evaluation& at = dynamics_.kinematics().jacobian().evaluation();
    std::vector<double> terms(state_.ed.size(), 0.0);
    for (int k = 0; k < model.derivative_count; ++k)
      terms[model.entry_row[k]] += std::fabs(at.De[k] * state_.v[model.entry_column[k]]);
    const auto felt = std::find_if(damping.begin(), damping.end(), [&](const LinearTerm& term) {
      const double rate = std::fabs(state_.ed[term.column]);
      return term.value != 0 && rate > tolerance::same_size * terms[term.column];
    });
    if (felt == damping.end()) return;
    diagnostics_.warning(
        plan_.time.where, "STATIC",
        fmt::format("the damper of {} feels the velocity of what is driven, while the degrees of "
                    "freedom stand still in each row",
                    built_.model.deformation_name(felt->row)),
        "leave the damping out, or let the driven motion take more time");
  }

  ExitStatus later_rows() {
    warn_of_dampers();
    EquilibriumFollower follower(plan_, built_, dynamics_, found_, diagnostics_);
    Samples samples(*this, follower);
    const Interrupt interrupt(time_limit(plan_.limits, settings_));
    for (long long k = 1; k < plan_.time.count(); ++k) {
      if (interrupt.requested()) {
        report_interrupt(interrupt, state_.t, diagnostics_);
        return ExitStatus::interrupted;
      }
      samples.begin(state_);
      if (!follower.follow(plan_.time.at(k), state_)) return ExitStatus::solution_failed;
      found_ = follower.status();
      if (!row()) return ExitStatus::solution_failed;
      if (measures_) measures_->advance(state_.t, false, samples);
    }
    follower.warn();
    return ExitStatus::done;
  }

  void observe(const State& at) {
    observer_.observe(at, dynamics_, -elastic_energy(built_.model, at), values_);
    observer_.observe_outs(at, values_);
  }
  void probe(const State& at, Vector values) {
    observer_.probe(at, dynamics_, -elastic_energy(built_.model, at), values);
    observer_.observe_outs(at, values);
  }

  bool write_row(double t) {
    const std::string of_rotations = observer_.show_rotations(t, values_);
    if (!of_rotations.empty() && settings_.echo) out_->comment(of_rotations);
    return out_->row(t, values_);
  }

  // Writes the row of the present equilibrium and takes its figures.
  bool row() {
    const Model& model = built_.model;
    if (any_is_far(built_.phase, dynamics_.kinematics(), state_) &&
        report_rounding(plan_, model, built_.phase, dynamics_.kinematics(), state_, state_.t,
                        diagnostics_))
      return false;
    PositionJacobian& jacobian = dynamics_.kinematics().jacobian();
    if (jacobian.determinacy() < tolerance::singular_position) {
      report_names(model, dynamics_.placement().partition(), jacobian.loosest_coordinate(),
                   state_.t, diagnostics_);
      return false;
    }
    observe(state_);
    if (!write_row(state_.t)) return false;
    out_->state(state_, dynamics_.stresses(), dynamics_.reactions());
    dynamics_.kinematics().residuals().find(state_);
    Evidence now;
    add_equilibrium(found_, model, start_, state_, now);
    equilibria_.add(found_, state_.t, now);
    is_warned_of_places_ =
        is_warned_of_places_ || warn_of_places(plan_, built_, dynamics_, state_, diagnostics_);
    pushes_.note(state_.t, dynamics_);
    return true;
  }

  Outcome failed(ExitStatus status) const { return {status, describe_state(built_.model, state_)}; }

  Outcome close(ExitStatus status) {
    Outcome outcome;
    outcome.status = status;
    if (status != ExitStatus::done) outcome.last_good_state = describe_state(built_.model, state_);
    outcome.evidence.figures = {
        {Check::momentum, observer_.momentum_gap()},
        {Check::position_residual, dynamics_.kinematics().residuals().residual().position,
         settings_.options.feps}};
    for (const Figure& figure : equilibria_.worst()) outcome.evidence.figures.push_back(figure);
    outcome.verdict = judge(outcome.evidence, nullptr);
    outcome.audit =
        describe_digits(outcome.evidence, outcome.verdict) + describe_equilibrium_counts(found_);
    pushes_.report(true, diagnostics_);
    outcome.t_end = state_.t;
    finish_measures(measures_.get(), settings_, *out_, outcome, diagnostics_);
    if (settings_.echo) {
      out_->blank_line();
      out_->comment("audit\n" + describe_verdict(outcome.verdict, outcome.ended_early()) +
                    describe_figures(outcome.evidence) + equilibria_.describe(found_));
    }
    return outcome;
  }

  const Plan& plan_;
  const Built& built_;
  const RunSettings& settings_;
  const Outputs& outputs_;
  Diagnostics& diagnostics_;
  Dynamics dynamics_;
  Observer observer_;
  State state_, start_ = state_;          // the present equilibrium, the assembled mechanism
  std::unique_ptr<MeasureRun> measures_;  // null without measures
  std::optional<RunOutput> out_;
  std::vector<double> values_;
  EquilibriumStatus found_;
  EquilibriaShown equilibria_;
  bool is_warned_of_places_ = false;
  PushWatch pushes_{plan_, built_.model, built_.phase};
};

}  // namespace

Outcome run_equilibrium(const Plan& plan, const Built& built, const RunSettings& settings,
                        const Outputs& outputs, Diagnostics& diagnostics) {
  if (!built.model.choice) return StaticRun(plan, built, settings, outputs, diagnostics).run("");
  Outcome failed;
  const auto held = bring_choice_to_rest(plan, built, settings, failed, diagnostics);
  if (!held) return failed;
  return StaticRun(plan, held->still, settings, outputs, diagnostics).run(held->text);
}

}  // namespace mbs
