// The rows of a chain's report, and what happens between them.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "analysis/chain_check.h"
#include "analysis/chain_run.h"
#include "analysis/limits.h"
#include "solve/chain_choice.h"

namespace mbs {

using enum ChainVariable;

bool ChainRun::report_rows(RunOutput& out) {
  const Interrupt interrupt = time_limit(tables_.limits, settings_);
  const long long most_steps = step_limit(tables_.limits, settings_);
  audit_.rows_asked = tables_.time.count();
  const double start = tables_.time.start, end = tables_.time.at(audit_.rows_asked - 1);
  for (const ChainRelease& row : chain_.releases) changes_.push_back({row.t, &row});
  if (chain_.switches) changes_.push_back({chain_.forward_at, nullptr});
  // A report time that differs by rounding only is that very time.
  for (Change& change : changes_) {
    const TimeGrid& grid = tables_.time;
    const double nearest = grid.at(std::llround((change.t - grid.start) / grid.step));
    if (std::fabs(change.t - nearest) < 1e-9 * grid.step) change.t = nearest;
  }
  std::stable_sort(changes_.begin(), changes_.end(),
                   [](const Change& a, const Change& b) { return a.t < b.t; });
  std::vector<double> y(state_.q);
  y.insert(y.end(), state_.qd.begin(), state_.qd.end());
  y.insert(y.end(), z_.begin(), z_.end());
  y.resize(y.size() + chain_.constraints.size() + 1, 0.0);
  settings_.begin_progress(tables_.time);
  StepStatus status = integrator_->start(start, y);
  auto change = changes_.begin();
  if (status.ok() && !rows_until(start, out, interrupt)) return false;
  if (status.ok()) measure(start);
  while (status.ok() && audit_.rows_done < audit_.rows_asked && !interrupt.requested()) {
    if (most_steps > 0 && earlier_.accepted + integrator_->stats().accepted >= most_steps) {
      report_step_limit(most_steps, integrator_->t(), diagnostics_);
      return end_early();
    }
    const double stop = change == changes_.end() ? end : std::min(end, std::max(start, change->t));
    integrator_->set_tstop(stop);
    if (integrator_->t() < stop) status = integrator_->step();
    if (!status.ok()) break;
    settings_.note_progress(integrator_->t());
    if (!rows_until(integrator_->t(), out, interrupt)) return false;
    if (integrator_->t() > integrator_->t_previous()) measure(integrator_->t());
    if (change != changes_.end() && integrator_->t() >= stop && stop < end)
      if (!meet_change(*change++, out)) return false;
  }
  if (interrupt.requested()) {
    report_interrupt(interrupt, integrator_->t(), diagnostics_);
    return end_early();
  }
  if (!status.ok()) integration_failed(status);
  return status.ok();
}

// The message stands already; the state becomes the latest.
bool ChainRun::end_early() {
  unpack(integrator_->t(), integrator_->y());
  status_ = ExitStatus::interrupted;
  return false;
}

void ChainRun::integration_failed(const StepStatus& status) {
  unpack(integrator_->t(), integrator_->y());
  if (status.cause == EvalKind::reject && (singular_ || not_finite_))
    return report_singular(status.t);
  diagnostics_.error(
      {}, "integration",
      fmt::format("stopped at t = {:.9g}: {} (step {:.2e})", status.t,
                  status.kind == StepKind::too_many_steps ? "too many steps"
                  : status.kind == StepKind::not_solved
                      ? "the equations of the step could not be solved"
                  : status.cause == EvalKind::reject ? "the chain cannot be closed there"
                  : status.cause == EvalKind::non_finite || status.kind == StepKind::non_finite
                      ? "the motion grows beyond all bounds"
                      : "the step would become too small",
                  status.h),
      "look at the forces and the tolerances there");
}

// The rows not yet written up to a time within the last step.
bool ChainRun::rows_until(double limit, RunOutput& out, const Interrupt& interrupt) {
  std::vector<double> y(static_cast<std::size_t>(integrator_->size()));
  for (; audit_.rows_done < audit_.rows_asked && !interrupt.requested(); ++audit_.rows_done) {
    const double t = tables_.time.at(audit_.rows_done);
    if (t > limit) return true;
    integrator_->interpolate(t, y);
    if (!place(t, y)) {
      diagnostics_.error({}, "constraints",
                         fmt::format("the chain cannot be closed at t = {:.9g}", t));
      return false;
    }
    if (!solve(state_)) {
      report_singular(t);
      return false;
    }
    if (!row(t, ConstVector(y).subspan(states_at() + z_.size()), out)) return false;
  }
  return true;
}

// The state at (t, y), on the constraints. False where it cannot be closed.
bool ChainRun::place(double t, ConstVector y) {
  unpack(t, y);
  return !chain_.project ||
         (projection_->positions(state_, movable_) && projection_->rates(state_, movable_));
}

// All channels at the state that was solved last.
Totals ChainRun::observe(ConstVector works, Vector values) {
  values_.set(state_, variables_, hold_column_);
  values_.set_works(works);
  values_.put(values.data());
  double* const states = values.data() + totals_first_ - 2 * z_.size();
  for (std::size_t k = 0; k < z_.size(); ++k) states[2 * k] = z_[k], states[2 * k + 1] = zd_[k];
  const Totals totals = values_.totals();
  if (audit_.rows_done == 0) start_energy_ = totals.kinetic + totals.potential;
  put_totals(totals, works.back(), start_energy_, values.data() + totals_first_);
  values_.put_joints(values.data() + totals_first_ + kTotalsCount);
  outs_->observe(state_.t, built_.phase.parameters, values);
  return totals;
}

class ChainRun::StepSource : public MeasureSource {
 public:
  explicit StepSource(ChainRun& run)
      : run_(run), y_(static_cast<std::size_t>(run.integrator_->size())) {}

  bool sample(double t, bool, Vector channels) override {
    if (!run_.integrator_->interpolate(t, y_).ok() || !run_.place(t, y_) ||
        !run_.solve(run_.state_))
      return false;
    run_.observe(ConstVector(y_).subspan(run_.states_at() + run_.z_.size()), channels);
    return true;
  }

 private:
  ChainRun& run_;
  std::vector<double> y_;
};

// Up to a time within the last step; at its beginning the other side of a jump.
void ChainRun::measure(double limit) {
  if (!measures_) return;
  StepSource source(*this);
  if (limit > integrator_->t_previous())
    measures_->advance(limit, !chain_.project, source);
  else if (audit_.rows_done <= 1 && limit == tables_.time.start)
    measures_->start(limit, source);
  else
    measures_->jump(source);
}

bool ChainRun::row(double t, ConstVector works, RunOutput& out) {
  const double work = works.back();
  std::vector<double> values(static_cast<std::size_t>(layout_.count()));
  const Totals totals = observe(works, values);
  const double energy = totals.kinetic + totals.potential;
  if (!out.row(t, values)) return false;
  audit_.balance = std::max(audit_.balance, std::fabs(energy - work - start_energy_));
  momentum_gap_ = std::max(momentum_gap_, totals.momentum_gap);
  velocity_slope_ = std::max(velocity_slope_, totals.velocity_slope);
  position_slope_ = std::max(position_slope_, totals.position_slope);
  path_.note_size(state_.q, state_.qd);
  energy_scale_ = std::max(
      {energy_scale_, std::fabs(totals.kinetic), std::fabs(totals.potential), std::fabs(work)});
  const ChainProjection::Gap gap = projection_->gap(state_);
  gap_.position = std::max(gap_.position, gap.position);
  gap_.rate = std::max(gap_.rate, gap.rate);
  if (const double rcond = system_->rcond(); rcond < smallest_rcond_)
    smallest_rcond_ = rcond, rcond_time_ = t;
  if (other_ && other_->solve(segments_, value_, equations_, others_))
    difference_ = std::max(difference_, chain_difference(variables_, others_, segments_));
  else if (other_ && unsolved_++ == 0)
    unsolved_at_ = t;
  return true;
}

// Positions and rates go on as they are; forces and accelerations jump.
bool ChainRun::meet_change(const Change& change, RunOutput& out) {
  const std::vector<double> y(integrator_->y().begin(), integrator_->y().end());
  const double t = integrator_->t();
  unpack(t, y);
  if (!solve(state_)) {
    report_singular(t);
    return false;
  }
  change.release ? release(*change.release) : go_forward();
  make_systems();
  projection_->hold(active_);
  const std::string label =
      change.release ? fmt::format("{} AT {}", change.release->label, t)
                     : fmt::format("FORWARD AT {}: known are the efforts of that time", t);
  if (!counts_agree() || !solve(state_)) {
    if (singular_) report_singular(t);
    status_ = ExitStatus::solution_failed;
    return false;
  }
  if (settings_.echo) {
    out.blank_line();
    out.comment(label + "\nunknown: " + names(true) + "\n");
  }
  const IntegratorStats& s = integrator_->stats();
  earlier_.accepted += s.accepted, earlier_.rejected += s.rejected, earlier_.rhs += s.rhs;
  if (!prepare_integrator()) return false;
  const StepStatus status = integrator_->start(t, y);
  if (!status.ok()) integration_failed(status);
  if (status.ok()) measure(t);
  return status.ok();
}

void ChainRun::release(const ChainRelease& row) {
  auto force_known = [this](int joint) {
    for (ChainVariable v : {frx, fry}) {
      const auto j = static_cast<std::size_t>(column(v, joint));
      unknown_[j] = 0;
      value_[j] = 0;
    }
  };
  if (row.constraint < 0) {
    force_known(0);
    unknown_[static_cast<std::size_t>(column(xdd))] = 1;
    unknown_[static_cast<std::size_t>(column(ydd))] = 1;
    return;
  }
  const auto k = static_cast<std::size_t>(row.constraint);
  active_[k] = 0;
  const ChainConstraint& c = chain_.constraints[k];
  if (c.kind == ChainConstraint::Kind::joint && c.first == n_) force_known(n_);
}

// Accelerations become unknown, and what was computed until now is known from here on (Otten 2003
// section 4).
void ChainRun::go_forward() {
  const std::vector<char> before = unknown_;
  choose_forward(chain_, active_, unknown_);
  for (std::size_t j = 0; j < unknown_.size(); ++j)
    if (before[j] && !unknown_[j]) value_[j] = variables_[j];
}

std::string ChainRun::describe_start() const {
  std::string out = describe_model(tables_, built_, settings_.options);
  out += fmt::format("unknown variables: {}\n", names(true));
  out += fmt::format(
      "equations {}: {} of motion, {} of constraints, {} of ROW lines; rcond of this choice "
      "{}\n",
      system_->equation_count(), 3 * n_, system_->equation_count() - 3 * n_ - equations_.count,
      equations_.count, depth_class(rcond_start_));
  out += "form matrix, " + describe_method(audit_);
  if (!chain_.project) out += "constraints hold for accelerations only (PROJECT OFF)\n";
  return out + describe_moved(moved_q_, path_.largest_x(), "", moved_qd_, path_.largest_v(), "");
}

Evidence ChainRun::evidence() const {
  Evidence out;
  out.fixed_step = is_fixed_step(audit_.method, audit_.h);
  const double abs = out.fixed_step ? 0 : audit_.abs, rel = out.fixed_step ? 0 : audit_.rel;
  const long long count = std::max<long long>(1, steps_done());
  const auto steps = static_cast<double>(count);
  const double scale = energy_scale_, x = path_.largest_x(), v = path_.largest_v();
  const double slip =
      abs + rel * scale + (abs + rel * v) * velocity_slope_ + (abs + rel * x) * position_slope_;
  if (scale > 0)
    out.figures.push_back({Check::energy, audit_.balance / scale, steps * slip / scale});
  out.figures.push_back({Check::momentum, momentum_gap_});
  // Constraints that hold for accelerations only drift as the integration does.
  const bool drifts = !chain_.project;
  out.figures.push_back(
      {Check::position_residual, gap_.position, drifts ? steps * (abs + rel * x) : 0});
  out.figures.push_back(
      {Check::velocity_residual, gap_.rate, drifts ? steps * (abs + rel * v) : 0});
  for (Figure& figure : path_.figures(count, abs, rel)) out.figures.push_back(figure);
  return out;
}

std::string ChainRun::describe_end(const Outcome& outcome) const {
  std::string out =
      "audit\n" + describe_verdict(outcome.verdict, outcome.ended_early()) +
      describe_figures(outcome.evidence) +
      fmt::format("smallest rcond of the known/unknown choice: {}\n", depth_class(smallest_rcond_));
  if (other_)
    out +=
        fmt::format("cross-check: matrix and two lines differ by at most {:.1e}\n", difference_) +
        describe_unsolved(unsolved_, unsolved_at_);
  return out + fmt::format("report times done: {} of {}\n", audit_.rows_done, audit_.rows_asked);
}

std::string ChainRun::describe_counts() const {
  const IntegratorStats& s = integrator_->stats();
  return fmt::format(
      "smallest rcond of the known/unknown choice: {:.1e} at t = {:.6g}\n"
      "energy balance: at most {:.2e}, of energies up to {:.2e}\n"
      "steps accepted {}, rejected {}, evaluations {}\n",
      smallest_rcond_, rcond_time_, audit_.balance, energy_scale_, earlier_.accepted + s.accepted,
      earlier_.rejected + s.rejected, earlier_.rhs + s.rhs);
}

}  // namespace mbs
