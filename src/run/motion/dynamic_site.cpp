#include "run/motion/dynamic_site.h"

#include <algorithm>
#include <cmath>

#include "plan/plan.h"
#include "run/frame/change.h"
#include "run/frame/missing_value.h"
#include "run/motion/start.h"

namespace mbs {

DynamicSite::DynamicSite(const Plan& deck, const Built& made, const RunSettings& how,
                         Diagnostics& told)
    : plan(deck),
      built(made),
      model(made.model),
      settings(how),
      diagnostics(told),
      may_choose(deck.method.choose_freedoms),
      phase(made.phase),
      dynamics(make_dynamics(may_choose)),
      state(state_at_rest(model, plan.time.start)) {
  state.v = model.v0;
}

std::unique_ptr<Dynamics> DynamicSite::make_dynamics(bool choose) const {
  return std::make_unique<Dynamics>(model, phase, settings.options, plan.method.form, choose);
}

bool DynamicSite::refit() {
  dynamics = make_dynamics(may_choose || !named_partition(phase).square());
  return dynamics->resume(state).ok();
}

void DynamicSite::report_singular(const SolveStatus& status, double t) const {
  if (report_path(model, status, plan.time.start, t, diagnostics)) return;
  mbs::report_singular(built, *dynamics, status, t, plan.job, diagnostics);
}

bool DynamicSite::report_missing_value() const {
  const Loads& loads = dynamics->loads();
  if (loads.misses_value)
    mbs::report_missing_value(*loads.missing_value, loads.missing_at, diagnostics);
  return loads.misses_value;
}

bool DynamicSite::report_problem(const Change& change) const {
  if (change.problem.empty()) return change.failed;
  const char* const usual =
      "move the bodies apart, or choose another contact model or other coefficients";
  diagnostics.error(change.where, change.label, change.problem,
                    change.hint.empty() ? usual : change.hint);
  return true;
}

double DynamicSite::end_time() const { return plan.time.at(plan.time.count() - 1); }

double DynamicSite::longest_turn() const {
  constexpr double kTurn = 0.1;  // [rad]
  if (plan.contacts.empty() || dynamics->placement().partition().freedom_count() > 0)
    return HUGE_VAL;
  double fastest = 0;
  for (const int i : model.turning)
    if (phase.x_class[static_cast<std::size_t>(i)] == Class::prescribed)
      fastest = std::max(fastest, std::fabs(state.v[static_cast<std::size_t>(i)]));
  return fastest > 0 ? kTurn / fastest : HUGE_VAL;
}

}  // namespace mbs
