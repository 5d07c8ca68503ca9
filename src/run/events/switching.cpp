#include "run/events/switching.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "base/tolerances.h"
#include "run/events/class_changes.h"

namespace mbs {

bool Switching::go_on(const EventRow& row, EventEffect& effect) {
  // If the dynamics cannot be made, they are made again with all closed contacts let go.
  if (!site_.refit() && !(contacts_.let_go(site_.phase) && site_.refit())) {
    const RankAudit audit =
        audit_rank(site_.model, constrained_deformations(site_.phase),
                   free_coordinates(site_.phase), site_.state.x, site_.settings.options.rank);
    if (!audit.redundant.empty()) return report_held_too_much(row, audit), false;
    site_.diagnostics.error(
        row.where, row.label,
        fmt::format("at t = {:.9g} it leads to a singular position", site_.state.t),
        "release something in the same event");
    return false;
  }
  if (holds_what_cannot_move(row)) return false;
  if (contacts_.set().any_closed()) {
    Struck struck = contacts_.follow(site_);
    if (site_.report_problem(struck.contacts)) return false;
    if (struck.status.ok() && !struck.nothing) return take(std::move(struck), row, effect);
  }
  State after = site_.state;
  Impulses impulses;
  const SolveStatus status =
      project_velocities(site_.model, site_.phase, *site_.dynamics, after, impulses);
  if (!status.ok()) return report_no_impact(row, status);
  if (!keeps_energy(row, impulses)) return false;
  site_.state = after;
  effect.add(impulses);
  return true;
}

// Takes over an impact with contacts and joints with friction.
bool Switching::take(Struck struck, const EventRow& row, EventEffect& effect) const {
  if (!keeps_energy(row, struck.outcome.impulses)) return false;
  effect.add(struck.outcome.impulses);
  effect.switched |= struck.contacts.switched;
  struck.contacts.put_before(std::move(effect.contacts));
  effect.contacts = std::move(struck.contacts);
  return true;
}

bool Switching::has_new_hold() const {
  auto gained = [](const std::vector<Class>& now, const std::vector<Class>& before) {
    for (std::size_t k = 0; k < now.size(); ++k)
      if (is_held(now[k]) && !is_held(before[k])) return true;
    return false;
  };
  return gained(site_.phase.x_class, before_.x_class) ||
         gained(site_.phase.e_class, before_.e_class);
}

// True, with an error, where the event holds a coordinate or deformation that no free coordinate
// moves, or that the rest holds already, up to errors of the position.
bool Switching::holds_what_cannot_move(const EventRow& row) const {
  if (!has_new_hold()) return false;
  auto audit = [this](const Phase& phase) {
    return audit_rank(site_.model, constrained_deformations(phase), free_coordinates(phase),
                      site_.state.x,
                      std::max(tolerance::holds_something, site_.settings.options.rank),
                      tolerance::holds_something);
  };
  const RankAudit now = audit(site_.phase);
  if (now.redundant.size() <= audit(before_).redundant.size()) return false;
  report_held_too_much(row, now);
  return true;
}

void Switching::report_held_too_much(const EventRow& row, const RankAudit& audit) const {
  const Model& model = site_.model;
  const RankAudit::Redundancy& first = audit.redundant.front();
  // may_change: the row has entries for free coordinates, though all are 0 at this position.
  bool may_change = false;
  for (std::size_t s = 0; s < model.entry_row.size(); ++s)
    may_change |= model.entry_row[s] == first.row && !model.entry_zero[s] &&
                  !is_held(site_.phase.x_class[model.entry_column[s]]);
  const std::string what =
      first.repeats.empty() && may_change
          ? model.deformation_name(first.row) + " depends on nothing that is free there"
          : describe(first, model);
  site_.diagnostics.error(row.where, row.label,
                          fmt::format("at t = {:.9g} it holds too much: {}", site_.state.t, what),
                          "release something in the same event");
}

bool Switching::keeps_energy(const EventRow& row, const Impulses& impulses) const {
  if (impulses.excess() <= tolerance::impact_energy) return true;
  site_.diagnostics.error(
      row.where, row.label,
      fmt::format("at t = {:.9g} its impact would raise the kinetic energy from {:.9g} to {:.9g}",
                  site_.state.t, impulses.kinetic_before, impulses.kinetic_after),
      "the position is nearly singular there: let it happen a little earlier or later");
  return false;
}

bool Switching::report_no_impact(const EventRow& row, const SolveStatus& status) const {
  if (status.column < 0) return site_.report_singular(status, site_.state.t), false;
  site_.diagnostics.error(row.where, row.label,
                          fmt::format("at t = {:.9g} it frees a motion that carries no mass: its "
                                      "largest coordinate is {}",
                                      site_.state.t, site_.model.coordinate_name(status.column)),
                          "give it a mass, or release something else");
  return false;
}

}  // namespace mbs
