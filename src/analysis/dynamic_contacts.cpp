// What the contacts of a dynamic run change in it.
#include "analysis/dynamic_run.h"

namespace mbs {

// False after an error.
bool DynamicRun::take_change(const ContactChange& change) {
  if (change.problem.empty()) return true;
  diagnostics_.error(
      change.where, change.label, change.problem,
      "move the bodies apart, or choose another contact model or other coefficients");
  return false;
}

bool DynamicRun::start_contacts() {
  if (tables_.forces.contacts.empty()) return true;
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

// At a state that has been accelerated: makes the equations anew where the change asks for it.
// `switched` says so; the work takes up what the energy has lost.
bool DynamicRun::go_on_after(const ContactChange& change, double energy_before, double t,
                             std::vector<double>& y, double& work, bool& switched,
                             Observer& observer, RunOutput& out) {
  if (!take_change(change)) return false;
  if (change.switched) {
    switched = true;
    system_ = make_system();
    system_->pack(state_, work, y);
    const SolveStatus solved = system_->complete(t, y, state_);
    if (!solved.ok()) {
      singular(solved, t);
      return false;
    }
    work += observer.energy(state_, *dynamics_) - energy_before;
  }
  if (!settings_.echo || change.text.empty()) return true;
  out.blank_line();
  out.comment(change.text);
  return true;
}

bool DynamicRun::meet_contact(const EventHit& hit, std::vector<double>& y, double& work,
                              bool& switched, Observer& observer, RunOutput& out) {
  if (switched) system_->pack(state_, work, y);
  std::vector<double> g(static_cast<std::size_t>(deck_events() + contacts_->count()));
  if (!events(hit.t, y, g).ok()) return false;
  state_ = event_state_;
  const double energy = observer.energy(state_, *dynamics_);
  const ContactChange change =
      contacts_->meet(hit.index - deck_events(), hit.direction, {phase_, dynamics_, state_});
  return go_on_after(change, energy, hit.t, y, work, switched, observer, out);
}

// After an event of the deck has changed classes or velocities.
bool DynamicRun::settle_contacts(double t, std::vector<double>& y, double& work, bool& switched,
                                 Observer& observer, RunOutput& out) {
  if (!contacts_) return true;
  const double energy = observer.energy(state_, *dynamics_);
  return go_on_after(contacts_->settle({phase_, dynamics_, state_}), energy, t, y, work, switched,
                     observer, out);
}

}  // namespace mbs
