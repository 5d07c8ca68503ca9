// How a dynamic run is judged, and the audit at the end of its report.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "analysis/dynamic_run.h"
#include "analysis/half_step.h"

namespace mbs {

void DynamicRun::note_held() {
  for (std::size_t r = 0; r < phase_.e_choice.size(); ++r) {
    if (!phase_.e_choice[r].held_rate) continue;
    audit_.drift.position = std::max(audit_.drift.position, std::fabs(state_.e[r]));
    audit_.drift.velocity = std::max(audit_.drift.velocity, std::fabs(state_.ed[r]));
  }
  for (int i = 0; i < model_.nx; ++i) {
    const auto k = static_cast<std::size_t>(i);
    if (phase_.x_class[k] != Class::fixed || !(std::fabs(state_.v[k]) > audit_.held)) continue;
    audit_.held = std::fabs(state_.v[k]);
    audit_.held_worst = i;
  }
}

// Impacts and holds take kinetic energy away. Where something is driven it may bring some in by its
// impulse, but not this much more than there was.
constexpr double kDriven = 1e15;  // times the limit 1e-9

void DynamicRun::note_gain(double before, const Observer& observer) {
  const bool driven =
      phase_.count_coordinates(Class::prescribed) + phase_.count_deformations(Class::prescribed) >
          0 ||
      phase_.has_choice();
  const double gain = observer.kinetic() - before;
  if (!(gain > 0) || (driven && before == 0)) return;
  const double relative =
      gain / std::max(before, observer.energy_scale()) / (driven ? kDriven : 1.0);
  if (relative > audit_.gain) audit_.gain = relative, audit_.gain_time = state_.t;
}

Evidence DynamicRun::evidence(const Observer& observer) const {
  Evidence out;
  out.fixed_step = is_fixed_step(audit_.method, audit_.h);
  const double abs = out.fixed_step ? 0 : audit_.abs, rel = out.fixed_step ? 0 : audit_.rel;
  const double steps = static_cast<double>(std::max<long long>(1, steps_done()));
  const double scale = observer.energy_scale();
  const double x = path_.largest_x(), v = path_.largest_v();
  const double slip = abs + rel * scale + (abs + rel * v) * observer.velocity_slope() +
                      (abs + rel * x) * observer.position_slope();
  if (scale > 0)
    out.figures.push_back({Check::energy, audit_.balance / scale, steps * slip / scale});
  out.figures.push_back({Check::momentum, observer.momentum_gap()});
  // Constraints that hold for accelerations only drift as the integration does.
  const Kinematics::Residual& drift = audit_.drift;
  const bool drifts = drift.position > audit_.residual.position;
  out.figures.push_back({Check::position_residual,
                         std::max(drift.position, audit_.residual.position),
                         drifts ? steps * (abs + rel * x) : settings_.options.feps});
  out.figures.push_back({Check::velocity_residual,
                         std::max(drift.velocity, audit_.residual.velocity),
                         drifts ? steps * (abs + rel * v) : 0});
  out.figures.push_back({Check::acceleration_residual, audit_.residual.acceleration});
  out.figures.push_back({Check::held, audit_.held > 0 ? audit_.held / v : 0, 0,
                         audit_.held_worst < 0 ? "" : model_.coordinate_name(audit_.held_worst)});
  for (Figure& figure : path_.figures(steps_done(), abs, rel)) out.figures.push_back(figure);
  if (events_ || contacts_)
    out.figures.push_back({Check::gain, audit_.gain, 0,
                           audit_.gain > 0 ? fmt::format("t = {:.6g}", audit_.gain_time) : ""});
  return out;
}

void DynamicRun::judge_run(const Observer& observer, Outcome& outcome) {
  outcome.evidence = evidence(observer);
  std::optional<Evidence> half;
  if (outcome.evidence.fixed_step && outcome.status == ExitStatus::done)
    half = half_step_evidence(tables_, built_, settings_, audit_.h,
                              static_cast<double>(steps_done()) * model_.nx);
  outcome.verdict = judge(outcome.evidence, half ? &*half : nullptr);
  outcome.audit = describe_digits(outcome.evidence, outcome.verdict) + describe_counts(observer);
}

// Of methods that dissipate, as a term of the balance: what rounding may change is no digit.
std::string DynamicRun::describe_loss(double scale) const {
  constexpr double kNothing = 1e-9;
  if (!is_generalised_alpha(audit_.method)) return {};
  if (std::fabs(dissipated()) > kNothing * scale) return describe_dissipation(audit_, dissipated());
  return fmt::format("numerical dissipation: below {:.0e} of the largest energy\n", kNothing);
}

std::string DynamicRun::describe_end(const Outcome& outcome, const Observer& observer) const {
  return "audit\n" + describe_verdict(outcome.verdict, outcome.ended_early()) +
         describe_figures(outcome.evidence) + describe_loss(observer.energy_scale()) +
         (follows_choice() && settings_.cross_check ? check_->describe_difference() : "") +
         (follows_choice() ? check_->describe_rcond() : "") +
         (contacts_ ? contacts_->describe_impulses() : "") +
         fmt::format("report times done: {} of {}\n", audit_.rows_done, audit_.rows_asked);
}

std::string DynamicRun::describe_counts(const Observer& observer) const {
  const IntegratorStats& s = integrator_->stats();
  return fmt::format("Newton iterations to assemble: {}\n", audit_.assembly_iterations) +
         (follows_choice() ? check_->describe_digits() : "") +
         describe_dissipation(audit_, dissipated()) +
         fmt::format("energy balance: at most {:.2e}, of energies up to {:.2e}\n", audit_.balance,
                     observer.energy_scale()) +
         fmt::format("steps accepted {}, rejected {}, evaluations {}\n",
                     earlier_.accepted + s.accepted, earlier_.rejected + s.rejected,
                     earlier_.rhs + s.rhs) +
         fmt::format(
             "degrees of freedom chosen again {} times; states interpolated through singular "
             "positions {}\n",
             dynamics_->choices(), dynamics_->interpolated());
}

}  // namespace mbs
