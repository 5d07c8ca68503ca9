// What the contacts of a dynamic run change in it.
#include <fmt/format.h>

#include "analysis/dynamic_run.h"

namespace mbs {

// False after an error.
bool DynamicRun::take_change(const ContactChange& change) {
  if (change.problem.empty()) return true;
  const char* const usual =
      "move the bodies apart, or choose another contact model or other coefficients";
  diagnostics_.error(change.where, change.label, change.problem,
                     change.hint.empty() ? usual : change.hint);
  return false;
}

// An event that changes the class of a gap or slip would be overruled by the contact.
bool DynamicRun::gaps_are_free_of_events() {
  for (const EventRow& row : tables_.events)
    for (const ActionRow& action : row.actions)
      for (const EventTarget& target : action.targets)
        for (const ContactRow& contact : tables_.forces.contacts) {
          const bool same = target.target == Target::deformation && target.owner == contact.element;
          if (!same || contact.model == ContactModel::penalty) continue;
          diagnostics_.error(action.where, row.label,
                             fmt::format("{} rules it: an event cannot change it", contact.label),
                             "expected a coordinate of its bodies");
          return false;
        }
  return true;
}

bool DynamicRun::start_contacts() {
  if (tables_.forces.contacts.empty()) return true;
  if (!gaps_are_free_of_events()) {
    status_ = ExitStatus::deck_error;
    return false;
  }
  contacts_ = std::make_unique<ContactRun>(tables_, model_, settings_.options, may_choose_);
  const ContactChange change = contacts_->start({phase_, dynamics_, state_});
  if (!take_change(change)) {
    status_ = ExitStatus::deck_error;
    return false;
  }
  contact_text_ = change.text;
  if (!change.switched) return true;
  SolveStatus solved = dynamics_->place(state_, false);
  if (solved.ok()) solved = dynamics_->accelerate(state_);
  if (solved.ok()) return true;
  singular(solved, state_.t);
  status_ = ExitStatus::solution_failed;
  return false;
}

// What a change of the contacts brings, at a state that has been accelerated.
bool DynamicRun::go_on_after(const ContactChange& change, double energy_before, Moment& moment,
                             Observer& observer, RunOutput& out) {
  if (!take_change(change)) return false;
  if (change.switched && !jump(moment, true, energy_before, observer)) return false;
  if (!settings_.echo || change.text.empty()) return true;
  out.blank_line();
  out.comment(change.text);
  return true;
}

// Contacts that happen at one instant, after the deck's own events. Those that strike are met
// together, with the first of them.
bool DynamicRun::meet_contacts(const std::vector<EventHit>& hits, Moment& moment,
                               Observer& observer, RunOutput& out) {
  bool changed = false;
  for (const EventHit& hit : hits) {
    if (changed) break;
    const ContactRow& row = contacts_->row(hit.index - deck_events());
    // The impulses of a contact at rest are its way to hold, however many.
    const bool counts = row.model != ContactModel::impulses;
    if (counts && !may_happen(row.where, row.label, moment.t)) return false;
    if (!evaluate_events(moment)) return false;
    state_ = event_state_;
    const double energy = observer.energy(state_, *dynamics_);
    const ContactChange change =
        contacts_->meet(hit.index - deck_events(), hit.direction, {phase_, dynamics_, state_});
    changed = change.switched;
    if (!go_on_after(change, energy, moment, observer, out)) return false;
    if (counts && !change.in_series && !may_be_repeated(row.where, row.label, moment.t))
      return false;
  }
  return true;
}

// After an event of the deck has changed classes or velocities.
bool DynamicRun::settle_contacts(Moment& moment, Observer& observer, RunOutput& out) {
  if (!contacts_) return true;
  const double energy = observer.energy(state_, *dynamics_);
  return go_on_after(contacts_->settle({phase_, dynamics_, state_}), energy, moment, observer, out);
}

}  // namespace mbs
