// What a run does for a choice of known and unknown variables (solve/balance.h) and for the matrix
// of a chain that sees it from outside (analysis/chain_check.h).
#include <fmt/format.h>

#include <algorithm>

#include "analysis/dynamic_run.h"
#include "analysis/start.h"

namespace mbs {

namespace {

std::size_t at(int i) { return static_cast<std::size_t>(i); }

}  // namespace

// Whether the matrix of a chain sees every row. It knows neither contacts nor springs.
bool DynamicRun::follows_choice() const {
  return check_ && !contacts_ && tables_.chain.springs.empty() &&
         (settings_.cross_check || model_.choice);
}

// PROJECT OFF: the start is on the constraints although they hold for accelerations only.
ExitStatus DynamicRun::start_closed() {
  const std::vector<DeformationChoice>& choices = built_.phase.e_choice;
  if (std::none_of(choices.begin(), choices.end(),
                   [](const DeformationChoice& choice) { return choice.held_rate; }))
    return ExitStatus::done;
  Built closed = built_;
  for (std::size_t r = 0; r < choices.size(); ++r) {
    if (!choices[r].held_rate) continue;
    closed.phase.e_class[r] = Class::fixed;
    closed.phase.e_choice[r] = {};
  }
  for (Class& cls : closed.phase.x_class)
    if (cls == Class::dynamic) cls = Class::calculable;
  Dynamics dynamics(closed.model, closed.phase, settings_.options, tables_.forces.form, true);
  Tables tables = tables_;
  tables.forces.choose_freedoms = true;
  return start_mechanism(tables, closed, settings_, dynamics, state_, diagnostics_).status;
}

// Of a chain: its unknown variables, where the deck chooses them, and how good the choice is. The
// matrix knows no contacts.
std::string DynamicRun::describe_choice(Observer& observer) {
  if (!check_) return {};
  if (contacts_ || !tables_.chain.springs.empty())
    return model_.choice ? check_->describe_equations() : "";
  std::vector<double> values(static_cast<std::size_t>(observer.layout().count()));
  observer.probe(state_, *dynamics_, 0, values);
  check_->note(state_.t, observer.of_chain(values), dynamics_->balance());
  return (model_.choice ? check_->describe_equations() : "") +
         fmt::format("rcond of the known/unknown choice {}\n", depth_class(check_->rcond()));
}

// The same of a choice: accelerations become unknown, and the efforts that were unknown keep their
// values. The base goes on as the deck says.
void DynamicRun::let_choice_go() {
  phase_.load_kept.resize(phase_.x_choice.size());
  phase_.e_kept.resize(phase_.e_choice.size());
  const auto base = at(model_.nodes[at(tables_.chain.base_point)].first);
  const std::vector<CoordinateChoice> before = phase_.x_choice;
  for (std::size_t i = 0; i < before.size(); ++i)
    if (i != base && i != base + 1) phase_.x_choice[i] = {};
  Loads known(model_, phase_);  // what acts beside the loads that were unknown
  evaluate_loads(model_, phase_, state_.t, state_.x, state_.v, state_.z,
                 dynamics_->kinematics().evaluation(), dynamics_->inertia(), known);
  for (std::size_t i = 0; i < before.size(); ++i)
    if (before[i].unknown_load && !phase_.x_choice[i].unknown_load)
      phase_.load_kept[i] = dynamics_->loads().f[i] - known.f[i];
  for (std::size_t r = 0; r < phase_.e_choice.size(); ++r) {
    DeformationChoice& choice = phase_.e_choice[r];
    if (choice.unknown_stress) phase_.e_kept[r] = dynamics_->stresses()[r];
    choice.unknown_stress = choice.known_stress = false;
  }
}

}  // namespace mbs
