#include "run/motion/integration.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/views.h"
#include "observe/layout.h"
#include "plan/plan.h"
#include "run/frame/causes.h"
#include "run/frame/limits.h"
#include "run/frame/missing_value.h"
#include "run/motion/start.h"

namespace mbs {

namespace {

// Where steps have come to a stand, positions are sought ahead by this part of the time that has
// passed, or by so many of the last steps, if that is longer.
constexpr double kTimeAhead = 1e-9, kStepsOver = 1000;

// Whether there is a position a little after a step that has become too small. The length of a path
// bends without bound where one of its points comes to the rim of a circle, so that a method with
// error control never makes the step across.
SolveStatus look_ahead(DynamicSystem& system, const StepStatus& status, ConstVector y, double start,
                       State state) {
  std::vector<double> ahead(y.begin(), y.end()), rates(y.size());
  if (!system.rhs(status.t, y, rates).ok()) return {};
  const double h = std::max(kTimeAhead * (status.t - start), kStepsOver * std::fabs(status.h));
  for (std::size_t i = 0; i < ahead.size(); ++i) ahead[i] += h * rates[i];
  return system.place(status.t + h, ahead, state).status();
}

}  // namespace

bool is_position(const Quantity& what) {
  switch (what.of) {
    case Of::body:
    case Of::point:
    case Of::coordinate:
    case Of::deformation:
    case Of::angle:
    case Of::beam:
    case Of::path:
    case Of::place:
      return what.rate == 0;
    default:
      return false;
  }
}

Integration::Integration(DynamicSite& site, PathAudit& path)
    : site_(site),
      path_(path),
      dead_position_(site.model, site.settings.options),
      row_(site.plan.method.integration) {}

bool Integration::make(std::vector<int> metered) {
  rebuild_system();
  system_->unknowns().meter(std::move(metered));
  return build_integrator();
}

bool Integration::hold_rates(const Layout& layout, const std::vector<int>& channels, bool all) {
  if (!is_implicit(method_.method)) return true;
  rates_read_.assign(site_.model.nx, all ? 1 : 0);
  std::vector<const DirectChannel*> direct(layout.channels.size(), nullptr);
  for (const DirectChannel& one : layout.direct) direct[one.channel] = &one;
  for (const int c : channels) {
    if (direct[c] == nullptr && !is_position(layout.channels[c].what))
      rates_read_.assign(site_.model.nx, 1);
    else if (direct[c] != nullptr && direct[c]->rate == 1)
      rates_read_[direct[c]->coordinate] = 1;
    else if (direct[c] != nullptr && direct[c]->rate > 1)
      rates_read_.assign(site_.model.nx, 1);
  }
  if (std::find(rates_read_.begin(), rates_read_.end(), 1) == rates_read_.end()) {
    rates_read_.clear();
    return true;
  }
  system_->hold_rates(rates_read_);
  return build_integrator();
}

void Integration::rebuild_system() {
  auto made = std::make_unique<DynamicSystem>(
      site_.model, site_.phase, *site_.dynamics, site_.state, site_.settings.options,
      chosen_integrator(row_, site_.model, site_.plan.units()));
  if (system_) made->unknowns().meter(system_->unknowns().metered_coordinates());
  made->hold_rates(rates_read_);
  system_ = std::move(made);
  system_->watch(&path_, site_.state);
}

bool Integration::rebuild_integrator() {
  earlier_ = totals();
  integrator_.reset();
  return build_integrator();
}

bool Integration::build_integrator() {
  method_ = chosen_integrator(row_, site_.model, site_.plan.units());
  method_.max_steps =
      std::max<long>(method_.max_steps, step_limit(site_.plan.limits, site_.settings));
  scale_tolerances(site_.plan.units(), site_.model, system_->unknowns(), method_);
  MadeIntegrator made = make_integrator(system_->ode(), method_);
  if (!made.integrator) {
    site_.diagnostics.error(row_.where, "INTEG",
                            fmt::format("method '{}' or its numbers will not do", method_.method),
                            fmt::format("expected one of {}", fmt::join(integrator_names(), ", ")));
    return false;
  }
  integrator_ = std::move(made.integrator);
  return true;
}

StepStatus Integration::go_on(double t, double work, bool fresh) {
  system_->pack(site_.state, work, y_);
  integrator_->control().set_tstop(site_.end_time());  // the last stop may be this very time
  const StepStatus status = fresh ? integrator_->start(t, y_) : integrator_->restart(t, y_);
  integrator_->control().set_tstop(site_.end_time());
  return status;
}

void Integration::bound_step(double stop, double longest) {
  integrator_->control().set_tstop(stop);
  integrator_->control().set_longest(longest);
}

StepStatus Integration::pass_jump(double t) {
  y_.assign(y().begin(), y().end());
  integrator_->control().set_tstop(site_.end_time());  // the last stop lies behind
  const StepStatus status = integrator_->restart(t, y_);
  if (status.ok()) take_latest();
  return status;
}

bool Integration::change_unknowns(StepStatus& status, bool& changed) {
  changed = false;
  if (!system_->worn()) return true;
  const SolveStatus solved =
      system_->change_unknowns(site_.plan.units(), integrator_, site_.state, status, changed);
  if (solved.ok()) return true;
  site_.report_singular(solved, t());
  return false;
}

bool Integration::in_dead_position(double failed_step) {
  if (!system_->complete(t(), y(), site_.state).ok()) return false;
  if (!dead_position_.is_near(site_.state, site_.phase, failed_step)) return false;
  site_.diagnostics.error({}, "mechanism", dead_position_.problem(), DeadPosition::expected());
  return true;
}

// The first time within the last step at which no state can be placed.
double Integration::first_failure() {
  double good = integrator_->t_previous(), bad = system_->failed_at();
  std::vector<double> y(y_.size());
  State state = site_.state;
  for (;;) {
    const double middle = good + (bad - good) / 2;
    if (middle == good || middle == bad) return good;
    const bool fails =
        !integrator_->interpolate(middle, y).ok() || !system_->place(middle, y, state).ok();
    (fails ? bad : good) = middle;
  }
}

// Whether velocities are so large that the way so far would take them no time. Steps of a motion
// that becomes infinitely fast at some time come to a stand in front of it.
bool Integration::runs_away() const {
  constexpr double kFast = 1e6;  // ways in the time so far: of one size of the mechanism, or radian
  const double way = 1 + site_.dynamics->kinematics().jacobian().length();
  return largest(site_.state.v) * (site_.state.t - site_.plan.time.start) > kFast * way;
}

void Integration::report_failure(const StepStatus& status) {
  const Dynamics& dynamics = *site_.dynamics;
  SolveStatus why = system_->last_failure();
  const bool refused = status.cause == EvalKind::reject || status.cause == EvalKind::failed;
  const bool between =
      system_->failed_at() > integrator_->t_previous() && system_->failed_at() <= integrator_->t();
  const double start = site_.plan.time.start;
  if (refused &&
      report_path(site_.model, why, start,
                  between && why.kind == SolveKind::inside_circle ? first_failure() : status.t,
                  site_.diagnostics))
    return;
  const bool not_solved = status.kind == StepKind::not_solved;
  const bool no_step = status.kind == StepKind::step_too_small || not_solved;
  if (no_step && report_path(site_.model, look_ahead(*system_, status, y(), start, site_.state),
                             start, status.t, site_.diagnostics))
    return;
  const bool weak = no_step && dynamics.placement().is_poor();
  if ((refused || weak) && why.kind != SolveKind::singular &&
      system_->fails_by_names(status.t + status.h)) {
    why.kind = SolveKind::singular;
    why.column = dynamics.kinematics().jacobian().weakest_coordinate();
  }
  if ((refused || weak) && why.kind == SolveKind::singular)
    return site_.report_singular(why, std::isnan(why.time) ? status.t : why.time);
  if (refused && why.kind == SolveKind::non_finite &&
      report_motion(site_.model, dynamics.kinematics(), status.t, site_.diagnostics))
    return;
  const Loads& loads = dynamics.loads();
  if (report_rounding(site_.plan, site_.model, site_.phase, site_.dynamics->kinematics(),
                      site_.state, status.t, site_.diagnostics))
    return;
  const bool non_finite =
      status.cause == EvalKind::non_finite || status.kind == StepKind::non_finite;
  const bool missing_value = loads.missing_value && loads.missing_at >= status.t;
  if (non_finite && !missing_value && status.t == site_.plan.time.start && status.h == 0 &&
      report_no_force(site_.model, loads, status.t, site_.diagnostics))
    return;
  if ((no_step || refused) && in_dead_position(std::fabs(status.h))) return;
  if (status.kind != StepKind::too_many_steps && loads.missing_value &&
      loads.missing_at >= status.t)
    return report_missing_value(*loads.missing_value, loads.missing_at, site_.diagnostics);
  const std::string cause =
      status.kind == StepKind::too_many_steps  ? "too many steps"
      : not_solved                             ? "the equations of the step could not be solved"
      : status.cause == EvalKind::reject       ? "the mechanism cannot be closed there"
      : non_finite || (no_step && runs_away()) ? "the motion grows beyond all bounds"
                                               : "the step would become too small";
  if (non_finite && system_->complete(t(), y(), site_.state).ok() &&
      report_growth(site_.model, site_.dynamics->loads(),
                    fmt::format("stopped at t = {:.9g}, worst in {}", status.t,
                                system_->unknowns().name(status.component)),
                    site_.diagnostics))
    return;
  site_.diagnostics.error(
      {}, "integration",
      fmt::format("stopped at t = {:.9g}: {} (step {:.2e}, worst in {})", status.t, cause, status.h,
                  system_->unknowns().name(status.component)),
      not_solved || (refused && is_implicit(method_.method) && method_.h > 0)
          ? std::string("expected a shorter step h, or tolerances in its place")
          : std::string("look at the forces and the tolerances there") +
                (is_implicit(method_.method) ? ", or try DOP853"
                 : site_.model.forces.muscles.empty()
                     ? "; STIFF copes with stiff springs"
                     : "; STIFF copes with stiff springs and tendons"));
}

IntegratorStats Integration::totals() const {
  IntegratorStats out = earlier_;
  if (!integrator_) return out;
  const IntegratorStats& now = integrator_->stats();
  out.accepted += now.accepted;
  out.rejected += now.rejected;
  out.rhs += now.rhs;
  out.factorizations += now.factorizations;
  out.dissipated += now.dissipated;
  out.longest = std::max(out.longest, now.longest);
  return out;
}

}  // namespace mbs
