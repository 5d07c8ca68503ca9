// The contacts of a dynamic run as sources of events. Rigid contacts strike, are held, slide, stick
// and lift off; impulse contacts strike again and again (Otten 2003 section 8, methods i to iii).
// What happens is found in contact_run.cpp, impacts in contact_impacts.cpp.
#pragma once

#include <array>
#include <string>
#include <vector>

#include "base/index.h"
#include "run/events/common_impact.h"
#include "run/events/contact_modes.h"
#include "run/events/contact_pieces.h"
#include "text/units.h"

namespace mbs {

// The result of an impact.
struct Struck {
  SolveStatus status;     // not ok: no velocities have been found, and nothing has changed
  bool nothing = false;   // no velocity had to change
  ImpactOutcome outcome;  // its first normals are those of the stops
  Change contacts;        // of contacts and joints; switched: the dynamics are new
};

// Penalty contacts open and close: the integrator starts afresh there, so that no step runs over
// the kink of a contact force.
class PenaltyContacts : public EventSource {
 public:
  explicit PenaltyContacts(ContactSet& set) : set_(set) {}
  int count() const override { return 2 * count_of(set_.penalties); }
  const std::string& label(int k) const override { return set_.penalties[k / 2].row->label; }
  SourceLocation where(int k) const override { return set_.penalties[k / 2].row->where; }
  void evaluate(const EventLook& at, Vector g) override;
  Change occur(int k, Crossing direction, DynamicSite& at) override;

 private:
  ContactSet& set_;
};

// Rigid and impulse contacts, and joints with friction: two functions for each.
class ContactRun : public EventSource {
 public:
  ContactRun(const Plan& plan, const Model& model)
      : set_(plan, model),
        modes_(set_),
        penalties_(set_),
        circles_(model, set_),
        outlines_(model, set_, modes_) {}

  // Finds the contacts that touch at the start: penalty contacts with a gap below zero or about to
  // be, others with a gap of zero.
  Change start(DynamicSite& at);

  // All sources of contacts, in the order of their functions.
  std::array<EventSource*, 4> sources() { return {this, &penalties_, &circles_, &outlines_}; }
  bool any() const {
    return count() + penalties_.count() + circles_.count() + outlines_.count() > 0;
  }
  const ContactSet& set() const { return set_; }
  ContactSet& set() { return set_; }

  int count() const override { return 2 * count_of(set_.contacts); }
  const std::string& label(int k) const override { return set_.contacts[k / 2].row->label; }
  SourceLocation where(int k) const override { return set_.contacts[k / 2].row->where; }
  Crossing direction(int /*k*/) const override { return Crossing::falling; }
  bool counts(int k) const override {
    return set_.contacts[k / 2].row->model != ContactModel::impulses;
  }
  void evaluate(const EventLook& at, Vector g) override;
  void add_noise(DynamicSite& at, std::vector<EventNoise>& noise) override;
  // Nothing happens where the contact has struck in this round.
  Change occur(int k, Crossing direction, DynamicSite& at) override;

  // After a change: open contacts measure their gap from its present value if that is a little
  // below zero.
  void choose_floors(const State& state);
  // Begins a new round of events at one instant.
  void begin_round();
  // What follows from a change of contacts: constant friction beside a joint or contact begins or
  // ends, and outlines follow.
  void settle(Change& change, DynamicSite& at);
  // Stops of events strike, and with them the contacts that take part.
  Struck strike(const ImpactProblem& stops, DynamicSite& at);
  // Velocities follow prescribed motions and new fixed values by an impact.
  Struck follow(DynamicSite& at);
  // Finds the modes of closed contacts again, after something else has changed classes or
  // velocities.
  Change resolve(DynamicSite& at);
  // An open contact whose gap is far below zero; the problem is empty where there is none.
  Change find_sunk(const State& state, const Dynamics& dynamics) const;
  // The force by which a closed contact pulls, or by which the friction of a sticking one exceeds
  // its bound [N]; the label of the worst, null where all is right.
  struct WrongForce {
    double size = 0;
    const std::string* label = nullptr;
  };
  WrongForce find_wrong_force(const Dynamics& dynamics) const;
  // Closed contacts hold nothing from now on until resolve(): for a phase in which they and the
  // rest hold too much. False where none is closed.
  bool let_go(Phase& phase) const;
  // A line for each contact that has been struck.
  std::string describe_impulses(const UnitSystem& units) const;
  std::vector<ContactSum> struck() const;

 private:
  void evaluate(Contact& contact, const EventLook& at, double* out);
  Struck land(const Blow& blow, const ContactSet::Modes& before_it, DynamicSite& at);
  Change pass_gap(int k, DynamicSite& at);
  Change pass_closed(int k, bool normal, DynamicSite& at);
  std::string describe_compromise(const std::string& label, double t, const ImpactOutcome& outcome);

  ContactSet set_;
  ContactModes modes_;
  PenaltyContacts penalties_;
  PathCircles circles_;
  Outlines outlines_;
  // Impacts whose friction has been left out, and that had several solutions.
  long long frictionless_count_ = 0, several_count_ = 0;
};

}  // namespace mbs
