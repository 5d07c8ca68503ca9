#include "run/dynamic/half_step.h"

#include "plan/plan.h"

namespace mbs {

namespace {

// Steps times coordinates that take about a second.
constexpr double kMostWork = 1e6;

}  // namespace

std::optional<Evidence> half_step_evidence(const Plan& plan, const Built& built,
                                           const RunSettings& settings, double h, double work) {
  if (settings.rerun || (work > kMostWork && !settings.strict)) return std::nullopt;
  Plan finer = plan;
  finer.method.integration.h = h / 2;
  finer.limits.steps *= 2;
  RunSettings unseen = settings;
  unseen.echo = false;
  unseen.rerun = true;
  unseen.options.max_steps *= 2;
  Diagnostics unheard;
  const Outcome outcome = run_dynamic(finer, built, unseen, {}, unheard);
  if (outcome.status != ExitStatus::done && outcome.status != ExitStatus::check_failed)
    return std::nullopt;
  return outcome.evidence;
}

}  // namespace mbs
