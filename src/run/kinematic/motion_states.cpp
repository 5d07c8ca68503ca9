#include "run/kinematic/motion_states.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>

#include "base/index.h"
#include "plan/plan.h"
#include "run/frame/limits.h"
#include "run/frame/missing_value.h"
#include "run/motion/dynamic_system.h"

namespace mbs {

MotionStates::MotionStates(const Plan& plan, const Built& built, const RunSettings& settings,
                           const State& start, const Interrupt& interrupt, Diagnostics& diagnostics)
    : plan_(plan),
      model_(built.model),
      settings_(settings),
      diagnostics_(diagnostics),
      interrupt_(interrupt),
      options_(settings.options),
      kinematics_(built.model, built.phase, named_partition(built.phase), options_),
      rates_(built.model, built.phase),
      placed_(start),
      accepted_(start),
      method_(chosen_integrator(plan.method.integration, built.model, plan.units())),
      known_times_(built.model, built.phase, method_, diagnostics),
      fields_(built.model, built.phase, method_, diagnostics,
              [this](double t, State& state) { return look_ahead(t, state); }),
      y_(start.z) {
  method_.max_steps = std::max<long>(method_.max_steps, step_limit(plan.limits, settings));
}

bool MotionStates::begin() {
  State again = accepted_;
  const bool assembled = kinematics_.assemble(again).ok();
  const Positioned at = assembled ? kinematics_.position(again) : Positioned();
  if (at.ok() && kinematics_.rates(at, again).ok())
    walk_.emplace(model_, kinematics_, options_, accepted_, &interrupt_);
  MadeIntegrator made = make_integrator(ode_system(count_of(y_), *this), method_);
  if (!walk_ || !made.integrator) {
    diagnostics_.error(plan_.method.integration.where, "INTEG",
                       fmt::format("method '{}' or its numbers will not do", method_.method),
                       fmt::format("expected one of {}", fmt::join(integrator_names(), ", ")));
    return false;
  }
  integrator_ = std::move(made.integrator);
  const StepStatus status = integrator_->start(accepted_.t, y_);
  integrator_->control().set_tstop(plan_.time.at(plan_.time.count() - 1));
  if (!status.ok()) return failed(status), false;
  integrator_->set_guard(fields_.any() ? &fields_ : nullptr);
  look_at_fields(true);
  return true;
}

// Tells the laws that are narrow in the state where the integration begins, or where it is.
void MotionStates::look_at_fields(bool begins) {
  if (!fields_.any() || (begins && !place(integrator_->t()))) return;
  State here = begins ? placed_ : accepted_;
  std::copy(integrator_->y().begin(), integrator_->y().end(), here.z.begin());
  rates_.evaluate(here);
  if (begins)
    fields_.begin(here, here.ed, rates_.slots());
  else
    fields_.note(here.t, rates_.slots());
}

// Places the mechanism at t. If this fails, the walk begins again at the last accepted time.
bool MotionStates::place(double t) {
  if (walk_->advance(t, placed_)) return true;
  walk_.emplace(model_, kinematics_, options_, accepted_, &interrupt_);
  return walk_->advance(t, placed_);
}

// The whole motion is known; its states are not.
bool MotionStates::look_ahead(double t, State& state) {
  if (t > plan_.time.at(plan_.time.count() - 1) || !place(t)) return false;
  state = placed_;
  std::fill(state.z.begin(), state.z.end(), std::numeric_limits<double>::quiet_NaN());
  return true;
}

EvalStatus MotionStates::rhs(double t, ConstVector y, Vector ydot) {
  if (!place(t)) return {EvalKind::reject, -1, 0};
  std::copy(y.begin(), y.end(), placed_.z.begin());
  rates_.evaluate(placed_);
  std::copy(placed_.zd.begin(), placed_.zd.end(), ydot.begin());
  return {};
}

EvalStatus MotionStates::project(double t, Vector) {
  if (!place(t)) return {EvalKind::reject, -1, 0};
  accepted_ = placed_;
  return {};
}

void MotionStates::look(State& state) {
  integrator_->interpolate(state.t, y_);
  std::copy(y_.begin(), y_.end(), state.z.begin());
  rates_.evaluate(state);
}

// One step, bounded by the known jumps and kinks of the functions of time, and by laws that are
// narrow in the state.
StepStatus MotionStates::step() {
  const double end = plan_.time.at(plan_.time.count() - 1);
  double stop = end, longest = std::numeric_limits<double>::infinity();
  if (known_times_.any()) {
    KnownTimes::Plan plan = known_times_.plan(integrator_->t(), end);
    while (plan.jumps && plan.behind < end) {
      y_.assign(integrator_->y().begin(), integrator_->y().end());
      integrator_->control().set_tstop(end);  // the last tstop lies behind
      const StepStatus status = integrator_->restart(plan.behind, y_);
      if (!status.ok()) return status;
      look_at_fields(true);
      plan = known_times_.plan(integrator_->t(), end);
    }
    stop = std::min(plan.stop, end), longest = plan.length;
    integrator_->control().set_tstop(stop);
    integrator_->set_meter(known_times_.meter());
  }
  if (known_times_.any() || fields_.any()) {
    const double planned = integrator_->stats().h_next, left = stop - integrator_->t(),
                 ahead = std::min(planned > 0 ? std::min(planned, left) : left, longest);
    integrator_->control().set_longest(std::min(longest, fields_.longest(ahead, method_)));
  }
  const StepStatus status = integrator_->step();
  if (status.ok()) look_at_fields(false);
  return status;
}

MotionStates::Outcome MotionStates::advance(State& state,
                                            const std::function<void(double)>& look_until) {
  const long long most = step_limit(plan_.limits, settings_);
  StepStatus status;
  look_until(std::min(integrator_->t(), state.t));  // the rest of the last step
  while (status.ok() && integrator_->t() < state.t) {
    if (interrupt_.requested()) {
      report_interrupt(interrupt_, integrator_->t(), diagnostics_);
      return Outcome::interrupted;
    }
    if (most > 0 && integrator_->stats().accepted >= most) {
      report_step_limit(most, integrator_->t(), diagnostics_);
      return Outcome::interrupted;
    }
    status = step();
    settings_.note_progress(integrator_->t());
    if (status.ok()) look_until(std::min(integrator_->t(), state.t));
  }
  if (!status.ok() && interrupt_.requested()) {  // in the middle of a step
    report_interrupt(interrupt_, integrator_->t(), diagnostics_);
    return Outcome::interrupted;
  }
  if (!status.ok()) {
    failed(status);
    return Outcome::failed;
  }
  look(state);
  return Outcome::ok;
}

void MotionStates::failed(const StepStatus& status) {
  if (rates_.missing_value())
    return report_missing_value(*rates_.missing_value(), status.t, diagnostics_);
  const bool infinite = status.cause == EvalKind::non_finite || status.kind == StepKind::non_finite;
  const std::size_t k = std::max(status.component, 0);
  const Origin& origin = model_.states[std::min(k, model_.states.size() - 1)].origin;
  diagnostics_.error(
      origin.where, origin.label,
      fmt::format("the integration stopped at t = {:.9g}: {} (step {:.2e})", status.t,
                  status.kind == StepKind::too_many_steps ? "too many steps"
                  : status.kind == StepKind::not_solved
                      ? "the equations of the step could not be solved"
                  : status.cause == EvalKind::reject ? "the mechanism cannot be placed there"
                  : infinite                         ? "a rate grows beyond all bounds"
                                                     : "the step would become too small",
                  status.h),
      is_implicit(method_.method) ? "look at the rates and the tolerances there"
                                  : "look at the rates and the tolerances there; STIFF copes with "
                                    "stiff equations");
}

std::string MotionStates::describe_method() const {
  std::string out = "states by " + method_.method;
  if (is_generalised_alpha(method_.method)) out += fmt::format(" with rho {}", method_.rho);
  return out + (is_fixed_step(method_.method, method_.h)
                    ? fmt::format(", step {}\n", method_.h)
                    : fmt::format(", tolerances abs {} rel {}\n", method_.abs, method_.rel));
}

std::string MotionStates::describe_counts() const {
  const IntegratorStats& s = integrator_->stats();
  return fmt::format("states: steps accepted {}, rejected {}, evaluations {}\n", s.accepted,
                     s.rejected, s.rhs);
}

}  // namespace mbs
