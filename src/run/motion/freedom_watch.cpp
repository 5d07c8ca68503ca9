#include "run/motion/freedom_watch.h"

#include <algorithm>
#include <cmath>

#include "plan/plan.h"
#include "run/motion/start.h"

namespace mbs {

namespace {

// The second run finds the time where the deck's method has gone beyond the position or comes no
// nearer. kToleranceOfOther: its tolerances. kReachInSteps, kReachInTime: how far it goes, in steps
// of the first run or as part of the time that has passed. kHalvedLooks: of a step that is
// searched.
constexpr double kToleranceOfOther = 1e-10, kReachInSteps = 4, kReachInTime = 1e-3;
constexpr int kStepsOfOther = 1000, kHalvedLooks = 6;

}  // namespace

void FreedomWatch::begin() {
  named_.reset();
  last_ = {};
  if (site_.may_choose) return;
  named_.emplace(site_.model, site_.phase);
  if (!named_->any()) named_.reset();
  state_ = site_.state;  // what an event has fixed keeps its present place
}

FreedomWatch::Look FreedomWatch::look(const Course& course, double t) {
  const ConstVector end = course.integrator.y();
  y_.assign(end.begin(), end.end());
  if (t != course.integrator.t() && !course.integrator.interpolate(t, y_).ok()) return {t, -1, {}};
  if (!course.system.place(t, y_, state_).ok()) return {t, -1, {}};
  const Placement& placement = course.dynamics.placement();
  if (looked_at_ != &course.dynamics || renewals_ != placement.renewals()) {
    others_.emplace(site_.model, site_.phase, placement.partition(), site_.settings.options);
    others_->choose_scales(state_);
    looked_at_ = &course.dynamics;
    renewals_ = placement.renewals();
  }
  if (!others_->position_at(state_).ok()) return {t, -1, {}};
  return {t, renewals_, named_->determinants(*others_)};
}

// The parabolas through both ends and the middle show that no determinant is zero, or both halves
// are searched.
std::optional<double> FreedomWatch::change_within(const Course& course, const Look& from,
                                                  const Look& to, int halvings) {
  if (const auto t = bisect(course, from, to)) return t;
  const double middle = from.t + (to.t - from.t) / 2;
  if (halvings == 0 || middle == from.t || middle == to.t) return {};
  const Look between = look(course, middle);
  bool shown = from.by == between.by && between.by == to.by;
  for (std::size_t k = 0; shown && k < between.determinants.size(); ++k) {
    const double a = from.determinants[k], b = between.determinants[k], c = to.determinants[k];
    shown = a * b > 0 && b * c > 0 &&
            std::fabs(a - 2 * b + c) < std::min({std::fabs(a), std::fabs(b), std::fabs(c)});
  }
  if (shown) return {};
  if (const auto t = change_within(course, from, between, halvings - 1)) return t;
  return change_within(course, between, to, halvings - 1);
}

// None where both are on the same side.
std::optional<double> FreedomWatch::bisect(const Course& course, Look from, Look to) {
  if (from.by != to.by || !NamedFreedoms::differ(from.determinants, to.determinants)) return {};
  for (;;) {
    const double middle = from.t + (to.t - from.t) / 2;
    if (middle == from.t || middle == to.t) return from.t;
    Look between = look(course, middle);
    if (between.by != from.by || between.determinants.empty()) return middle;
    (NamedFreedoms::differ(from.determinants, between.determinants) ? to : from) =
        std::move(between);
  }
}

std::optional<double> FreedomWatch::find(double limit) {
  if (!named_ || !site_.dynamics->placement().is_relieved()) return {};
  const Course now = course();
  const double start = now.integrator.t_previous();
  const bool is_last = last_.t == start && last_.by == now.dynamics.placement().renewals();
  const Look from = is_last ? last_ : look(now, start);
  last_ = look(now, limit);
  return change_within(now, from, last_, kHalvedLooks);
}

std::optional<double> FreedomWatch::explain(const StepStatus& status) {
  if (!named_ || status.kind == StepKind::too_many_steps) return {};
  State from = site_.state;
  y_.assign(integration_.y().begin(), integration_.y().end());
  if (!integration_.system().place(integration_.t(), y_, from).ok()) return {};
  integration_.system().unknowns().unpack_states(y_, from);
  const double step = std::max(std::fabs(status.h), integration_.step_size()),
               done = from.t - site_.plan.time.start;
  return seek(from, from.t + std::max(kReachInSteps * step, kReachInTime * done));
}

// The time at which a second run from a state, with other degrees of freedom, comes to another side
// of the named ones.
std::optional<double> FreedomWatch::seek(const State& from, double until) {
  const Phase free = without_names(site_.phase);
  SecondRun run(site_.model, free, site_.settings.options, site_.plan.method.form, true,
                kToleranceOfOther, kStepsOfOther);
  if (!run.start(from, until)) return {};
  const Course ahead = run.course();
  std::optional<double> found;
  while (!found && run.step()) {
    const Look last = look(ahead, run.t_previous());
    found = change_within(ahead, last, look(ahead, run.t()), kHalvedLooks);
  }
  looked_at_ = nullptr;
  return found;
}

void FreedomWatch::report(double t) {
  Kinematics named(site_.model, site_.phase, named_->partition(), site_.settings.options);
  named.choose_scales(state_);
  static_cast<void>(named.position_at(state_));
  report_names(site_.model, named_->partition(), named.jacobian().loosest_coordinate(), t,
               site_.diagnostics);
  if (!(t <= integration_.t()) || !integration_.integrator().interpolate(t, y_).ok()) return;
  State last = site_.state;
  if (integration_.system().complete(t, y_, last).ok()) site_.state = last;
}

}  // namespace mbs
