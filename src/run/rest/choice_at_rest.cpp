#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/few_names.h"
#include "base/index.h"
#include "base/tolerances.h"
#include "linalg/lu.h"
#include "linalg/pivoted_qr.h"
#include "plan/plan.h"
#include "run/dynamic/chain_check.h"
#include "run/frame/echo.h"
#include "run/motion/start.h"
#include "run/rest/find_equilibrium.h"

namespace mbs {

namespace {

// Largest imbalance of a standstill with a choice, over the size of its terms.
constexpr double kChoiceAtRest = 1e-9;

constexpr int kMostCorrections = 30;
// probe() changes each effort by kProbe times the largest force or moment.
constexpr double kProbe = 1e-3;

class ChoiceStandstill {
 public:
  ChoiceStandstill(const Plan& plan, const Built& built, const RunSettings& settings,
                   Diagnostics& diagnostics)
      : plan_(plan), built_(built), settings_(settings), diagnostics_(diagnostics), still_(built) {
    let_go_of_choice();
  }

  // False after an error.
  bool solve() { return find_efforts() && accelerations_are_zero(); }
  Built& still() { return still_; }
  std::string describe_efforts() const;
  Outcome outcome = {ExitStatus::solution_failed, {}};

 private:
  void let_go_of_choice();
  bool find_efforts();
  bool evaluate(const std::vector<double>& efforts, std::vector<double>& out);
  void read_conditions(Dynamics& dynamics, const State& state, std::vector<double>& out);
  bool accelerations_are_zero();
  bool probe(const std::vector<double>& efforts);
  bool report_singular();
  std::string name_of(const Variable& variable) const;
  double& effort(const Variable& v) {
    Phase& phase = still_.phase;
    return v.side == BalanceSide::load ? phase.load_kept[v.index] : phase.e_kept[v.index];
  }

  const Plan& plan_;
  const Built& built_;
  const RunSettings& settings_;
  Diagnostics& diagnostics_;
  Built still_;
  std::vector<Variable> unknown_;     // efforts
  std::vector<int> at_rest_;          // coordinates with reaction 0
  std::vector<int> known_stresses_;   // of deformations that are held
  std::vector<double> given_;         // the known accelerations
  std::vector<double> terms_;         // of each condition: the sum of the sizes of its terms
  std::vector<double> J_, here_, b_;  // J_: change of the conditions by each effort
  double force_ = 0;                  // the largest force or moment so far
};

// Fixes the coordinates and deformations with a known acceleration; constraints hold positions.
void ChoiceStandstill::let_go_of_choice() {
  const Phase& given = built_.phase;
  Phase& phase = still_.phase;
  still_.model.choice.reset();
  phase.x_choice.clear();
  phase.e_choice.clear();
  phase.load_kept.assign(built_.model.nx, 0.0);
  phase.e_kept.assign(built_.model.ne, 0.0);
  for (int i = 0; i < built_.model.nx; ++i) {
    const CoordinateChoice& choice = given.x_choice[i];
    if (choice.known_acceleration) phase.x_class[i] = Class::fixed;
    if (choice.known_acceleration || choice.known_reaction) at_rest_.push_back(i);
    if (choice.unknown_load) unknown_.push_back({BalanceSide::load, i});
  }
  for (int r = 0; r < built_.model.ne; ++r) {
    const DeformationChoice& choice = given.e_choice[r];
    if (choice.held_rate) phase.e_class[r] = Class::fixed;
    if (choice.known_stress) known_stresses_.push_back(r);
    if (choice.unknown_stress) unknown_.push_back({BalanceSide::stress, r});
  }
}

std::string ChoiceStandstill::name_of(const Variable& variable) const {
  for (const Choice::Name& name : built_.model.choice->names)
    if (name.variable == variable) return name.text;
  return "an effort";
}

std::string ChoiceStandstill::describe_efforts() const {
  std::vector<std::string> names;
  for (const Variable& variable : unknown_) names.push_back(name_of(variable));
  return names.empty() ? ""
                       : fmt::format("efforts that hold it still: {}\n", fmt::join(names, ", "));
}

// out: residuals of the conditions at the equilibrium with these efforts. Reports an error and
// returns false if there is no equilibrium.
bool ChoiceStandstill::evaluate(const std::vector<double>& efforts, std::vector<double>& out) {
  for (std::size_t k = 0; k < unknown_.size(); ++k) effort(unknown_[k]) = efforts[k];
  const Model& model = still_.model;
  Dynamics dynamics(model, still_.phase, settings_.options, Form::reduced,
                    plan_.method.choose_freedoms);
  State state = state_at_rest(model, plan_.time.start);
  const ExitStatus started =
      start_mechanism(plan_, still_, settings_, dynamics, state, diagnostics_).status;
  outcome = {started, started == ExitStatus::deck_error ? "" : describe_state(model, state)};
  if (started != ExitStatus::done) return false;
  const EquilibriumStatus found = find_equilibrium(plan_, still_, dynamics, state, diagnostics_);
  outcome = {ExitStatus::solution_failed, describe_state(model, state)};
  if (found.ok()) read_conditions(dynamics, state, out);
  return found.ok();
}

void ChoiceStandstill::read_conditions(Dynamics& dynamics, const State& state,
                                       std::vector<double>& out) {
  out.clear();
  terms_.clear();
  Loads known(built_.model, built_.phase);
  evaluate_loads(built_.model, built_.phase, state.t, state.x, state.v, state.z,
                 dynamics.kinematics().evaluation(), dynamics.inertia(), known);
  const ConstVector S = dynamics.stresses();
  const std::vector<double>& f = dynamics.loads().f;
  for (const ConstVector& all : {S, ConstVector(f)})
    for (const double value : all) force_ = std::max(force_, std::fabs(value));
  for (const int i : at_rest_) {
    out.push_back(dynamics.reactions()[i]);
    terms_.push_back(force_);
  }
  for (const int r : known_stresses_) {
    out.push_back(S[r] - known.S[r]);
    terms_.push_back(force_);
  }
  for (const Choice::Equation& equation : built_.model.choice->equations) {
    const double right = mbs::evaluate(equation.right_side, state.t, known);
    double sum = -right, size = std::fabs(right);
    for (const Choice::Term& term : equation.terms) {
      const std::size_t i = term.variable.index;
      const double c = term.sign * mbs::evaluate(term.coefficient, state.t, known);
      const double value = term.variable.side == BalanceSide::acceleration ? state.a[i]
                           : term.variable.side == BalanceSide::load       ? f[i]
                                                                           : S[i];
      sum += c * value;
      size += std::fabs(c) * force_;
    }
    out.push_back(sum);
    terms_.push_back(size);
  }
  given_.clear();
  for (const Choice::KnownAcceleration& row : built_.model.choice->accelerations)
    given_.push_back(mbs::evaluate(row.value, state.t, known));
}

bool ChoiceStandstill::accelerations_are_zero() {
  for (std::size_t k = 0; k < given_.size(); ++k) {
    const Choice::KnownAcceleration& row = built_.model.choice->accelerations[k];
    if (std::fabs(given_[k]) <= tolerance::standing_still) continue;
    const std::string name = name_of({BalanceSide::acceleration, row.coordinate});
    const auto said = std::find_if(plan_.choice.rows.begin(), plan_.choice.rows.end(),
                                   [&](const ChoiceRow& r) { return r.label == "KNOWN " + name; });
    diagnostics_.error(said == plan_.choice.rows.end() ? SourceLocation{} : said->where,
                       "KNOWN " + name,
                       fmt::format("it is {} at t = {}, and nothing accelerates in an equilibrium",
                                   given_[k], plan_.time.start),
                       fmt::format("expected: KNOWN {} 0, with STATIC", name));
    outcome = {ExitStatus::deck_error, {}};
    return false;
  }
  return true;
}

// Finds the matrix J: the change of each condition by each effort.
bool ChoiceStandstill::probe(const std::vector<double>& efforts) {
  const std::size_t n = unknown_.size();
  const double step = kProbe * (force_ > 0 ? force_ : 1);
  std::vector<double> moved;
  J_.assign(n * n, 0.0);
  for (std::size_t k = 0; k < n; ++k) {
    std::vector<double> other = efforts;
    other[k] += step;
    if (!evaluate(other, moved)) return false;
    for (std::size_t i = 0; i < n; ++i) J_[k * n + i] = (moved[i] - here_[i]) / step;
  }
  return true;
}

bool ChoiceStandstill::report_singular() {
  const int n = count_of(unknown_);
  std::vector<std::string> names;
  const std::vector<char> open = undetermined_columns(J_, n, n);
  for (std::size_t k = 0; k < unknown_.size(); ++k)
    if (open[k]) names.push_back(name_of(unknown_[k]));
  diagnostics_.error(built_.model.choice->where, "unknowns",
                     fmt::format("in equilibrium {} cannot be found", few_names(names)),
                     "make one of them known and another variable unknown");
  return false;
}

bool ChoiceStandstill::find_efforts() {
  const std::size_t n = unknown_.size();
  std::vector<double> efforts(n, 0.0);
  if (!evaluate(efforts, here_)) return false;
  if (here_.size() != n) {
    diagnostics_.error(
        built_.model.choice->where, "unknowns",
        fmt::format("an equilibrium has {} conditions for {} unknown efforts", here_.size(), n),
        "STATIC needs one unknown effort for each known acceleration, known force "
        "of a joint and ROW");
    outcome = {ExitStatus::deck_error, {}};
    return false;
  }
  if (n == 0) return true;
  if (!probe(efforts)) return false;
  double before = INFINITY;
  for (int k = 0; k < kMostCorrections; ++k) {
    Lu lu(static_cast<int>(n));
    std::copy(J_.begin(), J_.end(), lu.matrix().data);
    if (lu.factor() >= 0 || lu.rcond() < tolerance::chain_singular) return report_singular();
    b_ = here_;
    lu.solve(b_.data());
    for (std::size_t i = 0; i < n; ++i) efforts[i] -= b_[i];
    if (!evaluate(efforts, here_)) return false;
    double worst = 0;
    for (std::size_t i = 0; i < n; ++i)
      if (here_[i] != 0) worst = std::max(worst, std::fabs(here_[i]) / terms_[i]);
    // Corrections go on as long as they halve the worst residual.
    if (worst == 0 || (worst <= kChoiceAtRest && worst >= before / 2)) return true;
    if (worst >= before / 2 && (!probe(efforts) || !evaluate(efforts, here_))) return false;
    before = worst;
  }
  diagnostics_.error(built_.model.choice->where, "unknowns",
                     "the efforts that hold the mechanism still are not found",
                     "start nearer to the equilibrium");
  return false;
}

}  // namespace

std::optional<ChoiceAtRest> bring_choice_to_rest(const Plan& plan, const Built& built,
                                                 const RunSettings& settings, Outcome& failed,
                                                 Diagnostics& diagnostics) {
  failed = {ExitStatus::deck_error, {}};
  // The efforts are found for the whole load, and would be others at each point of the path.
  if (plan.method.follows_path) {
    diagnostics.error(
        plan.method.iterstep_where, "ITERSTEP ARC",
        "a load path does not find the unknown efforts of a choice of knowns, which are "
        "others at each point",
        "leave ARC out: STATIC finds them at the whole load; or hold a joint by DRIVE HINGE k = "
        "angle, which shows its moment along the path; for parts of the load multiply the loads by "
        "a PARAM and sweep it (mbsim sweep deck.dat -p part=0:1:0.1)");
    return {};
  }
  ChoiceStandstill standstill(plan, built, settings, diagnostics);
  if (!ChainCheck(plan.chain, built.model, built.phase, ChainCheck::Matrix::none)
           .counts_agree(diagnostics))
    return {};
  if (!standstill.solve()) {
    failed = standstill.outcome;
    return {};
  }
  return ChoiceAtRest{std::move(standstill.still()), standstill.describe_efforts()};
}

}  // namespace mbs
