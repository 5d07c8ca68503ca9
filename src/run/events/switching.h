// Follows a change of classes by an event: counts the degrees of freedom again and gives the state
// velocities that the new classes allow, by an impact where they must jump.
#pragma once

#include "run/contacts/contact_run.h"
#include "run/events/event_text.h"
#include "solve/place/rank_audit.h"

namespace mbs {

class Switching {
 public:
  Switching(DynamicSite& site, ContactRun& contacts) : site_(site), contacts_(contacts) {}

  // Notes the phase before the event; go_on() compares with it.
  void begin() { before_ = site_.phase; }
  // Makes the dynamics anew and changes the velocities of the site's state. False, with an error,
  // where the event holds too much or frees a motion without mass.
  bool go_on(const EventRow& row, EventEffect& effect);

  // Checks an impact that has a result. False, with an error, where the impact would raise the
  // kinetic energy.
  bool keeps_energy(const EventRow& row, const Impulses& impulses) const;
  // Reports an impact that has no result; returns false.
  bool report_no_impact(const EventRow& row, const SolveStatus& status) const;

 private:
  bool take(Struck struck, const EventRow& row, EventEffect& effect) const;
  bool has_new_hold() const;
  bool holds_what_cannot_move(const EventRow& row) const;
  void report_held_too_much(const EventRow& row, const RankAudit& audit) const;

  DynamicSite& site_;
  ContactRun& contacts_;
  Phase before_;
};

}  // namespace mbs
