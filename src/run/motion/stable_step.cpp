#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "integrate/fastest_rate.h"
#include "plan/plan.h"
#include "run/frame/run.h"
#include "run/motion/integration.h"
#include "run/motion/motion_watches.h"

namespace mbs {

namespace {

// Steps times coordinates of a second run, which takes about a second.
constexpr double kMostSecondRun = 1e6;
// The second run has to come so much further than the first.
constexpr double kFurther = 1.1;
// The largest frequency times step: |R(z)| = 1 on the real and on the imaginary axis (RK4 2.785 and
// 2.828, HEUN 2 and 0), less the error of the frequency.
constexpr double kStableRk4 = 2.7, kStableHeun = 1.9;
// An oscillation of HEUN grows by z^4 / 8 in a step; kShowsFrom: the logarithm of a growth that
// shows, kFaint: of one that does not.
constexpr double kShowsFrom = 10, kFaint = 0.1;
// A step that would do is this part of the bound.
constexpr double kPartOfBound = 0.9;

// The largest of 1, 2, 5 times a power of ten that is not above x.
double round_down(double x) {
  const double power = std::pow(10.0, std::floor(std::log10(x)));
  for (const double digit : {5.0, 2.0})
    if (digit * power <= x) return digit * power;
  return power;
}

bool is_rk4(const IntegratorSettings& method) { return method.method == "RK4"; }

}  // namespace

void StableStep::begin(const State& state) {
  first_ = state;
  kept_ = {};
  steps_ = 0;
}

void StableStep::note(const State* state) {
  if (!state) return;
  ++steps_;
  for (std::size_t k = 0; k < kSpans.size() && steps_ % kSpans[k] == 0; ++k) {
    std::swap(kept_[k].now, kept_[k].before);
    kept_[k].now = *state;
  }
}

// The rate of the fastest motion about a state of this run; 0: unknown.
double StableStep::rate_at(const State& from) const {
  Diagnostics unheard;
  DynamicSite site(site_.plan, site_.built, site_.settings, unheard);
  site.phase = site_.phase;
  site.state = from;
  if (!site.refit()) return 0;
  PathAudit path(site.model);
  Integration there(site, path);
  if (!there.make({}) || !there.go_on(from.t, 0, true).ok()) return 0;
  return fastest_rate(there.system().ode(), there.t(), there.y());
}

StableStep::Fastest StableStep::fastest() const {
  Fastest out;
  const auto look = [&](const std::optional<State>& state) {
    const double rate = state ? rate_at(*state) : 0;
    if (rate > out.rate) out = {state->t, rate};
  };
  look(first_);
  for (const Kept& kept : kept_) look(kept.before);
  return out;
}

bool StableStep::is_stable(double rate) const {
  const IntegratorSettings& method = integration_.method();
  const double turn = rate * method.h;
  if (is_rk4(method)) return turn < kStableRk4;
  return turn < kStableHeun &&
         static_cast<double>(integration_.steps()) * std::pow(turn, 4) / 8 < kShowsFrom;
}

// A step with which the fastest motion does not grow.
double StableStep::enough(double rate) const {
  if (is_rk4(integration_.method())) return round_down(kPartOfBound * kStableRk4 / rate);
  const double length = std::fabs(site_.end_time() - site_.plan.time.start);
  return round_down(std::min(kPartOfBound * kStableHeun / rate,
                             std::cbrt(8 * kFaint / (length * std::pow(rate, 4)))));
}

// Whether a run with step h goes on beyond the time of the failure. Empty: it would take long.
std::optional<bool> StableStep::comes_further(double h) const {
  const double start = site_.plan.time.start, failed = integration_.t();
  const double end = start + kFurther * (failed - start) + integration_.method().h;
  const double steps = std::ceil(1 + (end - start) / h);
  if (!(steps * site_.model.nx <= kMostSecondRun)) return {};
  Plan finer = site_.plan;
  finer.method.integration.h = h;
  finer.limits.steps = static_cast<long long>(steps) + 1;
  RunSettings unseen = site_.settings;
  unseen.echo = false;
  unseen.rerun = true;
  unseen.options.max_steps = 0;
  Diagnostics unheard;
  const Outcome outcome = run_dynamic(finer, site_.built, unseen, {}, unheard);
  return outcome.status == ExitStatus::done || outcome.status == ExitStatus::check_failed ||
         (outcome.t_end && *outcome.t_end >= std::min(end, site_.end_time()) - h);
}

void StableStep::explain(const Diagnostics& before, Diagnostics& diagnostics) const {
  if (site_.settings.rerun || !first_) return;
  const Fastest found = fastest();
  if (!(found.rate > 0) || is_stable(found.rate)) return;
  const IntegratorSettings& method = integration_.method();
  const double h = enough(found.rate);
  if (!(h < method.h) || !comes_further(h).value_or(true)) return;
  const Diagnostics told = std::exchange(diagnostics, before);
  for (std::size_t k = before.list().size(); k < told.list().size(); ++k)
    if (const Diagnostic& one = told.list()[k]; one.severity == Severity::warning)
      diagnostics.warning(one.where, one.record, one.problem, one.expected);
  const char* const bound = is_rk4(method) ? "expected below 2.8"
                            : found.rate * method.h < kStableHeun
                                ? "and errors of vibrations grow by an eighth of its fourth power "
                                  "in each step"
                                : "expected below 2";
  diagnostics.error(
      site_.plan.method.integration.where, "INTEG",
      fmt::format("the step {:.6g} is too long for {}: errors grew from step to step until the run "
                  "failed at t = {:.6g}; the largest frequency times the step is {:.2g} at t = "
                  "{:.6g}, {}",
                  method.h, method.method, integration_.t(), found.rate * method.h, found.t, bound),
      fmt::format("INTEG {} {:.6g} would do; INTEG STEP chooses its steps, and INTEG STIFF copes "
                  "with stiff springs",
                  method.method, h));
}

}  // namespace mbs
