// The impacts of a run. One problem holds all that strikes at one instant: stops of events,
// contacts that touch and approach, contacts that are closed, and joints with friction.
#pragma once

#include <string>
#include <vector>

#include "run/contacts/common_impact.h"
#include "run/contacts/contact_modes.h"

namespace mbs {

// The result of an impact.
struct Struck {
  SolveStatus status;      // not ok: no velocities have been found, and nothing has changed
  bool nothing = false;    // no velocity had to change
  ImpactOutcome outcome;   // its first normals are those of the stops
  ContactChange contacts;  // of contacts and joints; switched: the dynamics are new
};

class Impacts {
 public:
  Impacts(ContactSet& set, ContactModes& modes) : set_(set), modes_(modes) {}

  // Stops of events strike, or contact k does (-1: none), and with them all that takes part.
  Struck strike(const ImpactProblem& stops, int k, DynamicSite& at);
  // Adapts the velocities by an impact after a prescribed velocity has changed or something has
  // become fixed.
  Struck follow(DynamicSite& at);
  // The number of impacts whose friction has been left out.
  long long frictionless() const { return frictionless_count_; }

 private:
  using Striker = CommonImpact::Striker;
  using Strikers = CommonImpact::Strikers;
  Contact& contact(const Striker& s) const { return set_.contacts[s.contact]; }
  // The cause of an impact: stops, contact k, or a change of prescribed velocities. given: the
  // impulses of that change without contacts and friction; null: none.
  struct Blow {
    const ImpactProblem& stops;
    int k = -1;
    const Impulses* given = nullptr;
  };
  void strike_all(const Blow& blow, const std::vector<ContactSet::ModeAndSign>& modes_before,
                  DynamicSite& at, Struck& out);
  Strikers find_strikers(const Blow& blow, DynamicSite& at);
  double rebound(Contact& contact, const DynamicSite& at) const;
  bool is_held_shut(const Contact& contact, DynamicSite& at) const;
  // The state before the impact and its results.
  struct Aftermath {
    const State& before;
    const ImpactOutcome& outcome;
    std::vector<double> rates;  // ed of all deformations after it
    double hardest = 0;         // the largest normal impulse
    bool quiet = false;         // one of the many impacts of an impulse contact
  };
  const Contact* find_driven_in(const Strikers& strikers, DynamicSite& at) const;
  bool note_all(const Strikers& strikers, const Aftermath& left, DynamicSite& at,
                ContactChange& out);
  bool note_struck(const Striker& s, const Aftermath& left, DynamicSite& at, ContactChange& out);
  bool is_gentle(const Strikers& strikers, const State& before) const;
  void close_slow(const Aftermath& left, DynamicSite& at);
  SolveStatus share_lifts(const Strikers& strikers, const Aftermath& left,
                          const std::vector<double>& lifts, DynamicSite& at,
                          ContactChange& out) const;
  bool lift(Contact& contact, const State& before, double gap_rate, DynamicSite& at) const;
  void note_rub(const Contact& contact, const Aftermath& left, ContactChange& out) const;
  ContactStrike strike_of(const Contact& contact, bool resting, const Aftermath& left,
                          double gap_rate) const;

  std::string describe_compromise(const std::string& label, const Aftermath& left);

  ContactSet& set_;
  ContactModes& modes_;
  long long frictionless_count_ = 0, several_count_ = 0;
};

}  // namespace mbs
