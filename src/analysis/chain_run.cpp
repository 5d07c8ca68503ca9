#include "analysis/chain_run.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "analysis/dynamic_system.h"
#include "analysis/event_list.h"
#include "analysis/half_step.h"
#include "analysis/limits.h"
#include "analysis/state_start.h"
#include "analysis/thresholds.h"
#include "observe/chain.h"
#include "observe/joint_places.h"
#include "observe/states.h"
#include "solve/chain_choice.h"

namespace mbs {

namespace {

using enum ChainVariable;
using Kind = ChainConstraint::Kind;

std::size_t at(int i) { return static_cast<std::size_t>(i); }

}  // namespace

namespace {

std::string chain_coordinate_name(int i, int n) {
  return i < n ? fmt::format("PHI {}", i + 1) : i == n ? "X" : "Y";
}

// Of the coordinates of a chain: its angles and the two lengths of its base.
std::vector<char> angles_first(int n) {
  std::vector<char> out(static_cast<std::size_t>(n + 2));
  std::fill_n(out.begin(), n, char{1});
  return out;
}

std::vector<std::string> names_of(const std::vector<OdeRow>& rows) {
  std::vector<std::string> out;
  for (const OdeRow& row : rows) out.push_back(row.name);
  return out;
}

}  // namespace

Layout chain_layout(const Tables& tables, const Model& model) {
  Layout layout;
  ChainObserver(tables, model).lay_out(layout);
  lay_out_states(model, layout);
  lay_out_totals(layout);
  JointPlaces(tables, model).lay_out(layout);
  return layout;
}

ChainRun::ChainRun(const Tables& tables, const Built& built, const RunSettings& settings,
                   Diagnostics& diagnostics)
    : tables_(tables),
      chain_(tables.chain),
      built_(built),
      settings_(settings),
      diagnostics_(diagnostics),
      n_(static_cast<int>(chain_.segments.size())),
      segments_(chain_.segments),
      state_(segments_.size()),
      inputs_(segments_.size(), names_of(tables.odes), tables.parameters),
      z_(built.model.z0()),
      zd_(z_.size()),
      equations_(static_cast<int>(chain_.rows.size()), chain_variable_count(n_)),
      unknown_(at(chain_variable_count(n_))),
      active_(chain_.constraints.size(), 1),
      value_(unknown_.size()),
      values_(chain_, tables.forces.gravity),
      path_(angles_first(n_), [n = n_](int i) { return chain_coordinate_name(i, n); }) {
  state_.t = tables.time.start;
  for (int i = 0; i < n_; ++i)
    state_.q[at(i)] = segments_[at(i)].phi, state_.qd[at(i)] = segments_[at(i)].phid;
  for (int c = 0; c < 2; ++c)
    state_.q[at(n_ + c)] = chain_.base[at(c)], state_.qd[at(n_ + c)] = chain_.base[at(c + 2)];
}

int ChainRun::column(ChainVariable v, int i) const { return chain_variable_column(v, i, n_); }

void ChainRun::read_choice() {
  const auto& g = tables_.forces.gravity;
  for (int i = 0; i < n_; ++i) {
    value_[at(column(fextx, i))] = segments_[at(i)].m * g[0];
    value_[at(column(fexty, i))] = segments_[at(i)].m * g[1];
  }
  choose_forward(chain_, active_, unknown_);
  for (const ChainUnknown& row : chain_.unknowns) unknown_[at(column(row.variable, row.index))] = 1;
  for (const ChainKnown& row : chain_.knowns) {
    const std::size_t j = at(column(row.variable, row.index));
    unknown_[j] = 0;
    inputs_.add(row.is, &value_[j], value_[j], row.label, diagnostics_);
  }
  const std::size_t width = unknown_.size();
  for (std::size_t r = 0; r < chain_.rows.size(); ++r)
    for (const ChainRowTerm& term : chain_.rows[r].terms) {
      double* const target =
          term.right_side
              ? &equations_.right_side[r]
              : &equations_.coefficients[r * width + at(column(term.variable, term.index))];
      inputs_.add(term.is, target, 0, term.label, diagnostics_);
      ++rates_first_;
    }
  rates_first_ += chain_.knowns.size();
  for (std::size_t k = 0; k < z_.size(); ++k) {
    const OdeRow& row = tables_.odes[k];
    ChainQuantity rate;
    rate.text = row.text, rate.text_at = row.text_at;
    inputs_.add(rate, &zd_[k], 0, row.label, diagnostics_);
  }
}

// At the position and rates of the start.
bool ChainRun::begin_states() {
  RatesOfStates rates;
  rates.rates = [this](ConstVector, Vector) { set_inputs(state_); };
  rates.derivatives = [this](ConstVector, Matrix out) {
    set_inputs(state_);
    std::vector<double> row(z_.size());
    for (std::size_t k = 0; k < z_.size(); ++k) {
      inputs_.by_states(rates_first_ + k, row);
      for (std::size_t j = 0; j < z_.size(); ++j)
        out(static_cast<int>(k), static_cast<int>(j)) = row[j];
    }
  };
  rates.left_table = [this] { return inputs_.left_table(); };
  return start_states(built_.model, rates, state_.t, z_, zd_, diagnostics_);
}

void ChainRun::make_systems() {
  std::vector<ChainConstraint> holds;
  hold_column_.assign(chain_.constraints.size(), -1);
  int next = chain_variable_count(n_);
  for (std::size_t k = 0; k < chain_.constraints.size(); ++k) {
    const ChainConstraint& c = chain_.constraints[k];
    if (!active_[k]) continue;
    holds.push_back(c);
    if (c.kind == Kind::joint && c.first == n_) continue;
    hold_column_[k] = next;
    next += c.kind == Kind::joint ? 2 : 1;
  }
  system_ = std::make_unique<ChainSystem>(segments_, holds, equations_.count, ChainPath::matrix);
  system_->choose(unknown_);
  variables_.assign(at(next), 0.0);
  movable_.assign(state_.q.size(), 0);
  for (int i = 0; i < n_; ++i) movable_[at(i)] = unknown_[at(column(phidd, i))];
  movable_[at(n_)] = unknown_[at(column(xdd))];
  movable_[at(n_ + 1)] = unknown_[at(column(ydd))];
  if (!settings_.cross_check) return;
  other_ = std::make_unique<ChainSystem>(segments_, holds, equations_.count, ChainPath::two_lines);
  other_->choose(unknown_);
  others_ = variables_;
}

bool ChainRun::counts_agree() {
  const int equations = system_->equation_count(), unknowns = system_->unknown_count();
  if (equations == unknowns) return true;
  const SourceLocation where =
      chain_.unknowns.empty() ? SourceLocation{} : chain_.unknowns.front().where;
  const int more = std::abs(equations - unknowns);
  diagnostics_.error(
      where, "unknowns",
      fmt::format("{} equations ({} of motion, {} of constraints, {} of ROW lines) for {} unknowns "
                  "({} variables, {} forces of constraints)",
                  equations, 3 * n_, equations - 3 * n_ - equations_.count, equations_.count,
                  unknowns, unknowns - system_->hold_count(), system_->hold_count()),
      unknowns > equations
          ? fmt::format("make {} more known by KNOWN lines; unknown are {}", more, names(true))
          : fmt::format("expected {} more UNKNOWN lines", more));
  return false;
}

std::string ChainRun::names(bool unknown) const {
  std::string out;
  for (std::size_t j = 0; j < unknown_.size(); ++j)
    if ((unknown_[j] != 0) == unknown)
      out += (out.empty() ? "" : ", ") + chain_variable_name(static_cast<int>(j), n_);
  return out;
}

// What has a known acceleration is kept, and angles with a given rate as long as the others can
// follow.
bool ChainRun::make_consistent() {
  const ChainState given = state_;
  projection_ = std::make_unique<ChainProjection>(segments_, chain_.constraints, given);
  std::vector<char> estimates = movable_;
  for (std::size_t i = 0; i < segments_.size(); ++i)
    if (chain_.segments[i].phid_given) estimates[i] = 0;
  bool done = false;
  for (const std::vector<char>* may : {&estimates, &movable_}) {
    state_ = given;
    done = projection_->positions(state_, *may) && projection_->rates(state_, *may);
    if (done) break;
  }
  for (std::size_t k = 0; k < given.q.size(); ++k) {
    moved_q_ = std::max(moved_q_, std::fabs(state_.q[k] - given.q[k]));
    moved_qd_ = std::max(moved_qd_, std::fabs(state_.qd[k] - given.qd[k]));
  }
  if (done) return true;
  state_ = given;
  diagnostics_.error(chain_.constraints.front().where, "constraints",
                     fmt::format("the chain cannot be closed at t = {}", state_.t),
                     "expected angles nearer to a closed position, and constraints that do not "
                     "contradict or repeat each other");
  status_ = ExitStatus::solution_failed;
  return false;
}

void ChainRun::unpack(double t, ConstVector y) {
  const std::size_t width = state_.q.size();
  state_.t = t;
  std::copy_n(y.begin(), width, state_.q.begin());
  std::copy_n(y.begin() + static_cast<std::ptrdiff_t>(width), width, state_.qd.begin());
  std::copy_n(y.begin() + static_cast<std::ptrdiff_t>(states_at()), z_.size(), z_.begin());
}

// What the deck gives at a state: values of expressions, and rates of the deck's states.
void ChainRun::set_inputs(const ChainState& state) {
  double* const slots = inputs_.variables();
  const std::size_t n = at(n_);
  slots[0] = state.t;
  for (std::size_t c = 0; c < 2; ++c) slots[1 + c] = state.q[n + c], slots[3 + c] = state.qd[n + c];
  for (std::size_t i = 0; i < n; ++i) {
    slots[5 + i] = segments_[i].phi = state.q[i];
    slots[5 + n + i] = segments_[i].phid = state.qd[i];
  }
  std::copy(z_.begin(), z_.end(), inputs_.states());
  inputs_.evaluate();
}

// The variables at a state.
bool ChainRun::solve(const ChainState& state) {
  set_inputs(state);
  singular_ = !system_->solve(segments_, value_, equations_, variables_);
  if (singular_) return false;
  not_finite_ =
      !std::all_of(variables_.begin(), variables_.end(), [](double v) { return std::isfinite(v); });
  return !not_finite_;
}

EvalStatus ChainRun::rhs(double t, ConstVector y, Vector ydot) {
  unpack(t, y);
  if (!solve(state_)) return {EvalKind::reject, -1, 0};
  const std::size_t width = state_.q.size(), n = at(n_);
  std::copy(state_.qd.begin(), state_.qd.end(), ydot.begin());
  for (std::size_t i = 0; i < n; ++i) ydot[width + i] = variables_[at(column(phidd)) + i];
  ydot[width + n] = variables_[at(column(xdd))];
  ydot[width + n + 1] = variables_[at(column(ydd))];
  values_.set(state_, variables_, hold_column_);
  std::copy(zd_.begin(), zd_.end(), ydot.begin() + static_cast<std::ptrdiff_t>(states_at()));
  for (std::size_t k = 0; k < chain_.constraints.size(); ++k)
    ydot[2 * width + z_.size() + k] = values_.lock_power(k);
  ydot.back() = values_.power();
  return {};
}

EvalStatus ChainRun::project(double t, Vector y) {
  if (!chain_.project) return {};
  unpack(t, y);
  if (!projection_->positions(state_, movable_) || !projection_->rates(state_, movable_))
    return {EvalKind::reject, -1, 0};
  const std::size_t width = state_.q.size();
  for (std::size_t k = 0; k < width; ++k)
    path_.moved(static_cast<int>(k), state_.q[k] - y[k], state_.qd[k] - y[width + k]);
  std::copy(state_.q.begin(), state_.q.end(), y.begin());
  std::copy(state_.qd.begin(), state_.qd.end(),
            y.begin() + static_cast<std::ptrdiff_t>(state_.q.size()));
  return {};
}

void ChainRun::report_singular(double t) {
  status_ = ExitStatus::solution_failed;
  if (not_finite_ && !singular_) {
    if (const auto left = inputs_.left_table()) return report_left_table(*left, t, diagnostics_);
    diagnostics_.error({}, "known variables",
                       fmt::format("one of them has no finite value at t = {:.9g}", t),
                       "look at the expressions of the KNOWN and ROW lines there");
    return;
  }
  std::vector<std::string> open;
  for (int j : system_->undetermined()) open.push_back(system_->name(j));
  diagnostics_.error(
      chain_.unknowns.empty() ? SourceLocation{} : chain_.unknowns.front().where, "unknowns",
      fmt::format("at t = {:.9g} the choice of unknowns is singular: {} cannot be found", t,
                  fmt::join(open, ", ")),
      "make one of them known and another variable unknown");
}

bool ChainRun::prepare_integrator() {
  const IntegrationRow& row = tables_.forces.integration;
  IntegratorSettings s = chosen_integrator(row);
  s.max_steps = std::max<long>(s.max_steps, step_limit(tables_.limits, settings_));
  audit_.method = s.method;
  audit_.abs = s.abs, audit_.rel = s.rel, audit_.h = s.h, audit_.rho = s.rho;
  const int size = static_cast<int>(states_at() + z_.size() + chain_.constraints.size() + 1);
  MadeIntegrator made = make_integrator(ode_system(size, *this), s);
  if (!made.integrator)
    diagnostics_.error(row.where, "INTEG",
                       fmt::format("method '{}' or its numbers will not do", s.method),
                       fmt::format("expected one of {}", fmt::join(integrator_names(), ", ")));
  integrator_ = std::move(made.integrator);
  return integrator_ != nullptr;
}

Outcome ChainRun::failed() {
  if (status_ == ExitStatus::done) status_ = ExitStatus::solution_failed;
  std::string last;
  if (status_ == ExitStatus::solution_failed || status_ == ExitStatus::interrupted) {
    last = fmt::format("last good state, t = {:.17g}\n", state_.t);
    for (std::size_t k = 0; k < state_.q.size(); ++k)
      last +=
          fmt::format("  {:<14} {:24.17g} {:24.17g}\n",
                      chain_coordinate_name(static_cast<int>(k), n_), state_.q[k], state_.qd[k]);
  }
  return {status_, last};
}

Outcome ChainRun::run(const Outputs& outputs) {
  read_choice();
  if (diagnostics_.has_errors()) return {ExitStatus::deck_error, {}};
  make_systems();
  if (!counts_agree()) return {ExitStatus::deck_error, {}};
  if (!make_consistent()) return failed();
  if (!begin_states()) return failed();
  if (!solve(state_)) {
    report_singular(state_.t);
    return failed();
  }
  rcond_start_ = system_->rcond();
  if (!prepare_integrator()) return {ExitStatus::deck_error, {}};
  layout_ = chain_layout(tables_, built_.model);
  check_state_names(built_.model, layout_, diagnostics_);
  add_names(tables_, layout_);
  totals_first_ = layout_.count() - kTotalsCount - 2 * (n_ + 1);
  outs_.emplace(tables_, layout_, diagnostics_);
  if (diagnostics_.has_errors()) return {ExitStatus::deck_error, {}};
  RunOutput out(outputs, layout_, NumberFormat(settings_.digits),
                time_decimals(tables_.time.start, tables_.time.step), diagnostics_,
                tables_.reports);
  if (diagnostics_.has_errors()) return {ExitStatus::deck_error, {}};
  if (!tables_.measures.empty() || tables_.summary)
    measures_ = std::make_unique<MeasureRun>(tables_, layout_, false, diagnostics_);
  if (diagnostics_.has_errors()) return {ExitStatus::deck_error, {}};
  if (settings_.echo) out.comment(describe_start());
  if (settings_.check_only) {
    out.comment("check: the deck can be assembled at its start\n");
    return {};
  }
  Outcome outcome;
  if (!report_rows(out)) outcome = failed();
  outcome.t_end = state_.t;
  outcome.evidence = evidence();
  std::optional<Evidence> half;
  if (outcome.evidence.fixed_step && outcome.status == ExitStatus::done)
    half = half_step_evidence(tables_, built_, settings_, audit_.h,
                              static_cast<double>(steps_done()) * 3 * n_);
  outcome.verdict = judge(outcome.evidence, half ? &*half : nullptr);
  outcome.audit = describe_digits(outcome.evidence, outcome.verdict) + describe_counts();
  finish_measures(measures_.get(), settings_, out, outcome, diagnostics_);
  if (settings_.echo) {
    out.blank_line();
    out.comment(describe_end(outcome));
  }
  const AuditFigures figures{
      {gap_.position, gap_.rate, 0}, audit_.balance, energy_scale_, true, momentum_gap_};
  if (outcome.status == ExitStatus::done &&
      !within_thresholds(settings_.options, figures, diagnostics_))
    outcome.status = ExitStatus::check_failed;
  return outcome;
}

Outcome run_chain(const Tables& tables, const Built& built, const RunSettings& settings,
                  const Outputs& outputs, Diagnostics& diagnostics) {
  return ChainRun(tables, built, settings, diagnostics).run(outputs);
}

}  // namespace mbs
