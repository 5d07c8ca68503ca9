// What follows a change of classes by an event: degrees of freedom are counted again, and
// velocities become such as the new classes allow, by an impact where they must jump.
#pragma once

#include "run/contacts/contact_run.h"
#include "run/events/event_text.h"
#include "solve/place/rank_audit.h"

namespace mbs {

class Switching {
 public:
  Switching(DynamicSite& site, ContactRun& contacts) : site_(site), contacts_(contacts) {}

  // The event begins: its changes are compared with the phase of now.
  void begin() { before_ = site_.phase; }
  // New dynamics, and velocities in the state of the site. False, with an error, where the event
  // holds too much or frees what has no mass.
  bool go_on(const EventRow& row, EventEffect& effect);

  // Of an impact of the event that has a result: errors too. False where velocities have been found
  // that no plastic impact leads to.
  bool keeps_energy(const EventRow& row, const Impulses& impulses) const;
  // The impact has no result: always false.
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
